import { href } from 'react-router'
import { config } from '../../server/process/config.server.ts'
import { slugify } from '../../lib/slug.ts'
import type { Route } from './+types/data.route'
import { collectPlayerData } from '../../data-inventory/player-data.server.ts'
import { playerOrLogin } from '../require-player.server.ts'

/** GET: downloads all data stored about the signed-in player, as JSON. */
export async function loader({ request }: Route.LoaderArgs) {
  const { id } = await playerOrLogin(request, href('/account'))
  const document = await collectPlayerData(id)
  const name = `${slugify(config().siteName) || 'portal'}-data-${new Date().toISOString().slice(0, 10)}.json`
  return new Response(`${JSON.stringify(document, null, 2)}\n`, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'private, no-store',
    },
  })
}
