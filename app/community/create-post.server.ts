import { eq } from 'drizzle-orm'
import { awardPost } from '../credits/award-written.server.ts'
import { database, type Transaction } from '../db/connection.server.ts'
import { preparedIn } from '../db/query.server.ts'
import { players } from '../db/schema/accounts.server.ts'
import { postCounts, posts } from '../db/schema/community.server.ts'
import { type HoldReason, reasonToHold } from '../moderation/hold.server.ts'
import { hasLinkIn } from '../server/blocklist.server.ts'
import { purgePages } from '../server/purge.server.ts'
import type { Tag } from '../server/cache-headers.server.ts'
import type { Player } from '../server/session.server.ts'
import { lockWriting } from './open-post.server.ts'
import type { PostForm } from './post-form-rules.ts'
import { discardMedia, type Media } from './post-media.server.ts'

type Author = Pick<Player, 'id' | 'username'>

/** What a post says, with its game and its picture found. */
export type PostValues = Pick<PostForm, 'type' | 'title' | 'content' | 'tags' | 'redirectUrl' | 'redirectTitle'> & {
  gameId: number | null
  media: Media | null
}

type CreatedPost = { id: number; isHeld: boolean }

/**
 * Puts a player's post on the board, with its credits; what must wait for an operator is held, and earns when it is shown
 * (docs/product.md, Community and Moderation). What the player has just written is not written again: an answer may get lost on its way, and
 * then it is sent once more. Gives its id and whether it waits for review; null where the
 * player is gone.
 */
export async function createPost(player: Author, values: PostValues): Promise<CreatedPost | null> {
  return database().transaction(async (tx) => {
    const [author] = await tx.select({ id: players.id }).from(players).where(eq(players.id, player.id)).for('key share')
    if (!author) return null
    const known = await findSame(tx, player.id, values)
    if (known !== null) {
      // The post already has the first upload.
      if (values.media) await discardMedia(player.id, values.media.mediaUrl, tx)
      return known
    }
    const why = await reasonToHoldPost(tx, player.id, values)
    const [row] = await tx
      .insert(posts)
      .values({ ...rowOf(values), ...stateFor(why), playerId: player.id })
      .returning()
    if (!row) return null
    if (!why) await awardPost(tx, row.id)
    await tx.insert(postCounts).values({ postId: row.id, type: row.type, isShown: !why })
    await purgePages(tagsOfPost(row, player.username), tx)
    return { id: row.id, isHeld: why !== null }
  })
}

/** So long who sends the same again means the same post or comment. Minutes. */
const SAME_MINUTES = 10

/** Since when the same is the same. */
export const JUST_NOW = `now() - make_interval(mins => ${SAME_MINUTES})`

/** A post that the player has just written with all that this one has; null for none. Holds the lock on their writing. */
async function findSame(tx: Transaction, playerId: string, values: PostValues): Promise<CreatedPost | null> {
  const { type, title, content, tags, redirectUrl, gameId, media } = values
  await lockWriting(tx, playerId)
  const given = [playerId, type, title, content, tags, redirectUrl, gameId, media === null]
  const [known] = await preparedIn<CreatedPost>(tx, 'same-post', SAME, given)
  return known ?? null
}

const SAME = `
  select id, state = 'held' as "isHeld" from posts
  where player_id = $1::uuid and created_at > ${JUST_NOW} and type = $2 and title = $3 and content = $4
    and tags = $5::text[] and redirect_url is not distinct from $6
    and game_id is not distinct from $7::int and (media_url is null) = $8::boolean
  order by id limit 1`

/** The columns of a post that its author writes. */
export function rowOf({ media, redirectTitle, ...values }: PostValues) {
  const none = { mediaUrl: null, mediaWidth: null, mediaHeight: null }
  return { ...values, redirectTitle: values.redirectUrl ? redirectTitle : '', ...none, ...media }
}

/** Whether a post waits for an operator, by all the words that are in it. */
export function reasonToHoldPost(tx: Transaction, playerId: string, values: PostValues): Promise<HoldReason | null> {
  const { title, content, tags, redirectUrl, redirectTitle, media } = values
  return reasonToHold(tx, {
    playerId,
    text: [title, content, ...tags, redirectUrl, redirectTitle].join('\n'),
    hasLink: redirectUrl !== null || hasLinkIn(`${title} ${content}`),
    hasPicture: media !== null,
  })
}

export function stateFor(why: HoldReason | null) {
  return { state: why ? ('held' as const) : ('shown' as const), stateWhy: why ?? '' }
}

/** What shows a post: the board, its page, the profile of its author, and the page of its game. */
export function tagsOfPost({ id, gameId }: Pick<typeof posts.$inferSelect, 'id' | 'gameId'>, author: string): Tag[] {
  const ofGame: Tag[] = gameId === null ? [] : [`game:${gameId}`]
  return ['community', `post:${id}`, `player:${author.toLowerCase()}`, ...ofGame]
}
