import { type FormEvent, useId, useState } from 'react'
import { loginHref } from '../../../accounts/login-href.ts'
import { usePlayer } from '../../../accounts/use-player.ts'
import { Form, Submit, useForm } from '../../../forms/form.tsx'
import { type Draft, useDraft } from '../../../forms/use-draft.ts'
import { limitedLength } from '../../../lib/text.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/fields/field-frame.tsx'
import { FormError, TextField } from '../../../ui/fields/field.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { useScript } from '../../../ui/use-script.ts'
import { newPostHref } from '../../community-href.ts'
import { GAME_TITLE, GamePicker } from './game-picker.tsx'
import { PictureField } from './picture-field.tsx'
import { POST_FORM_MESSAGES, postFormRules } from './post-form-rules.ts'
import { CONTENT_MAX, POST_TYPES, TITLE_MAX } from '../../post-rules.ts'
import { TagsField } from './tags-field.tsx'
import { TypeBadge } from '../../type-badge.tsx'

/** Name of the draft of a new post. */
export const NEW_POST_DRAFT = 'post'

type Options = {
  /** Path that the form is sent to. */
  action: string
  /** Name of its draft. */
  name: string
  /** Initial values by field name. Those of a draft take precedence. */
  start?: Draft
  /** Initial values that take precedence over those of a draft from another page. */
  named?: Draft
}

/** State of a post's form, for its fields and its button. Its route must accept the fields of `postFormRules`. */
export function usePostForm({ action: path, name, start, named }: Options) {
  const form = useForm(postFormRules, { action: path })
  const draft = useDraft(name, usePlayer()?.id, start?.content)
  // A draft of this page also has what the player has chosen instead.
  const from = Object.values(named ?? {}).join(' ')
  const values: Draft = { ...start, ...draft.draft, ...(draft.draft?.from !== from && named), from }
  const hasScript = useScript()
  const [typed, setTyped] = useState<Draft>({})
  const { content = '' } = { ...values, ...typed }
  return {
    ...form,
    /** Props of a field, with its initial value. */
    field: (field: keyof typeof postFormRules.shape) => form.field(field, values[field]),
    values,
    fieldsKey: draft.key,
    count: (field: 'title' | 'content') =>
      limitedLength((typed[field] ?? form.field(field, values[field]).defaultValue ?? '').slice(0, 50_000)),
    // Without JavaScript the button must work: the server reports what is missing.
    isBlank: hasScript && !content.trim() && !form.field('content').defaultValue,
    onInput: (event: FormEvent<HTMLFormElement>) => {
      draft.keep(event)
      const { target } = event
      if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
        setTyped({ ...typed, [target.name]: target.value })
    },
  }
}

type PostForm = ReturnType<typeof usePostForm>

/** The fields of a post (docs/product.md#posts). */
export function PostFields({ form }: { form: PostForm }) {
  return (
    <Form of={form} encType="multipart/form-data" onInput={form.onInput} className="form post-form">
      <input type="hidden" name="from" value={form.values.from} />
      <div key={form.fieldsKey} className="form">
        <TypeChoice {...form.field('type')} />
        <TextField
          {...form.field('title')}
          label="Title"
          hint={`${form.count('title')}/${TITLE_MAX}`}
          placeholder="Optional"
          autoComplete="off"
        />
        <TextArea
          {...form.field('content')}
          label="Content"
          hint={`${form.count('content')}/${CONTENT_MAX}`}
          placeholder="What do you want to share?"
          rows={6}
          required
        />
        <TagsField {...form.field('tags')} />
        <GamePicker {...form.field('game')} title={form.values[GAME_TITLE]} />
        <PictureField address={form.field('mediaUrl')} file={form.field('media')} answer={form.errors} />
        <div className="link-fields">
          <TextField
            {...form.field('redirectUrl')}
            label="Link"
            hint="optional"
            type="url"
            inputMode="url"
            placeholder="https://"
            autoComplete="off"
          />
          <TextField
            {...form.field('redirectTitle')}
            label="Link title"
            hint="shown on its button"
            autoComplete="off"
          />
        </div>
      </div>
      <FormError error={form.error} />
    </Form>
  )
}

/** Submit button of the form; works outside of it, too. */
export function SubmitPost({ form, busy, children }: { form: PostForm; busy: string; children: string }) {
  return (
    <Submit of={form} look="primary" busy={busy} disabled={form.isBlank}>
      {children}
    </Submit>
  )
}

/** Shown to visitors instead of the form. */
export function NoPostForm({ next = newPostHref() }: { next?: string }) {
  return (
    <div className="form no-post-form">
      <p>{POST_FORM_MESSAGES.visitor}.</p>
      <ButtonLink look="primary" href={loginHref(next)}>
        Login
      </ButtonLink>
    </div>
  )
}

function TypeChoice({
  name,
  defaultValue,
  error,
}: {
  name: string
  defaultValue?: string | undefined
  error?: string | undefined
}) {
  const id = useId()
  return (
    <fieldset
      className="field"
      tabIndex={-1}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      role="radiogroup"
    >
      <legend className="field-legend">Post type</legend>
      <div className="type-tiles">
        {POST_TYPES.map((type) => (
          <label key={type} className="type-tile">
            <input type="radio" name={name} value={type} defaultChecked={type === (defaultValue || 'discussion')} />
            <TypeBadge type={type} />
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  )
}
