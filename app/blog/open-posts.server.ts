import { purgePages } from '../server/cache/purge.server.ts'
import { type Job, NO_DATA } from '../server/jobs/jobs.server.ts'
import { hasJustOpened } from './blog-posts.server.ts'

/** Longer than the one-minute schedule, so that a delayed run does not miss a post. */
const LOOKED_BACK_S = 150

/** Every minute, purges the blog's pages if a scheduled post has become public (docs/product.md#published-posts). */
export const openingPosts: Job = {
  queue: {
    name: 'open-blog-posts',
    data: NO_DATA,
    retries: { limit: 1, firstAfterS: 5, atMostS: 5 },
    expiresAfterS: 30,
    isSingleton: true,
    schedule: '* * * * *',
  },
  async work() {
    if (await hasJustOpened(LOOKED_BACK_S)) await purgePages(['blog'])
  },
}
