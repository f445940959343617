import { href } from 'react-router'
import { requireOperator } from '../accounts/require-operator.server.ts'
import { Form, Submit, useForm } from '../forms/form.tsx'
import { readForm } from '../forms/read-form.ts'
import { sendForm } from '../forms/send-form.ts'
import { DECISION_DONE } from '../moderation/decision-rules.ts'
import { formOf } from '../server/request-body.server.ts'
import { config } from '../server/config.server.ts'
import { pageMeta } from '../site/page-meta.ts'
import { siteOf } from '../site/use-site.ts'
import { ButtonLink } from '../ui/button.tsx'
import { FormError, TextField } from '../ui/field.tsx'
import { TextArea } from '../ui/text-area.tsx'
import type { Route } from './+types/site.page'
import { answerDecision } from './answer-decision.server.ts'
import { readSiteWords, saveSiteWords } from './save-site-words.server.ts'
import { SITE_BYTES, SITE_FIELDS, siteRules } from './site-rules.ts'
import './moderation.css'
import './site.css'

export async function loader({ request }: Route.LoaderArgs) {
  await requireOperator(request)
  return { ...(await readSiteWords()), setEmail: config().contactEmail }
}

/** Saves what the site says of itself (docs/product.md, Texts of the site). */
export async function action({ request }: Route.ActionArgs) {
  const operator = await requireOperator(request)
  const { values, errors, refuse } = readForm(siteRules, await formOf(request, SITE_BYTES))
  if (errors) return refuse(errors)
  const { seen, ...copy } = values
  return answerDecision(request, await saveSiteWords({ operator, seen }, copy), 'site', refuse)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction, { done: DECISION_DONE.site })
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Words of the site',
    description: 'What the site says of itself.',
    path: href('/admin/site'),
    noindex: true,
  })
}

/** The words that operators change most often; longer texts stand in content/. */
export default function SitePage({ loaderData: { copy, isChanged, seen, setEmail } }: Route.ComponentProps) {
  const form = useForm<typeof action>(siteRules)
  return (
    <div className="site-words">
      <h1 className="text-(length:--t-2xl)">Words of the site</h1>
      <p>
        Every page says them as soon as they are saved. A field that you empty goes back to the site’s own words. Longer
        texts, such as the terms, are files in <code>content/</code>.
      </p>
      {/* Other words from the server are other texts to begin with. */}
      <Form of={form} key={seen} className="thing">
        <input type="hidden" name="seen" value={seen} />
        {SITE_FIELDS.map(({ legend, fields }) => (
          <fieldset key={legend}>
            <legend>{legend}</legend>
            {fields.map(({ name, label, hint, rows }) => {
              const isSet = name === 'contactEmail' && setEmail
              const shown = {
                ...form.field(name, copy[name]),
                label,
                hint: isSet ? `not shown: the setting CONTACT_EMAIL says ${setEmail}` : hint,
              }
              return rows ? <TextArea key={name} {...shown} rows={rows} /> : <TextField key={name} {...shown} />
            })}
          </fieldset>
        ))}
        <FormError error={form.error} />
        <div>
          <Submit of={form} look="primary" busy="Saving...">
            Save the words
          </Submit>
        </div>
      </Form>
      {isChanged && (
        <div>
          <ButtonLink look="quiet" href={href('/admin/site/defaults')}>
            Take all changes back...
          </ButtonLink>
        </div>
      )}
    </div>
  )
}
