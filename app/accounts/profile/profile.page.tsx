import { href, useNavigate } from 'react-router'
import { readForm } from '../../forms/read-form.ts'
import { sendForm } from '../../forms/send-form.ts'
import { formOf } from '../../server/http/request-body.server.ts'
import { pageMeta } from '../../site/page-meta.ts'
import { siteOf } from '../../site/use-site.ts'
import { formDone } from '../../server/http/responses.server.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { NAME_REFUSED, USERNAME_TAKEN } from '../account-rules.ts'
import { changeProfile } from './change-profile.server.ts'
import { ProfileFields, SaveProfile, useProfileForm } from './profile-form.tsx'
import { PROFILE_DONE, PROFILE_FAILED, profileRules } from './profile-rules.ts'
import { playerOrLogin } from '../require-player.server.ts'
import { usePlayer } from '../use-player.ts'
import type { Route } from './+types/profile.page'

export async function loader({ request }: Route.LoaderArgs) {
  await playerOrLogin(request, href('/account/profile'))
  return null
}

/** Changes the signed-in player's names and settings (docs/product.md#names-and-passwords). */
export async function action({ request }: Route.ActionArgs) {
  const player = await playerOrLogin(request, href('/account/profile'))
  const { values, errors, refuse } = readForm(profileRules, await formOf(request))
  if (errors) return refuse(errors)
  const outcome = await changeProfile(player, values)
  if (outcome === 'taken') return refuse({ username: USERNAME_TAKEN }, 409)
  if (outcome !== 'changed') return refuse({ [outcome.refused]: NAME_REFUSED })
  return formDone(request, href('/account'), PROFILE_DONE)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction, { failed: PROFILE_FAILED })
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Edit Profile',
    description: 'Change your name as other players see it.',
    path: href('/account/profile'),
    noindex: true,
  })
}

/** The dialog as a separate page, for visitors without JavaScript. */
export default function ProfilePage() {
  const player = usePlayer()
  const navigate = useNavigate()
  const form = useProfileForm(() => void navigate(href('/account')))
  if (!player) return null
  return (
    <div className="account-alone">
      <h1>Edit Profile</h1>
      <section className="text-card">
        <ProfileFields form={form} profile={player} />
        <div className="form-actions">
          <ButtonLink look="quiet" href={href('/account')}>
            Cancel
          </ButtonLink>
          <SaveProfile form={form} />
        </div>
      </section>
    </div>
  )
}
