import { href } from 'react-router'
import { playerOrLogin } from '../accounts/require-player.server.ts'
import { countOf } from '../lib/text.ts'
import { notFound, plain, wantsPage } from '../server/http/responses.server.ts'
import type { RouteHandle } from '../server/http/route-table.server.ts'
import { redirectWithFlash } from '../server/http/flash.server.ts'
import { buyItem, type Purchased } from './buy-item.server.ts'
import { SHOP_MESSAGES } from './shop-rules.ts'
import type { Route } from './+types/purchase.route'

export const handle: RouteHandle = { methods: ['PUT', 'POST'] }

/**
 * PUT: buys the item in the URL for the signed-in player, once, at the shop's price. Reads nothing else from the
 * request. Responds with the balance, or 409 and a sentence if the player cannot buy the item. Without JavaScript, the
 * form's response redirects to the shop.
 */
export async function action({ request, params: { item } }: Route.ActionArgs) {
  const shop = href('/rewards/shop')
  const player = await playerOrLogin(request, shop)
  const purchased = await buyItem(player.id, item)
  if (!purchased) throw notFound(SHOP_MESSAGES.unknown)
  const { name, total } = purchased
  const fault = faultOf(purchased)
  if (wantsPage(request)) {
    return redirectWithFlash(shop, fault ?? `${name} is yours. You have ${countOf(total, 'credit')} left.`, {
      isFault: fault !== null,
    })
  }
  return fault === null ? Response.json({ total }) : plain(409, fault)
}

function faultOf({ outcome, price, total }: Purchased): string | null {
  if (outcome === 'short') return `You need ${countOf(price - total, 'more credit', 'more credits')} for this.`
  return outcome === 'full' || outcome === 'stale' ? SHOP_MESSAGES[outcome] : null
}
