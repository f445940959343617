import { Download } from 'lucide-react'
import { Suspense, useState } from 'react'
import { href } from 'react-router'
import { DELETION } from '../../data-inventory/player-data.server.ts'
import { late } from '../../ui/floating/late.tsx'
import { formatDay } from '../../lib/dates.ts'
import { fileHref } from '../../lib/file-href.ts'
import { pageMeta } from '../../site/page-meta.ts'
import { siteOf } from '../../site/use-site.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { opens } from '../../ui/floating/opens.ts'
import { AvatarPicker } from '../profile/avatar-picker.tsx'
import { hasPassword } from './change-password.server.ts'
import { PasswordForm } from './password-form.tsx'
import { findJoinedAt } from '../profile/change-profile.server.ts'
import { playerOrLogin } from '../require-player.server.ts'
import { SessionList } from './session-list.tsx'
import { listSessions } from './list-sessions.server.ts'
import { SetPassword } from './set-password.tsx'
import type { Route } from './+types/account.page'

const ProfileDialog = late(() => import('../profile/profile-dialog.tsx'))
const DeleteDialog = late(() => import('./delete-dialog.tsx'))

export async function loader({ request }: Route.LoaderArgs) {
  const player = await playerOrLogin(request, href('/account'))
  const [sessions, password, joinedAt] = await Promise.all([
    listSessions(player),
    hasPassword(player.id),
    findJoinedAt(player.id),
  ])
  const { username, fullName, email, avatar, frame } = player
  return {
    profile: { username, fullName, email, avatar: avatar && fileHref(avatar), frame, joinedAt },
    hasPassword: password,
    sessions,
    deletion: DELETION,
  }
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Your account',
    description: 'Manage your profile, password, sessions and data.',
    path: href('/account'),
    noindex: true,
  })
}

/** The signed-in player's account. Works without JavaScript: each form and dialog also has its own page. */
export default function AccountPage({
  loaderData: { profile, hasPassword, sessions, deletion },
}: Route.ComponentProps) {
  const [dialog, setDialog] = useState<'profile' | 'delete' | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <h1>Your account</h1>
      <div className="account">
        <div>
          <section className="text-card">
            <h2>Profile</h2>
            <AvatarPicker name={profile.username} src={profile.avatar} frame={profile.frame} />
            <dl className="facts">
              <dt>Username</dt>
              <dd>@{profile.username}</dd>
              <dt>Full Name</dt>
              <dd>{profile.fullName || <span className="quiet">Not given</span>}</dd>
              <dt>Email</dt>
              <dd>{profile.email}</dd>
              <dt>Joined</dt>
              <dd>{formatDay(profile.joinedAt)}</dd>
            </dl>
            <ButtonLink href={href('/account/profile')} onClick={opens(() => setDialog('profile'))}>
              Edit Profile
            </ButtonLink>
          </section>
          <section className="text-card">
            <h2>Password</h2>
            {hasPassword ? <PasswordForm email={profile.email} /> : <SetPassword />}
          </section>
        </div>
        <div>
          <section className="text-card">
            <h2>Sessions</h2>
            <p>Where you are signed in. If you do not recognise a session, end it and change your password.</p>
            <SessionList sessions={sessions} />
          </section>
          <section className="text-card">
            <h2>Blocked players</h2>
            <p>Players whose posts and comments you do not see, and who do not see yours.</p>
            <ButtonLink href={href('/account/blocked')}>Show blocked players</ButtonLink>
          </section>
          <section className="text-card">
            <h2>Your data</h2>
            <p>A file with all data stored about you, to read or take elsewhere.</p>
            <ButtonLink href={href('/account/data')} download>
              <Download aria-hidden="true" /> Download my data
            </ButtonLink>
          </section>
          <section className="text-card">
            <h2>Delete account</h2>
            <p>
              Deletes your account and everything that belongs to it, immediately and permanently. We ask you to confirm
              first.
            </p>
            <ButtonLink look="destructive" href={href('/account/delete')} onClick={opens(() => setDialog('delete'))}>
              Delete my account
            </ButtonLink>
          </section>
        </div>
      </div>
      <Suspense>
        {dialog === 'profile' && <ProfileDialog onClose={close} />}
        {dialog === 'delete' && (
          <DeleteDialog deletion={deletion} username={profile.username} hasPassword={hasPassword} onClose={close} />
        )}
      </Suspense>
    </>
  )
}
