import { Eye } from 'lucide-react'
import { Form, Submit, useForm } from '../../forms/form.tsx'
import { formatMoment } from '../../lib/dates.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { FormError } from '../../ui/fields/field.tsx'
import { previewHref, restoreRules } from './arrangement-rules.ts'
import type { Editor } from './load-editor.server.ts'

/** The published versions, newest first, then the automatic page. Any of them can be restored. */
export function EarlierVersions({ editor: { versions, newest } }: { editor: Pick<Editor, 'versions' | 'newest'> }) {
  if (!newest) return null
  return (
    <section aria-labelledby="versions">
      <h2 id="versions">Versions</h2>
      <ul className="home-versions">
        {versions.map(({ id, publishedAt, who, act, title }) => (
          <li key={id}>
            <div>
              <strong>
                <time dateTime={publishedAt.toISOString()}>{formatMoment(publishedAt)}</time>
              </strong>{' '}
              {id === newest.id && <span className="chip">Visitors see this one</span>}
              <p className="quiet" dir="auto">
                {who} {act}
                {title && `: ${title}`}
              </p>
            </div>
            <Acts version={id} label={formatMoment(publishedAt)} newest={newest.id} />
          </li>
        ))}
        <li>
          <div>
            <strong>Automatic</strong>
            <p className="quiet">The home page without any changes by operators.</p>
          </div>
          <Acts version={0} label="the automatic home page" newest={newest.id} />
        </li>
      </ul>
    </section>
  )
}

function Acts({ version, label, newest }: { version: number; label: string; newest: number }) {
  return (
    <div className="draft-acts">
      <ButtonLink size="small" look="quiet" href={previewHref(version)} aria-label={`Preview ${label}`}>
        <Eye aria-hidden="true" /> Preview
      </ButtonLink>
      {version !== newest && <RestoreForm version={version} seen={newest} label={label} />}
    </div>
  )
}

/** Publishes a version again. */
export function RestoreForm({
  version,
  seen,
  label,
  action,
}: {
  version: number
  seen: number
  label: string
  action?: string
}) {
  const form = useForm(restoreRules, { intent: 'restore', ...(action && { action }) })
  return (
    <Form of={form} className="arranged-form">
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="seen" value={seen} />
      <Submit of={form} size="small" busy="Restoring..." aria-label={`Restore ${label}`}>
        Restore
      </Submit>
      <FormError error={form.error} />
    </Form>
  )
}
