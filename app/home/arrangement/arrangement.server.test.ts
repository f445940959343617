import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createGames, daysAgo, emptyCatalogue, type GameRow } from '../../../testing/fixtures/games.ts'
import { createPlayer, type PlayerRow } from '../../../testing/fixtures/players.ts'
import { listAuditLog } from '../../accounts/operators/audit-log.server.ts'
import { database } from '../../db/connection.server.ts'
import { categories, collectionGames, collections, homeVersions } from '../../db/schema/arrangement.server.ts'
import { loadArrangement } from '../../games/arrangement/load-arrangement.server.ts'
import { changeStatus } from '../../games/management/change-status.server.ts'
import { type Home, loadHome } from '../load-home.server.ts'
import { moveItem, pinGame, putInOrder, renameRow, switchRow } from './arrangement-edits.ts'
import { addCollectionRow, pinExistingGame } from './choose.server.ts'
import { discardDraft, editDraft, findDraft } from './drafts.server.ts'
import { findArrangement } from './find-arrangement.server.ts'
import { loadEditedRow } from './load-edited.server.ts'
import { loadEditor } from './load-editor.server.ts'
import { keepDraft, listVersions, publishDraft, restoreVersion } from './versions.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let mara: PlayerRow
let jo: PlayerRow
let games: GameRow[]

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  mara = await createPlayer({ username: 'mara_v', role: 'operator' })
  jo = await createPlayer({ username: 'jo_lee', role: 'operator' })
})
beforeEach(async () => {
  await emptyCatalogue()
  await database().delete(homeVersions)
  await database().delete(collections)
  await database().delete(categories)
  await loadArrangement()
  games = await createGames(
    Array.from({ length: 60 }, (_, at) => ({
      slug: `game-${at}`,
      title: `Game ${at}`,
      createdAt: daysAgo(10 + at / 1000),
      views: 1000 - at,
    })),
  )
})
afterAll(() => testDatabase.drop())

const newestId = async () => (await listVersions())[0]?.id ?? 0
const publish = async (operator: PlayerRow) => publishDraft(operator, await newestId())
const rowIn = (home: Home, row: string) => home.rows.find((one) => one.row === row)
const slugsIn = (home: Home, row: string) => rowIn(home, row)?.games?.map(({ slug }) => slug) ?? []
const idOf = (at: number) => games[at]!.id

async function createCollection(picked: number[], name = 'Rainy days'): Promise<number> {
  const slug = name.toLowerCase().replaceAll(' ', '-')
  const [created] = await database().insert(collections).values({ slug, name }).returning()
  const { id } = created!
  await database()
    .insert(collectionGames)
    .values(picked.map((at, position) => ({ collectionId: id, gameId: idOf(at), position })))
  await loadArrangement()
  return id
}

test('a draft changes nothing until it is published; then order, titles and rows follow it', async () => {
  const automatic = await loadHome()
  expect(await editDraft(mara, moveItem('rows', 'popular', 'wishlist'))).toEqual({ outcome: 'done' })
  await editDraft(mara, renameRow('new', 'Fresh'))
  await editDraft(mara, switchRow('top-rated', true))
  expect(await loadHome()).toEqual(automatic)

  expect(await publish(mara)).toEqual({ outcome: 'done' })
  const home = await loadHome()
  expect(home.rows.map(({ row }) => row)).toEqual([
    'popular',
    ...automatic.rows.map(({ row }) => row).filter((row) => row !== 'popular' && row !== 'top-rated'),
  ])
  expect(rowIn(home, 'new')).toMatchObject({ title: 'Fresh', id: 'row-new', viewAll: '/category/new' })
  expect(await findDraft(mara.id)).toBeNull()
  expect(await publish(mara)).toEqual({ outcome: 'gone' })
})

