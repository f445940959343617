import { Eye } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Form, Submit, useForm } from '../../forms/form.tsx'
import { formatMoment } from '../../lib/dates.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { FormError } from '../../ui/fields/field.tsx'
import { noRules, previewHref, publishRules } from './arrangement-rules.ts'
import type { Editor } from './load-editor.server.ts'

const TWO_VERSIONS = 'two-versions'

type Props = { editor: Pick<Editor, 'hasDraft' | 'isConflict' | 'newest'> }

/** Shows whether visitors see this arrangement, with the forms that publish and discard a draft. */
export function DraftBar({ editor }: Props) {
  const { hasDraft, isConflict, newest } = editor
  // The conflict choice takes the focus when it appears, because the refused button disappears with the bar.
  const wasConflict = useRef(isConflict)
  useEffect(() => {
    if (isConflict && !wasConflict.current) document.getElementById(TWO_VERSIONS)?.focus()
    wasConflict.current = isConflict
  }, [isConflict])
  if (isConflict && newest) return <TwoVersions newest={newest} />
  return (
    <section className="draft-bar" aria-label="Changes" data-draft={hasDraft || undefined}>
      <p role="status">
        {hasDraft
          ? 'You have changes that are not published. Visitors do not see them yet.'
          : newest
            ? `Visitors have seen this version since ${formatMoment(newest.publishedAt)}.`
            : 'The home page is automatic. Visitors see the page below.'}
      </p>
      <div className="draft-acts">
        <ButtonLink href={previewHref()}>
          <Eye aria-hidden="true" /> {hasDraft ? 'Preview' : 'Open the page'}
        </ButtonLink>
        {hasDraft && <DiscardForm label="Discard" />}
        {hasDraft && <PublishForm seen={newest?.id ?? 0} />}
      </div>
    </section>
  )
}

/** Publishes the draft. `seen` is the version that visitors see. */
export function PublishForm({ seen, action, size }: { seen: number; action?: string; size?: 'small' }) {
  const form = useForm(publishRules, { intent: 'publish', ...(action && { action }) })
  return (
    <Form of={form} className="arranged-form">
      <input type="hidden" name="seen" value={seen} />
      <Submit of={form} look="primary" size={size} busy="Publishing...">
        Publish
      </Submit>
      <FormError error={form.error} />
    </Form>
  )
}

function DiscardForm({ label, size }: { label: string; size?: 'small' }) {
  const form = useForm(noRules, { intent: 'discard' })
  return (
    <Form of={form} className="arranged-form">
      <Submit of={form} look={size ? 'secondary' : 'quiet'} size={size} busy="Discarding...">
        {label}
      </Submit>
      <FormError error={form.error} />
    </Form>
  )
}

/** A choice between two versions: another operator published one while this operator edited a draft. */
function TwoVersions({ newest }: { newest: NonNullable<Editor['newest']> }) {
  const keep = useForm(publishRules, { intent: 'keep' })
  return (
    <section className="console-card two-versions" aria-labelledby={TWO_VERSIONS}>
      <h2 id={TWO_VERSIONS} tabIndex={-1}>
        Two versions of the home page
      </h2>
      <p>
        {newest.who} {newest.act} a version on {formatMoment(newest.publishedAt)}, after you began your changes. Choose
        one before you publish. The rows below are yours.
      </p>
      <div className="versions">
        <div className="version">
          <strong>Yours</strong>
          <p className="quiet">It replaces the published version once you publish it.</p>
          <div className="draft-acts">
            <ButtonLink size="small" look="quiet" href={previewHref()}>
              <Eye aria-hidden="true" /> Preview yours
            </ButtonLink>
            <Form of={keep} className="arranged-form">
              <input type="hidden" name="seen" value={newest.id} />
              <Submit of={keep} size="small">
                Keep mine
              </Submit>
              <FormError error={keep.error} />
            </Form>
          </div>
        </div>
        <div className="version">
          <strong>The version by {newest.who}</strong>
          <p className="quiet">{newest.title ?? 'Visitors see it now.'}</p>
          <div className="draft-acts">
            <ButtonLink size="small" look="quiet" href={previewHref(newest.id)}>
              <Eye aria-hidden="true" /> Preview theirs
            </ButtonLink>
            <DiscardForm label="Use theirs, discard mine" size="small" />
          </div>
        </div>
      </div>
    </section>
  )
}
