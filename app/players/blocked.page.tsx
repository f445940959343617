import { href } from 'react-router'
import { playerOrLogin } from '../accounts/require-player.server.ts'
import { playerHref } from '../accounts/player-href.ts'
import { pageMeta } from '../site/page-meta.ts'
import { siteOf } from '../site/use-site.ts'
import { Avatar } from '../ui/avatar.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Unblock } from './block-controls.tsx'
import { listBlocked } from './blocks.server.ts'
import type { Route } from './+types/blocked.page'

export async function loader({ request }: Route.LoaderArgs) {
  const { id } = await playerOrLogin(request, href('/account/blocked'))
  return { blocked: await listBlocked(id) }
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Blocked players',
    description: 'Manage the players whose posts and comments you do not see.',
    path: href('/account/blocked'),
    noindex: true,
  })
}

export default function BlockedPage({ loaderData: { blocked } }: Route.ComponentProps) {
  return (
    <div className="account-alone">
      <h1>Blocked players</h1>
      <section className="text-card">
        {blocked.length ? (
          <ul className="blocked-players">
            {blocked.map(({ username, avatar }) => (
              <li key={username}>
                <Avatar name={username} src={avatar} />
                <a href={playerHref(username)} className="text-link">
                  {username}
                </a>
                <Unblock username={username} next={href('/account/blocked')} />
              </li>
            ))}
          </ul>
        ) : (
          <p>You have not blocked anyone. You can block players on their profiles.</p>
        )}
      </section>
      <ButtonLink look="quiet" href={href('/account')}>
        Back to your account
      </ButtonLink>
    </div>
  )
}
