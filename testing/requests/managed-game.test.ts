import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { database } from '../../app/db/connection.server.ts'
import { games } from '../../app/db/schema/games.server.ts'
import { storage } from '../../app/server/files/storage.server.ts'
import { runFileDeletions } from '../fixtures/file-deletions.ts'
import { createGame, type GameRow } from '../fixtures/games.ts'
import { type Actor, createActor, NOT_NEW } from '../fixtures/players.ts'
import { type BuiltPortal, startBuiltPortal } from '../portal/built-portal.ts'
import { openPlainBrowser } from './plain-browser.ts'

/** The page of a game in the console, without script (docs/product.md#games-in-the-console). */

let portal: BuiltPortal
let mara: Actor
let jo: Actor
let game: GameRow
let picture: File

beforeAll(async () => {
  portal = await startBuiltPortal()
  mara = await createActor({ ...NOT_NEW, username: 'mara_v', role: 'operator' })
  jo = await createActor({ ...NOT_NEW, username: 'jo_lee', role: 'operator' })
  const teal = await sharp({ create: { width: 800, height: 800, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  picture = new File([new Uint8Array(teal)], 'lamps.png', { type: 'image/png' })
})
beforeEach(async () => {
  game = await createGame({ title: 'Lamps', tags: ['light'], imageUrl: 'https://img.gamemonetize.com/a.jpg' })
})
afterAll(() => portal?.stop())

async function open(as: Actor) {
  const browser = openPlainBrowser(portal, as.cookie)
  await browser.goto(`/admin/games/${game.id}`)
  return browser
}

const stored = async () => (await database().select().from(games).where(eq(games.id, game.id)))[0]!

test('a field that an operator sets has the feed’s value next to it, and returns to it', async () => {
  const browser = await open(mara)
  await browser.press('Save changes', { Title: 'Lanterns', Categories: 'Puzzle, Card', 'Age rating': '7 and up' })
  expect(browser.words()).toContain('Saved. All pages show it now')
  expect(browser.textsOf('h1')).toEqual(['Lanterns'])
  expect(browser.words()).toMatch(/Feed Lamps .* Feed Casual/)
  expect(browser.words()).toContain('mara_v changed: Title, Categories, Age rating')
  await browser.press('Use the feed’s value of Title')
  expect(browser.textsOf('h1')).toEqual(['Lamps'])
  expect(await stored()).toMatchObject({ title: 'Lamps', categories: ['Puzzle', 'Card'], ageRating: '7' })
  expect(browser.words()).toContain('mara_v reset: Title')
})

test('wrong values are refused next to their fields, and nothing typed is lost', async () => {
  const browser = await open(mara)
  await browser.press('Save changes', {
    Title: 'Lanterns',
    Categories: 'Puzle',
    Width: '12',
    'Play URL': 'https://evil.example/',
    Tags: 'free games',
  })
  expect(browser.status()).toBe(400)
  expect(browser.words()).toMatch(/Width must be a whole number/)
  await browser.press('Save changes', { Width: '', Height: '' })
  for (const words of ['There is no category “Puzle”', 'This cannot be framed', '“free games” cannot be a tag'])
    expect(browser.words()).toContain(words)
  expect(browser.text()).toContain('value="Lanterns"')
  await browser.press('Save changes', { Categories: 'Puzzle', 'Play URL': game.url!, Tags: 'lamps' })
  expect(await stored()).toMatchObject({ title: 'Lanterns', categories: ['Puzzle'], tags: ['lamps'], url: game.url })
})

test('of two operators who save, the second sees both versions until one of each field is chosen', async () => {
  const [first, second] = [await open(mara), await open(jo)]
  await first.press('Save changes', { Title: 'Mara’s lamps', Tags: 'mara' })
  await second.press('Save changes', {
    Title: 'Jo’s lamps',
    'Search title': 'Typed by Jo',
    'Upload another picture': picture,
  })
  expect(second.status()).toBe(409)
  expect(second.words()).toMatch(
    /mara_v changed this game after you opened it \(.*\)\. Choose a version of each field, then save again/,
  )
  expect(second.words()).toMatch(/Title Keep mine you Jo’s lamps Use theirs mara_v Mara’s lamps/)
  expect(second.words()).toMatch(/Tags Keep mine you light Use theirs mara_v mara/)
  expect(second.text()).toContain('value="Jo’s lamps"')
  expect(await stored()).toMatchObject({ title: 'Mara’s lamps', seoTitle: null })

  await second.press('Save changes')
  expect(second.status(), 'the title is not chosen').toBe(409)
  await second.press('Save changes', { 'Keep mine you': true })
  expect(second.words()).toContain('Saved. All pages show it now')
  const { title, tags, seoTitle, imageUrl } = await stored()
  expect({ title, tags, seoTitle }).toEqual({ title: 'Jo’s lamps', tags: ['light'], seoTitle: 'Typed by Jo' })
  expect(imageUrl).toMatch(/^\/files\/game_pictures\/\d+\/[\w-]+-640\.webp$/)
})

test('an uploaded picture is stored in two sizes, shown everywhere, and deleted a day after it was replaced', async () => {
  const browser = await open(mara)
  await browser.press('Save changes', { 'Upload another picture': picture })
  const { imageUrl, imageSmallUrl } = await stored()
  const { text } = await portal.send(`/games/${game.slug}`)
  expect(text).toContain(imageUrl)
  for (const [at, width] of [
    [imageUrl, 640],
    [imageSmallUrl, 320],
  ] as const) {
    const answer = await portal.send(at!)
    expect(answer.status).toBe(200)
    expect(await sharp(answer.body).metadata()).toMatchObject({ format: 'webp', width, height: (width * 9) / 16 })
  }
  await browser.press('Use the feed’s value of Picture')
  expect(await stored()).toMatchObject({ imageUrl: game.imageUrl, imageSmallUrl: null })
  const exists = async () => {
    const file = await storage().get(imageUrl!.replace('/files/', ''))
    await file?.cancel()
    return file !== null
  }
  await runFileDeletions()
  expect(await exists()).toBe(true)
  await database().execute(sql`update jobs.job set start_after = now() where name = 'forget-files'`)
  await runFileDeletions()
  expect(await exists()).toBe(false)
})

test('a file that is no picture is refused with a message', async () => {
  const browser = await open(mara)
  await browser.press('Save changes', { Title: 'Kept', 'Upload another picture': new File(['<svg/>'], 'a.svg') })
  expect(browser.status()).toBe(415)
  expect(browser.words()).toContain('Please choose a JPEG, PNG, WebP or GIF')
  expect(browser.text()).toContain('value="Kept"')
})

test('a slug is renamed, the former address is listed, and a self-hosted game keeps its own', async () => {
  const browser = await open(mara)
  await browser.press('Save changes', { Slug: `lanterns-${game.id}` })
  expect(browser.words()).toContain(
    `Former addresses They redirect to the game permanently, and no other game gets them. /games/${game.slug}`,
  )
  expect((await portal.send(`/games/${game.slug}`)).headers.location).toBe(`/games/lanterns-${game.id}`)
  const other = await createGame()
  await browser.goto(`/admin/games/${other.id}`)
  await browser.press('Save changes', { Slug: game.slug })
  expect(browser.words()).toContain('Another game has or had this address')
  game = await createGame({ provider: 'own', url: '/play/lamps/', title: 'Ours' })
  await browser.goto(`/admin/games/${game.id}`)
  expect(browser.words()).toContain('The address of a game that this portal serves cannot change')
  await browser.press('Save changes', { Title: 'Still ours' })
  expect(await stored()).toMatchObject({ title: 'Still ours', slug: game.slug, url: '/play/lamps/' })
})

/** Waits until the game's page has the status: the purge of cached pages arrives by a notification of the database. */
const expectStatus = (status: number) =>
  expect.poll(async () => (await portal.send(`/games/${game.slug}`)).status).toBe(status)

test('a game is hidden with a reason, published, deleted after a question, and restored', async () => {
  const browser = await open(mara)
  await browser.press('Hide the game')
  expect([browser.status(), browser.words()]).toEqual([400, expect.stringContaining('Give a reason')])
  await browser.press('Hide the game', { Reason: 'Gambling' })
  expect(browser.words()).toMatch(/Status Hidden since .* Gambling/)
  await expectStatus(404)
  const other = await open(jo)
  await browser.press('Publish')
  await expectStatus(200)
  await other.press('Publish')
  expect(other.status()).toBe(409)
  expect(other.words()).toContain('mara_v has changed this: published')
  await browser.follow('Delete...')
  expect(browser.words()).toContain('Delete Lamps?')
  await browser.press('Delete the game', { Reason: 'Copied' })
  expect(browser.words()).toMatch(/Deleted\. No import brings it back .* Status Deleted since .* Copied/)
  await expectStatus(410)
  await browser.press('Restore and publish')
  await expectStatus(200)
})
