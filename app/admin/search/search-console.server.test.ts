import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBlogPost } from '../../../testing/fixtures/blog-posts.ts'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createGame, createGames } from '../../../testing/fixtures/games.ts'
import { createPlayer } from '../../../testing/fixtures/players.ts'
import { createPost } from '../../../testing/fixtures/posts.ts'
import { createDraft, saveDraft } from '../../blog/editor/drafts.server.ts'
import { NEW_DRAFT } from '../../blog/blog-rules.ts'
import { database } from '../../db/connection.server.ts'
import { formerSlugs } from '../../db/schema/game-management.server.ts'
import type { Player } from '../../server/sessions/session.server.ts'
import { searchConsole } from './search-console.server.ts'
import type { HitKind } from './search-rules.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
const operator = { role: 'operator' } as Player

beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
afterAll(() => testDatabase.drop())

async function hitsOf(kind: HitKind, term: string) {
  return (await searchConsole(operator, term)).find((group) => group.kind === kind)?.hits ?? []
}
const titlesOf = async (kind: HitKind, term: string) => (await hitsOf(kind, term)).map(({ title }) => title)

test('games are found whatever their status: by id, by slug, by a former slug, and by a part of the title', async () => {
  const held = { url: null, heldUrl: 'https://html5.gamemonetize.com/1/' }
  const [shown, hidden] = await createGames([
    { title: 'Quiet Lanterns', slug: 'quiet-lanterns' },
    { title: 'Loud Lanterns', slug: 'loud-lanterns', status: 'hidden', ...held },
    { title: 'Deleted Lanterns', status: 'deleted', ...held },
  ])
  await database().insert(formerSlugs).values({ slug: 'old-name', gameId: hidden!.id })
  expect(await titlesOf('games', 'LANTERN')).toEqual(['Quiet Lanterns', 'Loud Lanterns', 'Deleted Lanterns'])
  expect(await titlesOf('games', 'loud lan')).toEqual(['Loud Lanterns'])
  for (const term of [String(hidden!.id), 'loud-lanterns', 'Old-Name'])
    expect((await titlesOf('games', term))[0], term).toBe('Loud Lanterns')
  expect((await hitsOf('games', 'quiet'))[0]).toEqual({
    to: `/admin/games/${shown!.id}`,
    title: 'Quiet Lanterns',
    detail: 'quiet-lanterns',
    picture: `/pictures/${shown!.id}/poster`,
  })
  expect((await hitsOf('games', 'loud'))[0]).toMatchObject({ state: 'Hidden' })
})

test('what is searched for exactly comes first, then what begins with it, and there are at most five of a kind', async () => {
  await createGames(
    ['A Dozen Marbles', 'Marbles in the Attic', 'Marbles'].map((title) => ({ title, slug: title.replace(/ /g, '-') })),
  )
  expect(await titlesOf('games', 'marbles')).toEqual(['Marbles', 'Marbles in the Attic', 'A Dozen Marbles'])
  await createGames(Array.from({ length: 7 }, (_, at) => ({ title: `Crowd ${at}` })))
  for (let made = 0; made < 7; made++) await createPost({ title: `Crowd ${made}`, state: made % 2 ? 'shown' : 'held' })
  const groups = await searchConsole(operator, 'crowd')
  expect(groups.map(({ kind, hits }) => [kind, hits.length])).toEqual([
    ['games', 5],
    ['posts', 5],
  ])
})

test('players are found by username, full name and address', async () => {
  await createPlayer({ username: 'mara_v', fullName: 'Mara Voss', email: 'berit@mail.example' })
  await createPlayer({ username: 'tamara', email: 'tamara@mail.example', suspendedUntil: new Date('2100-01-01') })
  expect(await titlesOf('players', 'mara')).toEqual(['@mara_v', '@tamara'])
  for (const term of ['Voss', '@mara_v', 'BERIT@mail', 'berit@mail.example'])
    expect(await titlesOf('players', term), term).toEqual(['@mara_v'])
  expect(await hitsOf('players', 'voss')).toEqual([
    { to: '/players/mara_v', title: '@mara_v', detail: 'Mara Voss · berit@mail.example' },
  ])
  expect((await hitsOf('players', 'tamara'))[0]).toMatchObject({ state: 'Suspended' })
  expect(await titlesOf('players', 'ma')).toEqual(['@mara_v'])
})

