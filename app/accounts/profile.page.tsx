import { data, href, redirect, useNavigate } from 'react-router'
import { readForm, typed } from '../forms/read-form.ts'
import { formOf } from '../server/request-body.server.ts'
import { pageMeta } from '../site/page-meta.ts'
import { siteOf } from '../site/use-site.ts'
import { wantsPage } from '../server/wants-page.server.ts'
import { ButtonLink } from '../ui/button.tsx'
import { sayOutcome } from '../forms/say-outcome.ts'
import { USERNAME_TAKEN } from './account-rules.ts'
import { changeProfile } from './change-profile.server.ts'
import { ProfileFields, SaveProfile, useProfileForm } from './profile-form.tsx'
import { PROFILE_DONE, PROFILE_FAILED, profileRules } from './profile-rules.ts'
import { playerOrLogin } from './require-player.server.ts'
import type { Route } from './+types/profile.page'

export async function loader({ request }: Route.LoaderArgs) {
  const { username, fullName, email } = await playerOrLogin(request, href('/account/profile'))
  return { profile: { username, fullName, email } }
}

/** Changes the acting player's own username and full name (docs/product.md, Accounts). */
export async function action({ request }: Route.ActionArgs) {
  const player = await playerOrLogin(request, href('/account/profile'))
  const form = await formOf(request)
  const { values, errors } = readForm(profileRules, form)
  const given = { username: typed(form, 'username'), fullName: typed(form, 'fullName') }
  if (errors) return data({ errors, given }, 400)
  if ((await changeProfile(player, values)) === 'taken') {
    return data({ errors: { username: USERNAME_TAKEN }, given }, 409)
  }
  return wantsPage(request) ? redirect(`${href('/account')}?done=profile`, 303) : data({ errors: null, given })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOutcome(serverAction, { done: PROFILE_DONE, failed: PROFILE_FAILED })
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Edit Profile',
    description: 'Your name as other players see it.',
    path: href('/account/profile'),
    noindex: true,
  })
}

/** The dialog as a page of its own, for who comes without script. */
export default function ProfilePage({ loaderData: { profile }, actionData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const form = useProfileForm({ given: actionData, onDone: () => void navigate(href('/account')) })
  return (
    <div className="account-alone">
      <h1>Edit Profile</h1>
      <section className="text-card">
        <ProfileFields form={form} profile={profile} />
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
