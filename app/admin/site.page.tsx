import { href } from 'react-router'
import { requireStaff } from '../accounts/operators/require-staff.server.ts'
import { Form, Submit, useForm } from '../forms/form.tsx'
import { refuseIntent, fieldText } from '../forms/read-form.ts'
import { sendForm } from '../forms/send-form.ts'
import { DECISION_DONE, decisionRules } from '../moderation/moderation-rules.ts'
import { formOf } from '../server/http/request-body.server.ts'
import { config } from '../server/process/config.server.ts'
import { pageMeta } from '../site/page-meta.ts'
import { siteOf } from '../site/use-site.ts'
import { FormError, TextField } from '../ui/fields/field.tsx'
import { TextArea } from '../ui/fields/text-area.tsx'
import type { Route } from './+types/site.page'
import { runOperatorForm } from '../accounts/operators/run-operator-form.server.ts'
import { RefusedNote } from '../forms/refused-note.tsx'
import { findSiteCopy, resetSiteCopy, saveSiteCopy } from './save-site-copy.server.ts'
import { SITE_BYTES, SITE_FIELDS, siteRules } from './site-rules.ts'
import '../accounts/operators/console.css'
import './site.css'

export async function loader({ request }: Route.LoaderArgs) {
  await requireStaff(request, 'site')
  return { ...(await findSiteCopy()), setEmail: config().contactEmail }
}

/** Saves the site's copy, or restores the built-in copy (docs/product.md#short-texts). */
export async function action({ request }: Route.ActionArgs) {
  const operator = await requireStaff(request, 'site')
  const form = await formOf(request, SITE_BYTES)
  const submission = { request, form, redirectTo: href('/admin/site') }
  switch (fieldText(form, 'intent')) {
    case 'save':
      return runOperatorForm(submission, {
        rules: siteRules,
        done: DECISION_DONE.site,
        run: ({ seen, ...copy }) => saveSiteCopy({ operator, seen }, copy),
      })
    case 'reset':
      return runOperatorForm(submission, {
        rules: decisionRules,
        done: DECISION_DONE.siteReset,
        run: ({ seen }) => resetSiteCopy({ operator, seen }),
      })
    default:
      return refuseIntent()
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction)
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Site copy',
    description: 'Edit the short texts of the site.',
    path: href('/admin/site'),
    noindex: true,
  })
}

/** The texts that operators change most often; longer texts are in content/. */
export default function SitePage({ loaderData: { copy, isChanged, seen, setEmail } }: Route.ComponentProps) {
  const form = useForm<typeof action>(siteRules, { intent: 'save' })
  return (
    <div className="site-words">
      <h1>Site copy</h1>
      <p>
        All pages show changes as soon as you save. An empty field restores the default. Longer texts, such as the
        terms, are files in <code>content/</code>.
      </p>
      <RefusedNote />
      {/* The key resets the form when the texts have changed on the server, so nothing may be typed during saving. */}
      <Form of={form} key={seen} className="console-card" inert={form.isBusy}>
        <input type="hidden" name="seen" value={seen} />
        {SITE_FIELDS.map(({ legend, fields }) => (
          <fieldset key={legend}>
            <legend>{legend}</legend>
            {fields.map(({ name, label, hint, rows }) => {
              const isSet = name === 'contactEmail' && setEmail
              const shown = {
                ...form.field(name, copy[name]),
                label,
                hint: isSet ? `not shown, since the setting CONTACT_EMAIL is ${setEmail}` : hint,
              }
              return rows ? <TextArea key={name} {...shown} rows={rows} /> : <TextField key={name} {...shown} />
            })}
          </fieldset>
        ))}
        <FormError error={form.error} />
        <div>
          <Submit of={form} look="primary" busy="Saving...">
            Save texts
          </Submit>
        </div>
      </Form>
      {isChanged && <ResetForm seen={seen} />}
    </div>
  )
}

function ResetForm({ seen }: { seen: number }) {
  const form = useForm<typeof action>(decisionRules, { intent: 'reset' })
  return (
    <details className="console-more">
      <summary className="button button-destructive">Restore all defaults...</summary>
      <Form of={form}>
        <input type="hidden" name="seen" value={seen} />
        <p>Every field returns to its default. This cannot be undone.</p>
        <FormError error={form.error} />
        <div>
          <Submit of={form} look="destructive" busy="Restoring...">
            Restore all defaults
          </Submit>
        </div>
      </Form>
    </details>
  )
}