test('pinned games begin their row, once, and hidden ones are skipped until they are public again', async () => {
  for (const at of [50, 2, 51]) await editDraft(mara, pinGame('new', idOf(at)))
  await editDraft(
    mara,
    putInOrder(
      'new',
      [51, 50, 2].map((at) => String(idOf(at))),
    ),
  )
  await publish(mara)
  const expected = [51, 50, 2, 0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13].map((at) => `game-${at}`)
  expect(slugsIn(await loadHome(), 'new')).toEqual(expected)

  await database().transaction((tx) => changeStatus(tx, [idOf(50)], 'hidden', 'Broken'))
  expect(slugsIn(await loadHome(), 'new').slice(0, 3)).toEqual(['game-51', 'game-2', 'game-0'])
  const editor = await loadEditor(mara.id)
  expect(editor.rows.find(({ row }) => row === 'new')).toMatchObject({ chosen: 3, unavailable: 1 })
  const row = await loadEditedRow(mara.id, 'new', 'game 50')
  expect(row?.games?.map(({ title, status }) => `${title} ${status}`)).toEqual([
    'Game 51 published', 'Game 50 hidden', 'Game 2 published',
  ]) // prettier-ignore
  expect(row?.found).toMatchObject([{ title: 'Game 50', isChosen: true }])

  await database().transaction((tx) => changeStatus(tx, [idOf(50)], 'published'))
  expect(slugsIn(await loadHome(), 'new')).toEqual(expected)
})

test('a search for games to pin offers public games before hidden ones, which may be more played', async () => {
  const titles = ['Prism', 'Prism Cube', 'Prism Match', 'Prism Dash']
  const prisms = (await createGames(titles.map((title) => ({ title })))).map(({ id }) => id)
  await database().transaction((tx) => changeStatus(tx, prisms.slice(0, 1), 'hidden', 'Broken'))
  await database().transaction((tx) => changeStatus(tx, prisms.slice(1, 2), 'delisted'))
  await database().execute(sql`update game_weeks set plays = 9 where game_id = ${prisms[0]}`)
  await database().execute(sql`update game_weeks set plays = 3 where game_id = ${prisms[2]}`)
  const row = await loadEditedRow(mara.id, 'new', 'prism')
  expect(row?.found?.map(({ title }) => title)).toEqual(['Prism Match', 'Prism Dash', 'Prism Cube', 'Prism'])
})

test('a row with too few games of its own appears once a game is pinned to it', async () => {
  expect(rowIn(await loadHome(), 'car')).toBeUndefined()
  await editDraft(mara, pinGame('car', idOf(40)))
  await publish(mara)
  expect(slugsIn(await loadHome(), 'car')).toEqual(['game-40'])
})

test('the carousel and the board begin with the games that were picked, and fill up automatically', async () => {
  const automatic = await loadHome()
  await editDraft(mara, pinGame('carousel', idOf(58)))
  for (const at of [59, 57]) await editDraft(mara, pinGame('board', idOf(at)))
  await publish(mara)
  const { featured, board } = await loadHome()
  expect(featured.map(({ slug }) => slug)).toEqual([
    'game-58',
    ...automatic.featured.slice(0, 7).map(({ slug }) => slug),
  ])
  expect(board.hero?.slug).toBe('game-59')
  expect(board.small).toHaveLength(6)
  const shown = [board.hero!, ...board.small, ...featured].map(({ slug }) => slug)
  expect(new Set(shown).size).toBe(shown.length)
  expect(board.small[0]?.slug).toBe('game-57')
})

test('a game that is picked for the carousel or the board is not repeated there', async () => {
  const automatic = await loadHome()
  const [first, , third] = automatic.featured
  await editDraft(mara, pinGame('carousel', third!.id))
  await editDraft(mara, pinGame('board', first!.id))
  await publish(mara)
  const { featured, board } = await loadHome()
  const shown = [board.hero!, ...board.small, ...featured].map(({ slug }) => slug)
  expect([featured[0]?.slug, board.hero?.slug]).toEqual([third!.slug, first!.slug])
  expect(shown).toHaveLength(15)
  expect(new Set(shown).size).toBe(15)
})

