import { useActionData } from 'react-router'
import { Note } from '../ui/note.tsx'

/**
 * Without JavaScript, shows why a form was refused. The form itself may be missing, because another operator acted
 * first.
 */
export function RefusedNote() {
  const refused = useActionData() as { errors?: { form?: string } } | undefined
  const why = refused?.errors?.form
  return why && <Note text={why} isFault />
}
