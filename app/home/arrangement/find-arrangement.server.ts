import { prepared } from '../../db/query.server.ts'
import type { HomeArrangement } from '../../db/schema/arrangement.server.ts'
import { AUTOMATIC } from '../home-rows.ts'

/** Returns the arrangement that visitors see: the newest published version, or the automatic one. */
export async function findArrangement(): Promise<HomeArrangement> {
  const [newest] = await prepared<{ arrangement: HomeArrangement }>('home-arrangement', NEWEST)
  return newest?.arrangement ?? AUTOMATIC
}

const NEWEST = `
  select arrangement from home_versions where published_at is not null order by published_at desc limit 1`
