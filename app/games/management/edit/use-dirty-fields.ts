import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { EditedField } from '../management-rules.ts'
import { FORM_NAMES, type GameForm } from './edit-rules.ts'

const NAMES: (keyof GameForm)[] = [...Object.values(FORM_NAMES), 'picture']

type Options = {
  form: RefObject<HTMLFormElement | null>
  /** Changes when the form was saved. */
  round: number
  /** The fields that an operator has set. One that was reset shows the feed's value, which is no change. */
  set: EditedField[]
}

/** Returns whether the edit form differs from what was loaded or saved. `onInput` of the form finds that out. */
export function useDirtyFields({ form, round, set }: Options): { isDirty: boolean; onInput: () => void } {
  const saved = useRef<Map<string, string>>(new Map())
  const wasSet = useRef(set)
  const [isDirty, setDirty] = useState(false)
  const compare = () => {
    const now = valuesIn(form.current)
    setDirty(NAMES.some((name) => now.get(name) !== saved.current.get(name)))
  }
  useEffect(() => {
    saved.current = valuesIn(form.current)
    setDirty(false)
  }, [form, round])
  const takeResets = useEffectEvent(() => {
    const now = valuesIn(form.current)
    for (const field of wasSet.current) {
      if (!set.includes(field)) saved.current.set(FORM_NAMES[field], now.get(FORM_NAMES[field]) ?? '')
    }
    wasSet.current = set
    compare()
  })
  const key = set.join()
  useEffect(() => takeResets(), [key])
  return { isDirty, onInput: compare }
}

/** The values of the fields that are saved. A file is named with its size. */
function valuesIn(form: HTMLFormElement | null): Map<string, string> {
  const fields = form ? [...new FormData(form)] : []
  const textOf = (value: FormDataEntryValue) => (typeof value === 'string' ? value : `${value.name} ${value.size}`)
  return new Map(
    NAMES.map((name) => [
      name,
      fields
        .filter(([key]) => key === name)
        .map(([, value]) => textOf(value))
        .join('\n'),
    ]),
  )
}
