import { data, href, redirect } from 'react-router'
import type { Card } from '../games/cards/card.server.ts'
import { GameGrid } from '../games/cards/game-grid.tsx'
import { listCards } from '../games/lists/list-games.server.ts'
import { loginHref } from '../accounts/login-href.ts'
import { pageMeta } from '../site/page-meta.ts'
import { pageOf } from '../server/http/responses.server.ts'
import { cacheHeaders } from '../server/cache/cache-headers.server.ts'
import { countOf } from '../lib/text.ts'
import { siteOf } from '../site/use-site.ts'
import { sessionToken } from '../server/sessions/session.server.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Pagination } from '../ui/pagination.tsx'
import type { Route } from './+types/wishlist.page'
import { LocalWishesGrid } from './local-wishes-grid.tsx'
import { useShownWishes } from './use-shown-wishes.ts'
import { wishlistHref } from './wishlist-href.ts'
import { WISHES_ON_PAGE } from './wishlist-rules.ts'
import { countWishes, wishesOnPage } from './wishlist.server.ts'
import { pageAt } from '../lib/page-number.ts'

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export async function loader({ request }: Route.LoaderArgs) {
  const token = sessionToken(request)
  const page = pageOf(request)
  const [total, games] = token
    ? await Promise.all([countWishes(token), listCards(wishesOnPage(token, page))])
    : [null, []]
  // Without personal data, the page is the same for all visitors and can be cached.
  if (total === null) return data(null, { headers: cacheHeaders('games') })
  const { pages } = pageAt(total, page, WISHES_ON_PAGE)
  if (page > pages) throw redirect(wishlistHref(pages))
  return data({ games, total, page, pages })
}

export function meta({ matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: `My Wishlist | ${site.name}`,
    description: `The games that you saved at ${site.name}, on all your devices.`,
    path: href('/wishlist'),
    noindex: true,
  })
}

export default function WishlistPage({ loaderData }: Route.ComponentProps) {
  return loaderData ? <Wishlist {...loaderData} /> : <SignedOut />
}

type Props = { games: Card[]; total: number; page: number; pages: number }

function Wishlist({ games, total, page, pages }: Props) {
  const { shown, heading } = useShownWishes(games, pages > 1)
  const left = total - (games.length - shown.length)
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="wishlist-title">
        My Wishlist
      </h1>
      {shown.length ? (
        <>
          <p className="page-intro">{countOf(left, 'game')}, newest first</p>
          <GameGrid games={shown} />
        </>
      ) : (
        <EmptyState
          title="Your wishlist is empty"
          action={
            <ButtonLink look="primary" href={href('/games')}>
              Browse Games
            </ButtonLink>
          }
        >
          Press a game's heart to save it here.
        </EmptyState>
      )}
      <Pagination page={page} pages={pages} hrefOf={wishlistHref} />
    </>
  )
}

function SignedOut() {
  return (
    <>
      <h1>My Wishlist</h1>
      <LocalWishesGrid />
      <EmptyState
        title="Please login to view your wishlist"
        action={
          <ButtonLink look="primary" href={loginHref(href('/wishlist'))}>
            Login
          </ButtonLink>
        }
      >
        Until then, your hearts are saved on this device. They move to your wishlist when you sign in.
      </EmptyState>
    </>
  )
}
