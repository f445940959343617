import { eq } from 'drizzle-orm'
import { database } from '../../app/db/connection.server.ts'
import { collections } from '../../app/db/schema/arrangement.server.ts'
import { sessions } from '../../app/db/schema/accounts.server.ts'
import { postCounts } from '../../app/db/schema/community.server.ts'
import { notifications } from '../../app/db/schema/notifications.server.ts'
import { playSessions } from '../../app/db/schema/credits.server.ts'
import { gameViews } from '../../app/db/schema/games.server.ts'
import { gameReactions, recentGames } from '../../app/db/schema/game-activity.server.ts'
import { gameVersions } from '../../app/db/schema/game-uploads.server.ts'
import { feedRunEntries, feedRuns, feeds } from '../../app/db/schema/feeds.server.ts'
import { messages } from '../../app/db/schema/messages.server.ts'
import { wishlistEntries } from '../../app/db/schema/wishlist.server.ts'
import { createBlogPost } from '../fixtures/blog-posts.ts'
import { createGame, createGames, daysAgo } from '../fixtures/games.ts'
import { type Actor, createActor, createPlayer, NOT_NEW, signIn } from '../fixtures/players.ts'
import { createComment, createPost } from '../fixtures/posts.ts'
import type { World } from './route-row.ts'

/**
 * Creates the data for the rows in an empty database. Game 1 is Moto Rush, 2 is Lamps, 3 has no address, then there are
 * 120 puzzles, and the last was uploaded. Collection 1 is hidden and empty. Post 1 with comment 1 and everything else owned belong to the first player;
 * Mara_V owns nothing yet.
 */
export async function createWorld(): Promise<{ world: World; own: Actor; another: Actor; operator: Actor }> {
  const lamps = await createCatalogue()
  await createPlayer({ username: 'Mara_V', fullName: 'Mara Voss', createdAt: new Date('2026-01-02T03:04:05Z') })
  const own = await createActor(NOT_NEW)
  const things = await createOwnedData(own, lamps)
  const blogPost = await createBlog()
  await createFeed()
  await database().insert(collections).values({ slug: 'staff-picks', name: 'Staff picks', isHidden: true })
  const question = { kind: 'contact' as const, category: 'general', content: 'Where?', dueAt: new Date() }
  const [message] = await database().insert(messages).values(question).returning()
  return {
    world: {
      ...things,
      game: lamps,
      uploaded: await createUploadedGame(),
      id: own.id,
      username: own.username,
      message: message!.id,
      blogPost,
    },
    own,
    another: await createActor(NOT_NEW),
    operator: await createActor({ ...NOT_NEW, role: 'operator' }),
  }
}

async function createCatalogue(): Promise<number> {
  await createGame({
    slug: 'moto-rush',
    title: 'Moto "Rush" & <b>Co</b>',
    description: 'Race up.\nRace down.',
    howToPlay: '- Arrow keys to drive\n- Space to jump',
    categories: ['Car', 'Bike', 'Sports'],
    tags: ['fun', '3D', 'racing'],
    publishedBy: 'Some Studio',
    imageUrl: 'https://img.gamemonetize.com/a.jpg',
    width: 960,
    height: 600,
    views: 1234,
    createdAt: new Date('2026-01-02T03:04:05Z'),
    updatedAt: new Date('2026-02-03T04:05:06Z'),
  })
  const lamps = await createGame({
    slug: 'lamps',
    title: 'Lamps',
    provider: 'own',
    isOriginal: true,
    categories: ['Puzzle'],
    url: '/play/lamps/',
    posterUrl: '/play/lamps/poster-600.webp',
    createdAt: daysAgo(1),
  })
  await createGame({ slug: 'lost', title: 'Lost', url: null })
  await createGames(
    Array.from({ length: 120 }, (_, at) => ({
      slug: `puzzle-${at}`,
      title: `Puzzle ${at}`,
      categories: ['Puzzle'],
      createdAt: daysAgo(10 + at),
    })),
  )
  return lamps.id
}

/** Creates a game with version 1, without files. */
async function createUploadedGame(): Promise<number> {
  const { id } = await createGame({
    slug: 'uploaded',
    title: 'Uploaded',
    provider: 'own',
    status: 'pending',
    url: null,
    heldUrl: '/play/v1/',
  })
  const version = { gameId: id, archive: 'uploaded.zip', root: '', files: 0, bytes: 0, isCurrent: true }
  await database().insert(gameVersions).values(version)
  return id
}

async function createOwnedData(own: Actor, gameId: number) {
  const playerId = own.id
  const elsewhere = await signIn(own)
  const [session] = await database().select().from(sessions).where(eq(sessions.token, elsewhere.token))
  await database().insert(wishlistEntries).values({ playerId, gameId })
  await database().insert(recentGames).values({ playerId, gameId, playedAt: new Date() })
  await database().insert(gameReactions).values({ playerId, gameId, reaction: 'like' })
  await database().update(gameViews).set({ likes: 1 }).where(eq(gameViews.gameId, gameId))
  await database().insert(notifications).values({ playerId, kind: 'decision', words: 'approved' })
  const [play] = await database().insert(playSessions).values({ playerId, gameId }).returning()
  const post = await createPost({
    playerId,
    title: 'All nine doors',
    content: 'Took eleven evenings.',
    type: 'showcase',
    tags: ['horror'],
  })
  const comment = await createComment(own, post, { content: 'Well done' })
  await database().update(postCounts).set({ comments: 1 }).where(eq(postCounts.postId, post.id))
  return { session: session!.id, play: play!.id, post: post.id, comment: comment.id }
}

/** Creates feed 1 with run 1, which is applied, but whose only entry was skipped. */
async function createFeed(): Promise<void> {
  const counts = { new: 1, changed: 0, unchanged: 0, rejected: 0, delisted: 0, relisted: 0, duplicates: 0, ruled: 0 }
  await database().insert(feeds).values({ name: 'Arcade', provider: 'gamemonetize' })
  await database().insert(feedRuns).values({
    feedId: 1,
    startedBy: 'operator',
    state: 'applied',
    entries: 1,
    counts,
    skipped: 1,
    appliedAt: new Date(),
  })
  await database()
    .insert(feedRunEntries)
    .values({ runId: 1, position: 0, kind: 'new', title: 'Doors', after: { categories: [] }, outcome: 'skipped' })
}

/** Creates the blog; returns the post that operators edit. */
async function createBlog(): Promise<number> {
  await createBlogPost({
    slug: 'lamps-at-night',
    title: 'Lamps at night',
    metaDescription: 'Which one to turn first.',
    category: 'Guides',
    tags: ['puzzle'],
    content: '<p>Supported by lamps.</p>',
    publishedAt: new Date('2026-01-02T03:04:05Z'),
    views: 7,
  })
  await createBlogPost({ slug: 'a-draft', title: 'A draft', category: 'Secrets', isPublished: false })
  return (await createBlogPost({ slug: 'doors', title: 'Doors' })).id
}
