import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createGame, type GameRow } from '../../../testing/fixtures/games.ts'
import { createPlayer, type PlayerRow } from '../../../testing/fixtures/players.ts'
import { createPost } from '../../../testing/fixtures/posts.ts'
import { dropAllCached, dropCached } from '../../server/cache/data-cache.server.ts'
import { listDiscussions } from './list-discussions.server.ts'

let world: Awaited<ReturnType<typeof createTestDatabase>>
let author: PlayerRow
let game: GameRow

beforeAll(async () => {
  world = await createTestDatabase()
})
beforeEach(async () => {
  dropAllCached()
  author = await createPlayer({ fullName: 'Mara Voss' })
  game = await createGame()
})
afterAll(() => world.drop())

const titles = async () => (await listDiscussions(game.slug)).map(({ title }) => title)

test('lists the shown posts of a game only, newest first', async () => {
  const other = await createGame()
  for (const [title, of, state] of [
    ['One', game, 'shown'],
    ['Held', game, 'held'],
    ['Elsewhere', other, 'shown'],
    ['Removed', game, 'removed'],
    ['Two', game, 'shown'],
  ] as const)
    await createPost({ playerId: author.id, title, gameId: of.id, state })
  expect(await titles()).toEqual(['Two', 'One'])
})

test('each post has its author and a preview of its content', async () => {
  const post = await createPost({
    playerId: author.id,
    title: '',
    content: 'wide '.repeat(900),
    type: 'question',
    gameId: game.id,
  })
  const [found] = await listDiscussions(game.slug)
  expect(found).toEqual({
    id: post.id,
    type: 'question',
    title: '',
    text: expect.stringMatching(/^wide .*\.\.\.$/),
    at: post.createdAt.toISOString(),
    author: { username: author.username, fullName: 'Mara Voss', avatar: null, frame: null },
  })
  expect(found!.text.length).toBeLessThanOrEqual(200)
})

test('the cached list is read again after the board changes', async () => {
  expect(await titles()).toEqual([])
  await createPost({ playerId: author.id, title: 'New', gameId: game.id })
  expect(await titles()).toEqual([])
  dropCached(['community'])
  expect(await titles()).toEqual(['New'])
})

test('an unknown game has no discussions', async () => {
  expect(await listDiscussions('no-such-game')).toEqual([])
})