test('posts are found in any state, with a link to what an operator does with them', async () => {
  const author = await createPlayer({ username: 'jo_lee' })
  const given = { playerId: author.id, createdAt: new Date('2026-03-04T10:00:00Z') }
  const shown = await createPost({ ...given, content: 'Kettles sing at dusk' })
  const held = await createPost({ ...given, title: 'On kettles', state: 'held' })
  const removed = await createPost({ ...given, title: 'Kettles for sale', state: 'removed' })
  expect(await hitsOf('posts', 'kettles')).toEqual([
    {
      to: `/admin/moderation/decision?kind=post&id=${removed.id}`,
      title: 'Kettles for sale',
      detail: expect.stringMatching(/^@jo_lee, /),
      state: 'Removed',
    },
    expect.objectContaining({
      to: `/admin/moderation/decision?kind=post&id=${held.id}`,
      state: 'Pending review',
      isPending: true,
    }),
    expect.objectContaining({ to: `/community/${shown.id}`, title: 'Kettles sing at dusk' }),
  ])
})

test('posts of the blog are found with their drafts, by title and text', async () => {
  const writer = { ...(await createPlayer({ role: 'operator' })), sessionId: '' }
  const draft = await createDraft()
  await saveDraft(writer, draft, 0, { ...NEW_DRAFT, title: 'Nine whistles', source: 'Steam rises.' })
  for (const term of ['whistle', 'steam'])
    expect(await hitsOf('blogPosts', term), term).toMatchObject([
      { to: `/admin/blog/${draft}`, title: 'Nine whistles', state: 'Draft' },
    ])
  const { id } = await createBlogPost({ title: 'Ten chimneys', source: 'Smoke rises.' })
  expect((await hitsOf('blogPosts', 'smoke'))[0]).not.toHaveProperty('state')
  await saveDraft(writer, id, 0, { ...NEW_DRAFT, title: 'Eleven flues', source: 'Soot falls.' })
  for (const term of ['chimney', 'smoke', 'flue', 'soot'])
    expect(await titlesOf('blogPosts', term), term).toEqual(['Eleven flues'])
  await createBlogPost({ title: 'Twelve lids', publishedAt: new Date('2100-01-01') })
  expect(await hitsOf('blogPosts', 'lids')).toMatchObject([{ title: 'Twelve lids', state: 'Scheduled' }])
})

test('pages of the console and the site are found by name', async () => {
  expect(await hitsOf('pages', 'audit')).toEqual([{ to: '/admin/acts', title: 'Audit log', detail: '/admin/acts' }])
  expect(await titlesOf('pages', 'moder')).toContain('Moderation')
  expect((await hitsOf('pages', 'privacy'))[0]).toMatchObject({ to: '/privacy-policy' })
  expect((await hitsOf('pages', 'puzzle')).map(({ to }) => to)).toEqual(['/category/puzzle'])
})

test('wildcards stand for themselves, and an empty term finds nothing', async () => {
  await createGame({ title: '100% Lamps', slug: 'hundred' })
  await createGame({ title: '1000 Lamps', slug: 'thousand' })
  expect(await titlesOf('games', '100%')).toEqual(['100% Lamps'])
  for (const term of ['%', '_', '%%%', String.raw`\\`]) expect(await titlesOf('players', term), term).toEqual([])
  expect(await searchConsole(operator, '')).toEqual([])
})

test('a role without permissions finds nothing but the names of pages', async () => {
  const kinds = (await searchConsole({ role: 'player' } as Player, 'games')).map(({ kind }) => kind)
  expect(kinds).toEqual(['pages'])
})
