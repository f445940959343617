import { href } from 'react-router'
import { requireStaff } from '../accounts/operators/require-staff.server.ts'
import { Form, Submit, useForm } from '../forms/form.tsx'
import { sendForm } from '../forms/send-form.ts'
import { countOf } from '../lib/text.ts'
import { DECISION_DONE, blocklistRules, WORD_LINES, WORD_MAX, BLOCKLIST_BYTES } from '../moderation/moderation-rules.ts'
import { readBlocklist, saveBlocklist } from '../moderation/blocklist.server.ts'
import { formOf } from '../server/http/request-body.server.ts'
import { pageMeta } from '../site/page-meta.ts'
import { siteOf } from '../site/use-site.ts'
import { FormError } from '../ui/fields/field.tsx'
import { TextArea } from '../ui/fields/text-area.tsx'
import type { Route } from './+types/blocklist.page'
import { runOperatorForm } from '../accounts/operators/run-operator-form.server.ts'
import { ModerationFrame } from './moderation-frame.tsx'

export async function loader({ request }: Route.LoaderArgs) {
  await requireStaff(request, 'moderation')
  return readBlocklist()
}

/**
 * Saves the blocklist; posts and comments that contain one of its words wait for review
 * (docs/product.md#pending-posts-and-comments).
 */
export async function action({ request }: Route.ActionArgs) {
  const operator = await requireStaff(request, 'moderation')
  const form = await formOf(request, BLOCKLIST_BYTES)
  return runOperatorForm(
    { request, form, redirectTo: href('/admin/moderation/words') },
    {
      rules: blocklistRules,
      done: DECISION_DONE.words,
      run: ({ seen, words }) => saveBlocklist({ operator, seen }, words),
    },
  )
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction)
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Blocklist',
    description: 'Posts and comments that contain one of these words are pending until an operator has reviewed them.',
    path: href('/admin/moderation/words'),
    noindex: true,
  })
}

/** The blocklist, one word or phrase per line. */
export default function BlocklistPage({ loaderData: { words, seen } }: Route.ComponentProps) {
  const form = useForm<typeof action>(blocklistRules)
  return (
    <ModerationFrame title="Blocklist">
      <section className="console-card console-card-alone">
        <p>
          Posts and comments that contain one of these words are pending until an operator has reviewed them. Enter one
          word or phrase per line, at most {countOf(WORD_LINES, 'line')} of {WORD_MAX} characters each. Case and
          punctuation are ignored. The list does not affect posts and comments that are already public.
        </p>
        <Form of={form} inert={form.isBusy}>
          <input type="hidden" name="seen" value={seen} />
          <TextArea
            // The key resets the field when the list has changed on the server, so nothing may be typed during saving.
            key={seen}
            {...form.field('words', words.join('\n'))}
            label="Words"
            hint={words.length ? countOf(words.length, 'word or phrase', 'words and phrases') : 'none yet'}
            rows={14}
            autoCapitalize="none"
            spellCheck={false}
          />
          <FormError error={form.error} />
          <div>
            <Submit of={form} look="primary" busy="Saving...">
              Save the list
            </Submit>
          </div>
        </Form>
      </section>
    </ModerationFrame>
  )
}
