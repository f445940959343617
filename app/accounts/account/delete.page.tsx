import { href, redirect, redirectDocument } from 'react-router'
import { noticeCookie } from '../../server/sessions/cookies.server.ts'
import { DELETION } from '../../data-inventory/player-data.server.ts'
import { readForm } from '../../forms/read-form.ts'
import { sendForm } from '../../forms/send-form.ts'
import { formOf } from '../../server/http/request-body.server.ts'
import { pageMeta } from '../../site/page-meta.ts'
import { postToTabs } from '../tabs.ts'
import { siteOf } from '../../site/use-site.ts'
import { wantsPage } from '../../server/http/responses.server.ts'
import { countAttemptOf } from '../../server/http/count-attempts.server.ts'
import { tooManyMessage } from '../../server/http/rate-limit.server.ts'
import { endedSessionCookie } from '../../server/sessions/session.server.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { hasPassword, isPasswordOf } from './change-password.server.ts'
import { deleteAccount } from './delete-account.server.ts'
import { DeleteButton, DeleteFields, useDeleteForm } from './delete-form.tsx'
import { DELETE_FAILED, deletionRules, NAME_DIFFERS, PASSWORD_WRONG } from '../profile/profile-rules.ts'
import { playerOrLogin } from '../require-player.server.ts'
import type { Route } from './+types/delete.page'

export async function loader({ request }: Route.LoaderArgs) {
  const { id, username } = await playerOrLogin(request, href('/account/delete'))
  return { username, hasPassword: await hasPassword(id), deletion: DELETION }
}

/** Deletes the signed-in player's account (docs/decisions/009-deleting-an-account.md). */
export async function action({ request }: Route.ActionArgs) {
  const player = await playerOrLogin(request, href('/account/delete'))
  const { values, errors, refuse } = readForm(deletionRules, await formOf(request))
  if (errors) return refuse(errors)
  if (values.username.toLowerCase() !== player.username.toLowerCase()) {
    return refuse({ username: NAME_DIFFERS })
  }
  if (await hasPassword(player.id)) {
    const wait = await countAttemptOf('sign-in-account', `password of ${player.id}`)
    if (wait) return refuse({ form: tooManyMessage(wait) }, 429)
    if (!(await isPasswordOf(player.id, values.current ?? ''))) return refuse({ current: PASSWORD_WRONG })
  }
  await deleteAccount(player.id)
  const headers = new Headers({ 'Set-Cookie': endedSessionCookie() })
  if (wantsPage(request)) return redirect(href('/account/deleted'), { status: 303, headers })
  headers.append('Set-Cookie', noticeCookie('account-deleted'))
  // Loads a new document, so that no data of the player remains in memory.
  return redirectDocument(href('/'), { status: 303, headers })
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await sendForm(serverAction, { failed: DELETE_FAILED })
  } catch (redirected) {
    postToTabs('signed-out')
    throw redirected
  }
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Delete your account',
    description: 'Delete your account and everything that belongs to it.',
    path: href('/account/delete'),
    noindex: true,
  })
}

/** The dialog as a separate page, for visitors without JavaScript. */
export default function DeletePage({ loaderData: { username, hasPassword, deletion } }: Route.ComponentProps) {
  const form = useDeleteForm()
  return (
    <div className="account-alone">
      <h1>Delete your account?</h1>
      <section className="text-card">
        <DeleteFields form={form} username={username} hasPassword={hasPassword} deletion={deletion} />
        <div className="form-actions">
          <ButtonLink look="quiet" href={href('/account')}>
            Cancel
          </ButtonLink>
          <DeleteButton form={form} />
        </div>
      </section>
    </div>
  )
}
