import { eq } from 'drizzle-orm'
import { awardPost } from '../../../credits/award-written.server.ts'
import { database, type Transaction } from '../../../db/connection.server.ts'
import { preparedIn } from '../../../db/query.server.ts'
import { players } from '../../../db/schema/accounts.server.ts'
import { postCounts, posts } from '../../../db/schema/community.server.ts'
import { type HoldReason, reasonToHold } from '../../../moderation/hold.server.ts'
import { hasLinkIn } from '../../../db/blocklist.server.ts'
import { purgePages } from '../../../server/cache/purge.server.ts'
import type { Tag } from '../../../server/cache/cache-headers.server.ts'
import type { Player } from '../../../server/sessions/session.server.ts'
import { lockWriting } from '../open-post.server.ts'
import type { PostForm } from './post-form-rules.ts'
import { discardMedia, type Media } from '../post-media.server.ts'

type Author = Pick<Player, 'id' | 'username'>

/** The validated form of a post, with its game and picture found. */
export type PostValues = Pick<PostForm, 'type' | 'title' | 'content' | 'tags' | 'redirectUrl' | 'redirectTitle'> & {
  gameId: number | null
  media: Media | null
}

type CreatedPost = { id: number; isPending: boolean }

/**
 * Creates a player's post and awards its credits (docs/product.md#credits-for-writing). A post that needs review is
 * pending and earns once it is public (docs/product.md#pending-posts-and-comments). If the player has just sent the
 * same post, returns that one, because the first response may have been lost. Returns null if the player no longer
 * exists.
 */
export async function createPost(player: Author, values: PostValues): Promise<CreatedPost | null> {
  return database().transaction(async (tx) => {
    const [author] = await tx.select({ id: players.id }).from(players).where(eq(players.id, player.id)).for('key share')
    if (!author) return null
    const known = await findSame(tx, player.id, values)
    if (known !== null) {
      // The existing post already has the first upload.
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
    return { id: row.id, isPending: why !== null }
  })
}

/** Minutes in which the same post or comment, sent again, counts as a repetition. */
const SAME_MINUTES = 10

/** SQL: the start of that period. */
export const JUST_NOW = `now() - make_interval(mins => ${SAME_MINUTES})`

/** Finds a post with the same content that the player has just written, or null. Holds the lock on their writing. */
async function findSame(tx: Transaction, playerId: string, values: PostValues): Promise<CreatedPost | null> {
  const { type, title, content, tags, redirectUrl, gameId, media } = values
  await lockWriting(tx, playerId)
  const given = [playerId, type, title, content, tags, redirectUrl, gameId, media === null]
  const [known] = await preparedIn<CreatedPost>(tx, 'same-post', SAME, given)
  return known ?? null
}

const SAME = `
  select id, state = 'held' as "isPending" from posts
  where player_id = $1::uuid and created_at > ${JUST_NOW} and type = $2 and title = $3 and content = $4
    and tags = $5::text[] and redirect_url is not distinct from $6
    and game_id is not distinct from $7::int and (media_url is null) = $8::boolean
  order by id limit 1`

/** Returns the columns that a post's author sets. */
export function rowOf({ media, redirectTitle, ...values }: PostValues) {
  const none = { mediaUrl: null, mediaWidth: null, mediaHeight: null }
  return { ...values, redirectTitle: values.redirectUrl ? redirectTitle : '', ...none, ...media }
}

/** Returns why a post needs review, or null. Checks all of its texts. */
export function reasonToHoldPost(tx: Transaction, playerId: string, values: PostValues): Promise<HoldReason | null> {
  const { title, content, tags, redirectUrl, redirectTitle, media } = values
  return reasonToHold(tx, {
    playerId,
    text: [title, content, ...tags, redirectUrl, redirectTitle].join('\n'),
    hasLink: redirectUrl !== null || hasLinkIn([title, content, ...tags].join(' ')),
    hasPicture: media !== null,
  })
}

export function stateFor(why: HoldReason | null) {
  return { state: why ? ('held' as const) : ('shown' as const), stateWhy: why ?? '' }
}

/** Cache tags of all pages that show a post: the board, its page, its author's profile, and its game. */
export function tagsOfPost({ id, gameId }: Pick<typeof posts.$inferSelect, 'id' | 'gameId'>, author: string): Tag[] {
  const ofGame: Tag[] = gameId === null ? [] : [`game:${gameId}`]
  return ['community', `post:${id}`, `player:${author.toLowerCase()}`, ...ofGame]
}
