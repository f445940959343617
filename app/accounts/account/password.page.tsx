import { href } from 'react-router'
import { readForm } from '../../forms/read-form.ts'
import { sendForm } from '../../forms/send-form.ts'
import { formOf } from '../../server/http/request-body.server.ts'
import { pageMeta } from '../../site/page-meta.ts'
import { siteOf } from '../../site/use-site.ts'
import { formDone } from '../../server/http/responses.server.ts'
import { countAttemptOf } from '../../server/http/count-attempts.server.ts'
import { logAccess } from '../../server/process/log-access.server.ts'
import { tooManyMessage } from '../../server/http/rate-limit.server.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PASSWORD_WEAK } from '../account-rules.ts'
import { changePassword, hasPassword } from './change-password.server.ts'
import { PasswordForm } from './password-form.tsx'
import { PASSWORD_DONE, PASSWORD_FAILED, PASSWORD_WRONG, passwordChangeRules } from '../profile/profile-rules.ts'
import { playerOrLogin } from '../require-player.server.ts'
import { replaceToken } from './list-sessions.server.ts'
import { SetPassword } from './set-password.tsx'
import type { Route } from './+types/password.page'

export async function loader({ request }: Route.LoaderArgs) {
  const { id, email } = await playerOrLogin(request, href('/account/password'))
  return { email, hasPassword: await hasPassword(id) }
}

/** Changes the signed-in player's password and ends their other sessions. Guesses count like failed sign-ins. */
export async function action({ request }: Route.ActionArgs) {
  const player = await playerOrLogin(request, href('/account/password'))
  const { values, errors, refuse } = readForm(passwordChangeRules, await formOf(request))
  if (errors) return refuse(errors)
  const wait = await countAttemptOf('sign-in-account', `password of ${player.id}`)
  if (wait) return refuse({ form: tooManyMessage(wait) }, 429)
  const outcome = await changePassword(player, values)
  if (outcome === 'wrong') return refuse({ current: PASSWORD_WRONG })
  if (outcome === 'weak') return refuse({ password: PASSWORD_WEAK })
  await replaceToken(player)
  logAccess(request, 'Password changed', { player: player.id })
  return formDone(request, href('/account'), PASSWORD_DONE)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction, { failed: PASSWORD_FAILED })
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Change password',
    description: 'Set a new password for your account.',
    path: href('/account/password'),
    noindex: true,
  })
}

/** The account page's password form as a separate page, shown without JavaScript if an error occurs. */
export default function PasswordPage({ loaderData: { email, hasPassword } }: Route.ComponentProps) {
  return (
    <div className="account-alone">
      <h1>Change password</h1>
      <section className="text-card">{hasPassword ? <PasswordForm email={email} /> : <SetPassword />}</section>
      <ButtonLink look="quiet" href={href('/account')}>
        Back to your account
      </ButtonLink>
    </div>
  )
}
