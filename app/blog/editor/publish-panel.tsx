import { type MouseEvent, useState } from 'react'
import { href } from 'react-router'
import { momentOf, type publicationRules } from '../blog-rules.ts'
import { type FormOf, Submit } from '../../forms/form.tsx'
import { formatMoment } from '../../lib/dates.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Choice, TextField } from '../../ui/fields/field.tsx'
import { useScript } from '../../ui/use-script.ts'
import { withError } from './text-editor.tsx'
import type { EditorPost } from './load-edited-post.server.ts'

type Props = {
  post: EditorPost
  form: FormOf<typeof publicationRules>
  /** Saves the draft, with JavaScript. */
  onSave: () => void
  /** Called before the form is sent to publish the post. */
  onPublish: (event: MouseEvent<HTMLButtonElement>) => void
}

/** When to publish a post, and the buttons of its form. */
export function BlogPublish({ post: { id, state, publishedAt }, form, onSave, onPublish }: Props) {
  const hasScript = useScript()
  const params = { id: String(id) }
  const planned = state === 'scheduled' ? publishedAt?.toISOString() : undefined
  const [moment, setMoment] = useState(planned ? new Date(planned) : null)
  const when = withError(form.field('when', planned ? 'at' : 'now'))
  return (
    <fieldset className="writing-publish">
      <legend>Publish</legend>
      {state === 'published' ? (
        <p className="quiet">
          Changes are published at once. The post keeps its date{publishedAt && `, ${formatMoment(publishedAt)}`}.
        </p>
      ) : (
        <>
          <Choice
            {...when}
            defaultValue={when.defaultValue ?? 'now'}
            label="When"
            options={[
              { value: 'now', label: 'Now' },
              { value: 'at', label: 'At a set time, in UTC' },
            ]}
          />
          <div className="writing-fields writing-moment" onInput={(event) => setMoment(momentIn(event.currentTarget))}>
            <TextField {...withError(form.field('day', planned?.slice(0, 10)))} label="Day" type="date" hint="in UTC" />
            <TextField
              {...withError(form.field('time', planned?.slice(11, 16)))}
              label="Time"
              type="time"
              hint="in UTC"
            />
          </div>
          {hasScript && moment && (
            <p className="quiet" role="status">
              {moment.toLocaleString('en-GB', { dateStyle: 'full', timeStyle: 'short' })} in your time zone
            </p>
          )}
        </>
      )}
      <div className="writing-actions">
        <Submit
          of={form}
          name="intent"
          value="save"
          onClick={(event) => {
            if (!hasScript) return
            event.preventDefault()
            onSave()
          }}
        >
          Save draft
        </Submit>
        {hasScript ? (
          <ButtonLink look="quiet" href={href('/admin/blog/:id/preview', params)} target="_blank" rel="noopener">
            Open as a page<span className="sr-only"> in a new tab</span>
          </ButtonLink>
        ) : (
          <Submit of={form} look="quiet" name="intent" value="preview">
            Preview
          </Submit>
        )}
        <Submit of={form} look="primary" busy="Publishing..." name="intent" value="publish" onClick={onPublish}>
          {state === 'published' ? 'Publish the changes' : 'Publish'}
        </Submit>
      </div>
    </fieldset>
  )
}

/** Reads the day and time fields as UTC; null if they are incomplete. */
function momentIn(fields: HTMLElement): Date | null {
  const valueOf = (name: string) => fields.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value ?? ''
  return momentOf(valueOf('day'), valueOf('time'))
}
