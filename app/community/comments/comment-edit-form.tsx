import { useEffect, useEffectEvent, useRef } from 'react'
import { href } from 'react-router'
import { usePlayer } from '../../accounts/use-player.ts'
import { Form, Submit, useForm } from '../../forms/form.tsx'
import { useDraft } from '../../forms/use-draft.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { FormError } from '../../ui/fields/field.tsx'
import { opens } from '../../ui/floating/opens.ts'
import { TextArea } from '../../ui/fields/text-area.tsx'
import type { Changed } from './change-comment.server.ts'
import { commentRules } from './comment-rules.ts'
import type { ShownComment } from './comments.server.ts'
import { commentEditDraftOf, commentHref } from '../community-href.ts'

type Props = {
  comment: Pick<ShownComment, 'id' | 'content'>
  /** Called with the changed fields after saving. */
  onChanged: (changed: Changed) => void
  onCancel: () => void
  autoFocus?: boolean
}

export function CommentEditForm({ comment: { id, content }, onChanged, onCancel, autoFocus }: Props) {
  const draft = useDraft(commentEditDraftOf(id), usePlayer()?.id, content)
  const form = useForm(commentRules, { action: href('/comments/:id/edit', { id: String(id) }) })
  const changed = (form.done as { changed: Changed } | undefined)?.changed
  const isFirst = useRef(true)
  const notify = useEffectEvent((given: Changed) => onChanged(given))
  useEffect(() => {
    if (changed) notify(changed)
  }, [changed])
  return (
    <Form of={form} className="comment-form" onInput={draft.keep}>
      <TextArea
        key={draft.key}
        {...form.field('content', draft.draft?.content ?? content)}
        label="Your comment"
        rows={Math.min(12, content.split('\n').length + 2)}
        autoFocus={autoFocus}
        // Start typing at the end of the text.
        onFocus={({ target }) => {
          if (isFirst.current) target.setSelectionRange(target.value.length, target.value.length)
          isFirst.current = false
        }}
        required
      />
      <FormError error={form.error} />
      <div className="form-actions">
        <ButtonLink
          look="quiet"
          href={commentHref(id)}
          onClick={opens(() => {
            draft.clear()
            onCancel()
          })}
        >
          Cancel
        </ButtonLink>
        <Submit of={form} look="primary" busy="Saving...">
          Save
        </Submit>
      </div>
    </Form>
  )
}
