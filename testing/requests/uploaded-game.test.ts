import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createActor, type Actor, NOT_NEW } from '../fixtures/players.ts'
import { SCORE_PAGE, zipOf } from '../fixtures/zips.ts'
import { type BuiltPortal, startBuiltPortal } from '../portal/built-portal.ts'
import { openPlainBrowser } from './plain-browser.ts'

/** Games of the operators' own, without script (docs/product.md#own-games). */

let portal: BuiltPortal
let mara: Actor

beforeAll(async () => {
  portal = await startBuiltPortal()
  mara = await createActor({ ...NOT_NEW, username: 'mara_v', role: 'operator' })
})
afterAll(() => portal?.stop())

const zip = (files: [string, string][] = []) =>
  new File([new Uint8Array(zipOf([['index.html', SCORE_PAGE], ['game.js', `/* ${'lamp '.repeat(900)} */`], ...files]))], 'lamps.zip') // prettier-ignore

async function addGame(title: string, file = zip()) {
  const browser = openPlainBrowser(portal, mara.cookie)
  await browser.goto('/admin/games')
  await browser.follow('Add a game')
  await browser.press('Add the game', { 'Game zip file': file, Title: title, Categories: 'Puzzle', Width: '960', Height: '640' }) // prettier-ignore
  return browser
}

const send = (path: string, accept = 'text/html') =>
  portal.send(path, { headers: { accept, 'accept-encoding': 'gzip, br' } })

test('an operator uploads a zip, publishes the game, and visitors get it', async () => {
  const browser = await addGame('Lamps at Dusk')
  expect(browser.words()).toContain('Added. Try it, then publish it')
  expect(browser.at()).toMatch(/^\/admin\/games\/\d+#play$/)
  expect(browser.words()).toContain('Pending review')
  expect((await send('/games/lamps-at-dusk')).status).toBe(404)
  await browser.press('Publish')
  expect(browser.words()).toContain('Published. All lists show it now')
  await expect.poll(async () => (await send('/games/lamps-at-dusk')).status).toBe(200)
  const page = await portal.send('/games/lamps-at-dusk', { headers: { accept: 'text/html' } })
  const src = /\/play\/v\d+\//.exec(page.text)?.[0]
  expect(src).toBeDefined()
  const game = await send(src!)
  expect(game.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(game.headers['content-security-policy']).toMatch(/^sandbox allow-scripts/)
  const script = await send(`${src}game.js`, '*/*')
  expect([script.headers['content-type'], script.headers['content-encoding']]).toEqual([
    'text/javascript; charset=utf-8', 'br',
  ]) // prettier-ignore
  expect(brotliDecompressSync(script.body).toString()).toContain('lamp lamp')
  expect((await send('/search?q=dusk', 'application/json')).text).toContain('lamps-at-dusk')
})

test('a refused zip names the file, and what was typed stays', async () => {
  const browser = await addGame('Refused Game', zip([['server/shell.php', '<?php']]))
  expect(browser.status()).toBe(422)
  expect(browser.words()).toContain('“server/shell.php” was refused: files of this type are not allowed in games')
  expect(browser.text()).toContain('value="Refused Game"')
})

test('another version is uploaded and the first one restored, and the game can be renamed', async () => {
  const browser = await addGame('Two Versions')
  await browser.follow('Upload a new version')
  await browser.press('Upload', { 'Game zip file': zip([['new.txt', 'second']]) })
  expect(browser.words()).toContain('Uploaded. This is now the current version')
  await browser.press('Make current')
  expect(browser.words()).toContain('This is now the current version')
  await browser.press('Delete this version')
  expect(browser.words()).toContain('Version deleted')
  await browser.follow('Two Versions')
  await browser.press('Save changes', { Slug: 'one-version' })
  expect(browser.words()).toContain('Saved. Visitors see it once the game is public')
})

test('a game from a URL needs the approval of its host', async () => {
  const browser = openPlainBrowser(portal, mara.cookie)
  await browser.goto('/admin/games/new')
  await browser.follow('From a URL')
  const fields = {
    'URL of the game': 'https://games.studio.example/lamps/',
    Title: 'Studio Lamps',
    Categories: 'Puzzle',
  }
  await browser.press('Add the game', fields)
  expect(browser.words()).toContain('Tick this box if pages of this site may frame games from games.studio.example')
  await browser.press('Add the game', { 'Pages of this site may frame games from games.studio.example': true })
  expect(browser.words()).toContain('Added. Try it, then publish it')
  await browser.press('Publish')
  await expect
    .poll(async () => (await send('/games/studio-lamps')).headers['content-security-policy'])
    .toMatch(/frame-src [^;]*https:\/\/games\.studio\.example/)
})

test.each(['http://games.studio.example/', 'https://127.0.0.1/game/', 'https://localhost/a', 'javascript:alert(1)'])(
  'the URL %s is refused',
  async (url) => {
    const browser = openPlainBrowser(portal, mara.cookie)
    await browser.goto('/admin/games/new?from=url')
    await browser.press('Add the game', { 'URL of the game': url, Title: 'Bad', Categories: 'Puzzle', 'Pages of this site may frame games from the host of this URL': true }) // prettier-ignore
    expect(browser.status()).toBeGreaterThanOrEqual(400)
  },
)
