import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { href } from 'react-router'
import { Form, Submit, useForm } from '../forms/form.tsx'
import { FormError } from '../ui/field.tsx'
import { TextArea } from '../ui/text-area.tsx'
import type { Changed } from './change-comment.server.ts'
import type { action } from './comment-edit.page.tsx'
import { commentRules } from './comment-rules.ts'
import type { ShownComment } from './comments.server.ts'

type Props = {
  comment: Pick<ShownComment, 'id' | 'content'>
  /** Told what became of it, once it was taken. */
  onChanged: (changed: Changed) => void
  autoFocus?: boolean
  /** Beside the button that saves. */
  children: ReactNode
}

/** Where a comment is given another text. */
export function CommentEditForm({ comment: { id, content }, onChanged, autoFocus, children }: Props) {
  const form = useForm<typeof action>(commentRules, { action: href('/comments/:id/edit', { id: String(id) }) })
  const changed = form.done?.changed
  const tell = useEffectEvent((given: Changed) => onChanged(given))
  useEffect(() => {
    if (changed) tell(changed)
  }, [changed])
  return (
    <Form of={form} className="comment-form">
      <TextArea
        {...form.field('content', content)}
        label="Your comment"
        rows={Math.min(12, content.split('\n').length + 2)}
        autoFocus={autoFocus}
        required
      />
      <FormError error={form.error} />
      <div className="form-actions">
        {children}
        <Submit of={form} look="primary" busy="Saving...">
          Save
        </Submit>
      </div>
    </Form>
  )
}
