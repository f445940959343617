import { useEffect } from 'react'
import { updateCredits } from './fresh-credits.ts'
import { pageOf } from '../server/http/responses.server.ts'
import { pageMeta } from '../site/page-meta.ts'
import { formatCount } from '../lib/text.ts'
import { siteOf } from '../site/use-site.ts'
import { sessionToken } from '../server/sessions/session.server.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { SectionHeader } from '../ui/section-header.tsx'
import type { Route } from './+types/rewards.page'
import { CreditHistory } from './credit-history.tsx'
import { Earnings } from './earnings.tsx'
import { LAST_PAGE, listHistory } from './list-history.server.ts'
import { loadRewards } from './load-rewards.server.ts'
import { recordVisitQuietly } from './streak/record-visit.server.ts'
import { REWARDS_LOGIN } from './rewards-href.ts'
import { ShopWindow } from './shop-window.tsx'
import { Streak } from './streak/streak.tsx'
import { StreakAhead } from './streak/streak-ahead.tsx'
import { StreakCalendar } from './streak/streak-calendar.tsx'
import { Wheel } from './wheel/wheel.tsx'
import './rewards.css'
import './wheel/wheel.css'
import './earnings.css'

export async function loader({ request }: Route.LoaderArgs) {
  const token = sessionToken(request)
  if (!token) return null
  const page = pageOf(request, LAST_PAGE)
  const load = async () => {
    const [rewards, history] = await Promise.all([loadRewards(token), listHistory(token, page)])
    return rewards && { rewards, history }
  }
  const loaded = await load()
  if (!loaded || loaded.rewards.streak !== null) return loaded
  // On the first visit of the day, load the data again to include the credits that the visit earned.
  const visit = await recordVisitQuietly(request, loaded.rewards.playerId)
  return visit ? load() : loaded
}

export function meta({ matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: `Rewards | ${site.name}`,
    description:
      `Earn credits at ${site.name} by playing, sharing games and coming back, ` + 'and spin the wheel once a day.',
    path: '/rewards',
    noindex: true,
  })
}

export default function RewardsPage({ loaderData }: Route.ComponentProps) {
  const total = loaderData?.rewards.total
  useEffect(() => {
    if (total !== undefined) updateCredits(total)
  }, [total])
  if (!loaderData) return <VisitorRewards />
  const { rewards, history } = loaderData
  const streak = rewards.streak ?? 1
  return (
    <div className="rewards">
      <h1>Rewards</h1>
      <section className="rewards-panel rewards-streak" aria-label="Your credits">
        <div className="rewards-sums">
          <p className="rewards-total">
            <b>{formatCount(rewards.total)}</b> {rewards.total === 1 ? 'credit' : 'credits'}
          </p>
          <p>
            <Streak days={streak} />
          </p>
        </div>
        <StreakCalendar weeks={rewards.weeks} />
      </section>
      <Wheel key={rewards.today} spun={rewards.spun} minutesLeft={rewards.minutesLeft} />
      <StreakAhead streak={streak} freezes={rewards.freezes} minutesLeft={rewards.minutesLeft} />
      <section className="rewards-panel rewards-earnings" aria-labelledby="earnings">
        <h2 id="earnings">What earns credits</h2>
        <Earnings rewards={rewards} />
      </section>
      <ShopWindow />
      <section className="rewards-history" aria-labelledby="history">
        <SectionHeader id="history" title="History" />
        <CreditHistory history={history} />
      </section>
    </div>
  )
}

function VisitorRewards() {
  return (
    <div className="rewards">
      <h1>Rewards</h1>
      <div className="rewards-login">
        <EmptyState
          title="Please login to view your rewards"
          action={
            <ButtonLink look="primary" href={REWARDS_LOGIN}>
              Login
            </ButtonLink>
          }
        >
          Players earn credits for playing, sharing and coming back, and spend them on frames for their picture,
          backgrounds for their profile, and freezes for their streak.
        </EmptyState>
      </div>
      <section className="rewards-panel" aria-labelledby="earnings">
        <h2 id="earnings">What earns credits</h2>
        <Earnings rewards={null} />
      </section>
    </div>
  )
}
