import { href } from 'react-router'
import { playerOrLogin } from '../accounts/require-player.server.ts'
import { fieldText } from '../forms/read-form.ts'
import { notFound, plain, wantsPage } from '../server/http/responses.server.ts'
import type { RouteHandle } from '../server/http/route-table.server.ts'
import { redirectWithFlash } from '../server/http/flash.server.ts'
import { formOf } from '../server/http/request-body.server.ts'
import { lookOf, SHOP_MESSAGES } from './shop-rules.ts'
import { removeLook, wearLook } from './wear-look.server.ts'
import type { Route } from './+types/worn.route'

export const handle: RouteHandle = { methods: ['PUT', 'DELETE', 'POST'] }

/**
 * PUT starts and DELETE stops the use of a look that the signed-in player owns. Both are idempotent. Without
 * JavaScript, a form posts `worn` (`yes` or `no`), and the response redirects to the shop.
 */
export async function action({ request, params: { item } }: Route.ActionArgs) {
  const shop = href('/rewards/shop')
  const player = await playerOrLogin(request, shop)
  const form = request.method === 'POST' ? await formOf(request) : null
  const isWanted = form ? fieldText(form, 'worn') === 'yes' : request.method === 'PUT'
  const outcome = await (isWanted ? wearLook : removeLook)(player, item)
  if (outcome === null) throw notFound(SHOP_MESSAGES.unknown)
  const isFault = outcome === 'not owned'
  if (wantsPage(request)) {
    const done = `${lookOf(item)?.name}: ${isWanted ? 'you are using it now' : 'no longer in use'}.`
    return redirectWithFlash(shop, isFault ? SHOP_MESSAGES.notOwned : done, { isFault })
  }
  return isFault ? plain(409, SHOP_MESSAGES.notOwned) : new Response(null, { status: 204 })
}