test('an originals row begins with originals only, and an original in another row has a wide picture', async () => {
  const posterUrl = '/play/lamps/poster-600.webp'
  const [lamps] = await createGames([{ slug: 'lamps', title: 'Lamps', isOriginal: true, provider: 'own', posterUrl }])
  expect(await pinExistingGame(mara, 'original', idOf(1))).toMatchObject({ outcome: 'forbidden' })
  expect(await pinExistingGame(mara, 'original', lamps!.id)).toEqual({ outcome: 'done' })
  expect(await pinExistingGame(mara, 'new', lamps!.id)).toEqual({ outcome: 'done' })
  expect(await pinExistingGame(mara, 'new', 999_999)).toEqual({ outcome: 'gone' })
  await publish(mara)
  const home = await loadHome()
  expect(rowIn(home, 'original')?.games?.[0]).toMatchObject({ slug: 'lamps', isOriginal: true })
  expect(rowIn(home, 'new')?.games?.[0]?.slug).toBe('lamps')
  expect(rowIn(home, 'new')?.games?.[0]).not.toHaveProperty('isOriginal')
})

test('a collection has a row until it is hidden or deleted', async () => {
  const id = await createCollection([30, 31, 5])
  const row = `collection:${id}`
  expect(await addCollectionRow(mara, 999)).toEqual({ outcome: 'gone' })
  expect(await addCollectionRow(mara, id)).toEqual({ outcome: 'done' })
  await editDraft(mara, moveItem('rows', row, 'carousel'))
  await editDraft(mara, pinGame(row, idOf(5)))
  await publish(mara)
  const home = await loadHome()
  expect(slugsIn(home, row)).toEqual(['game-5', 'game-30', 'game-31'])
  expect(rowIn(home, row)?.title).toBe('Rainy days')
  const names = home.rows.map(({ row: name }) => name)
  expect(names.indexOf(row)).toBe(names.indexOf('carousel') - 1)
  expect((await loadEditor(mara.id)).collections).toEqual([])

  await database().update(collections).set({ isHidden: true })
  await loadArrangement()
  expect(rowIn(await loadHome(), row)).toBeUndefined()
  expect((await loadEditor(mara.id)).rows.find((one) => one.row === row)?.note).toContain('hidden')
  await database().delete(collections)
  await loadArrangement()
  expect((await loadEditor(mara.id)).rows.some((one) => one.row === row)).toBe(false)
})

test('a category has its current name and place, and neither tile nor row while it is hidden', async () => {
  await createGames(
    Array.from({ length: 24 }, (_, at) => ({ categories: [at % 2 ? 'Car' : 'Puzzle'], createdAt: daysAgo(90) })),
  )
  const tiles = async () => (await loadHome()).tiles.map(({ name }) => name)
  expect(await tiles()).toEqual(['Car', 'Puzzle'])
  const car = { slug: 'car', name: 'Cars & Bikes', position: 2 }
  await database()
    .insert(categories)
    .values([{ slug: 'puzzle', name: 'Puzzle', position: 1 }, car])
  await loadArrangement()
  expect(await tiles()).toEqual(['Puzzle', 'Cars & Bikes'])
  expect(rowIn(await loadHome(), 'car')?.title).toBe('Cars & Bikes')
  await database().update(categories).set({ isHidden: true }).where(eq(categories.slug, 'car'))
  await loadArrangement()
  expect(await tiles()).toEqual(['Puzzle'])
  expect(rowIn(await loadHome(), 'car')).toBeUndefined()
})

test('a draft that is the same as its version again is deleted, and a discarded one as well', async () => {
  await editDraft(mara, switchRow('new', true))
  expect(await findDraft(mara.id)).not.toBeNull()
  expect(await findDraft(jo.id)).toBeNull()
  await editDraft(mara, switchRow('new', false))
  expect(await findDraft(mara.id)).toBeNull()
  await editDraft(mara, switchRow('new', true))
  expect(await discardDraft(jo)).toEqual({ outcome: 'gone' })
  expect(await discardDraft(mara)).toEqual({ outcome: 'done' })
  expect(await database().select().from(homeVersions)).toEqual([])
})

