import { useEffect } from 'react'
import { href } from 'react-router'
import { playerOrLogin } from '../accounts/require-player.server.ts'
import { boughtKey } from '../credits/credit-rules.ts'
import { updateCredits } from '../credits/fresh-credits.ts'
import { recordVisitQuietly } from '../credits/streak/record-visit.server.ts'
import { formatCount } from '../lib/text.ts'
import { NO_PLAYER } from '../players/player-rules.ts'
import { ProfileHead } from '../players/profile-head.tsx'
import { findProfile } from '../players/profile.server.ts'
import { notFound } from '../server/http/responses.server.ts'
import { sessionToken } from '../server/sessions/session.server.ts'
import { pageMeta } from '../site/page-meta.ts'
import { siteOf } from '../site/use-site.ts'
import { loadShop } from './load-shop.server.ts'
import { LookCard } from './look-card.tsx'
import { StreakFreezePanel } from './streak-freeze-panel.tsx'
import { FRAMES, BACKGROUNDS, type Look } from './shop-rules.ts'
import type { Route } from './+types/shop.page'
import './shop.css'

export async function loader({ request }: Route.LoaderArgs) {
  const { id, username } = await playerOrLogin(request, href('/rewards/shop'))
  const load = () => Promise.all([loadShop(id), findProfile(username, sessionToken(request))])
  let [shop, found] = await load()
  // On the first visit of the day, load the data again to include the credits that the visit earned.
  if (!shop.isNoted && (await recordVisitQuietly(request, id))) [shop, found] = await load()
  if (!found) throw notFound(NO_PLAYER)
  return { shop, profile: found.profile }
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Shop',
    description: 'Spend credits on frames, backgrounds and streak freezes.',
    path: href('/rewards/shop'),
    noindex: true,
  })
}

/** The shop (docs/product.md#shop). Every button is in a form, so that it works without JavaScript. */
export default function ShopPage({ loaderData: { shop, profile } }: Route.ComponentProps) {
  const { total, bought, freezes } = shop
  useEffect(() => updateCredits(total), [total])
  const owned = new Set(bought)
  const list = (id: string, title: string, intro: string, looks: readonly Look[]) => (
    <section className="shop-part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p>{intro}</p>
      <ul className="shop-looks" data-kind={id}>
        {looks.map((look) => (
          <LookCard
            key={look.id}
            look={look}
            face={profile}
            total={total}
            isOwned={owned.has(boughtKey(look.id))}
            isWorn={profile[look.kind] === look.id}
          />
        ))}
      </ul>
    </section>
  )
  return (
    <div className="shop">
      <div className="shop-head">
        <div>
          <h1>Shop</h1>
          <p>
            Credits come from{' '}
            <a className="text-link" href={href('/rewards')}>
              playing and coming back
            </a>
            ; they cannot be bought with money. What you buy is yours forever.
          </p>
        </div>
        <p className="shop-total">
          <b>{formatCount(total)}</b> {total === 1 ? 'credit' : 'credits'}
        </p>
      </div>
      <section className="profile-card shop-preview" aria-label="Your public profile card">
        <ProfileHead profile={{ ...profile, fullName: profile.fullName || profile.username }} />
      </section>
      <StreakFreezePanel {...freezes} total={total} />
      {list('frames', 'Frames', 'Around your picture, everywhere.', FRAMES)}
      {list('backgrounds', 'Backgrounds', 'On your profile card.', BACKGROUNDS)}
    </div>
  )
}
