import { requireStaff } from '../../../accounts/operators/require-staff.server.ts'
import { prepared } from '../../../db/query.server.ts'
import { idOf, notFound } from '../../../server/http/responses.server.ts'
import { drawPoster } from '../../pictures/poster.server.ts'
import { findPictureAt } from '../../pictures/stored-picture.server.ts'
import { feedLimits } from '../feed-limits.server.ts'
import type { Route } from './+types/plan-picture.route'

const NO_ENTRY = 'This entry doesn’t exist.'
const TIMEOUT_MS = 5000

type Row = { picture: string | null; slug: string | null; categories: string[] | null; title: string }

/**
 * GET: the picture that a game gets if the plan is applied, or else its poster. The portal fetches and stores the
 * picture as for a public game, so that operators see what they will publish.
 */
export async function loader({ request, params }: Route.LoaderArgs) {
  await requireStaff(request, 'games')
  const runId = idOf(params.id, NO_ENTRY)
  // Positions start at 0, ids at 1.
  const position = idOf(String(Number(params.position) + 1), NO_ENTRY) - 1
  const [entry] = await prepared<Row>('plan-picture', FIND, [runId, position])
  if (!entry) throw notFound(NO_ENTRY)
  const picture = entry.picture && (await findPictureAt(entry.picture, 320, TIMEOUT_MS, feedLimits()))
  const poster = { slug: entry.slug ?? entry.title, categories: entry.categories ?? [] }
  return new Response(picture ? new Uint8Array(picture) : drawPoster(poster, 'wide'), {
    headers: {
      'Content-Type': picture ? 'image/webp' : 'image/svg+xml; charset=utf-8',
      'Cache-Control': `private, max-age=${picture ? 3600 : 60}`,
    },
  })
}

const FIND = `
  select e.after->>'image_url' as picture, coalesce(g.slug, e.after->>'wanted_slug') as slug, e.title,
    case when jsonb_typeof(e.after->'categories') = 'array'
      then array(select jsonb_array_elements_text(e.after->'categories')) else g.categories end as categories
  from feed_run_entries e left join games g on g.id = e.game_id where e.run_id = $1 and e.position = $2`