test('the second of two operators cannot publish before choosing between the versions', async () => {
  await editDraft(mara, switchRow('new', true))
  await editDraft(jo, switchRow('popular', true))
  expect(await publishDraft(mara, 0)).toEqual({ outcome: 'done' })
  const refused = await publishDraft(jo, 0)
  expect(refused).toMatchObject({ outcome: 'decided', who: 'mara_v', act: 'published' })
  // It is refused even from a page that shows the new version.
  expect(await publish(jo)).toMatchObject({ outcome: 'decided' })
  expect(rowIn(await loadHome(), 'popular')).toBeDefined()
  const editor = await loadEditor(jo.id)
  expect(editor).toMatchObject({ hasDraft: true, isConflict: true, newest: { who: 'mara_v' } })

  expect(await keepDraft(jo, 0)).toMatchObject({ outcome: 'decided' })
  expect(await keepDraft(jo, editor.newest!.id)).toEqual({ outcome: 'done' })
  // The operator loaded the page before that.
  expect(await publishDraft(jo, 0)).toMatchObject({ outcome: 'decided' })
  expect(await publish(jo)).toEqual({ outcome: 'done' })
  const home = await loadHome()
  expect([rowIn(home, 'popular'), rowIn(home, 'new')?.title]).toEqual([undefined, 'New Games'])
})

test('two operators who publish at the same time do not both succeed', async () => {
  await editDraft(mara, switchRow('new', true))
  await editDraft(jo, switchRow('popular', true))
  const outcomes = await Promise.all([publishDraft(mara, 0), publishDraft(jo, 0)])
  expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['decided', 'done'])
  expect(await listVersions()).toHaveLength(1)
})

test('changes that an operator sends at the same time all arrive in one draft', async () => {
  const rows = ['new', 'popular', 'top-rated', 'wishlist']
  await Promise.all(rows.map((row) => editDraft(mara, switchRow(row, true))))
  expect(await database().select().from(homeVersions)).toHaveLength(1)
  const draft = await findDraft(mara.id)
  expect(
    draft?.arrangement.rows
      .filter(({ isOff }) => isOff)
      .map(({ row }) => row)
      .toSorted(),
  ).toEqual(rows.toSorted())
})

test('an earlier version and the automatic page can be restored as new versions', async () => {
  const automatic = await loadHome()
  await editDraft(mara, switchRow('new', true))
  await publish(mara)
  const first = await newestId()
  await editDraft(jo, switchRow('popular', true))
  await publish(jo)
  const second = await newestId()
  expect(await restoreVersion(mara, first, first)).toMatchObject({ outcome: 'decided', who: 'jo_lee' })
  expect(await restoreVersion(mara, 999_999, second)).toEqual({ outcome: 'gone' })
  expect(await restoreVersion(mara, second, second)).toEqual({ outcome: 'gone' })

  expect(await restoreVersion(mara, first, second)).toEqual({ outcome: 'done' })
  const home = await loadHome()
  expect([rowIn(home, 'new'), rowIn(home, 'popular')?.title]).toEqual([undefined, 'Popular Games'])
  expect((await listVersions()).map(({ who, act }) => `${who} ${act}`)).toEqual([
    'mara_v restored', 'jo_lee published', 'mara_v published',
  ]) // prettier-ignore
  expect(await restoreVersion(mara, 0, await newestId())).toEqual({ outcome: 'done' })
  expect(await loadHome()).toEqual(automatic)
  const { entries } = await listAuditLog(null)
  expect(entries.slice(0, 2).map(({ onKind, act, title }) => [onKind, act, title])).toEqual([
    ['home page', 'restored', 'the automatic home page'],
    ['home page', 'restored', expect.stringMatching(/^the version of /)],
  ])
  expect(entries.find(({ act, who }) => act === 'published' && who === 'jo_lee')?.title).toBe(
    'Popular Games switched off',
  )
})

test('the portal reads the newest published version, and drafts that nobody published for long are deleted', async () => {
  await editDraft(jo, switchRow('new', true))
  await database()
    .update(homeVersions)
    .set({ createdAt: daysAgo(91) })
  await editDraft(mara, switchRow('popular', true))
  expect(await findDraft(jo.id)).toBeNull()
  await publish(mara)
  await database()
    .update(homeVersions)
    .set({ createdAt: daysAgo(91) })
  await editDraft(jo, switchRow('new', true))
  expect((await findArrangement()).rows.filter(({ isOff }) => isOff).map(({ row }) => row)).toEqual(['popular'])
  const ids = (await database().select().from(homeVersions)).map(({ id }) => id)
  await database().delete(homeVersions).where(inArray(homeVersions.id, ids))
  expect(await findArrangement()).toEqual({ rows: [], carousel: [], board: [] })
  expect(await database().select().from(homeVersions).where(eq(homeVersions.id, ids[0]!))).toEqual([])
})
