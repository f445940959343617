import { useState } from 'react'
import type { Message } from './inbox.server.ts'
import { answerRules, noteRules, messageActRules } from '../message-rules.ts'
import { usePlayer } from '../../accounts/use-player.ts'
import { Form, Submit, useForm } from '../../forms/form.tsx'
import { useDraft } from '../../forms/use-draft.ts'
import { FormError } from '../../ui/fields/field.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'

type Props = { message: Pick<Message, 'id' | 'email' | 'seen'> }

export function AnswerForm({ message: { id, email, seen }, hasMailServer }: Props & { hasMailServer: boolean }) {
  const draft = useDraft(`answer:${id}`, usePlayer()?.id)
  const form = useForm(answerRules, { intent: 'answer', onDone: draft.clear })
  return (
    <Form of={form} className="form answer-form" onInput={draft.keep}>
      <input type="hidden" name="seen" value={seen} />
      <TextArea
        key={draft.key}
        {...form.field('answer', draft.draft?.answer)}
        label={`Reply to ${email}`}
        hint="their message is quoted below it"
        rows={6}
        required
      />
      {!hasMailServer && (
        <p className="quiet">No mail server is configured (SMTP_URL), so the reply will be a file in the outbox.</p>
      )}
      <FormError error={form.error} />
      <div>
        <Submit of={form} look="primary" busy="Sending...">
          Send reply
        </Submit>
      </div>
    </Form>
  )
}

/** Adds a note that only operators see; collapsed unless it has a draft or an error. */
export function NoteForm({ message: { id } }: Props) {
  const draft = useDraft(`note:${id}`, usePlayer()?.id)
  const form = useForm(noteRules, { intent: 'note', onDone: draft.clear })
  const [wasRefused] = useState(form.errors.note !== undefined)
  return (
    <details className="console-more" open={wasRefused || draft.draft !== null}>
      <summary className="button button-secondary">Add a note...</summary>
      <Form of={form} onInput={draft.keep}>
        <TextArea
          key={draft.key}
          {...form.field('note', draft.draft?.note)}
          label="Note"
          hint="only operators see it"
          rows={3}
          required
        />
        <FormError error={form.error} />
        <div>
          <Submit of={form} busy="Saving...">
            Save note
          </Submit>
        </div>
      </Form>
    </details>
  )
}

/** Closes a message, answered or not. */
export function CloseForm({ message: { seen } }: Props) {
  const form = useForm(messageActRules, { intent: 'close' })
  return (
    <Form of={form} className="console-form">
      <input type="hidden" name="seen" value={seen} />
      <Submit of={form} busy="Closing...">
        Close the message
      </Submit>
      <FormError error={form.error} />
    </Form>
  )
}

/** Returns a message to the new ones. */
export function ReopenForm({ message: { seen } }: Props) {
  const form = useForm(messageActRules, { intent: 'reopen' })
  return (
    <Form of={form} className="console-form">
      <input type="hidden" name="seen" value={seen} />
      <Submit of={form} busy="Reopening...">
        Reopen
      </Submit>
      <FormError error={form.error} />
    </Form>
  )
}
