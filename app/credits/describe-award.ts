import { countOf } from '../lib/text.ts'
import type { HistoryLine } from './list-history.server.ts'

/** Describes a line of the history. The texts `before` and `after` surround the name of a game, which may be a link. */
export function describeAward({
  activity,
  credits,
  metadata,
}: Pick<HistoryLine, 'activity' | 'credits' | 'metadata'>): {
  before: string
  game?: string
  after?: string
} {
  const game = metadata?.title === undefined ? undefined : String(metadata.title)
  if (activity === 'shop') return { before: `Bought: ${metadata?.name}` }
  if (credits < 0) return { before: `Taken back: ${(NAMES.get(activity) ?? activity).toLowerCase()}` }
  if (activity === 'play') return { before: 'Played', game: game ?? 'a game', after: `, ${countOf(credits, 'minute')}` }
  if (activity === 'share') return { before: 'Shared', game: game ?? 'a game' }
  if (activity === 'login' && metadata?.freezesLeft !== undefined)
    return { before: 'First visit after a streak freeze' }
  if (activity === 'streak') return { before: `${metadata?.streak ?? 7} days in a row` }
  return { before: NAMES.get(activity) ?? activity }
}

const NAMES = new Map(
  Object.entries({
    login: 'First visit of the day',
    play: 'Played a game',
    post: 'Wrote a post',
    comment: 'Wrote a comment',
    answer: 'Answered a question',
    share: 'Shared a game',
    streak: 'Days in a row',
    spin: 'Spun the daily wheel',
  }),
)
