import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { buildBundled, describeGame } from './build-games.ts'

const home = mkdtempSync(path.join(os.tmpdir(), 'playhall-games-'))
afterAll(() => rmSync(home, { recursive: true }))

const GAME = { title: 'Marbles', description: 'Roll.', howToPlay: [], controls: [], categories: [], tags: [], publishedBy: 'Us', width: 1, height: 1 } // prettier-ignore

function addGame(slug: string, game: object | string | null): string {
  const folder = path.join(home, slug)
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'index.html'), '<p>Marbles</p>')
  if (game) writeFileSync(path.join(folder, 'game.json'), typeof game === 'string' ? game : JSON.stringify(game))
  return folder
}

test.each([
  ['without source', GAME],
  ['without game.json', null],
])('a bundled game %s is built from its own files', async (name, game) => {
  const folder = addGame(name, game)
  const out = path.join(home, `${name} built`)
  await buildBundled(folder, out)
  expect(readdirSync(out)).toEqual(['index.html'])
  expect(await describeGame(home, name, false)).toEqual(
    game && { slug: name, isOriginal: false, ...game, pictures: [] },
  )
})

test('a bundled game with a source takes its licence from the package', async () => {
  const folder = addGame('with-source', { ...GAME, source: { package: '2048-webcomponent' } })
  const out = path.join(home, 'with-source built')
  await buildBundled(folder, out)
  expect(existsSync(path.join(out, 'LICENSE.txt'))).toBe(true)
})

test('an incomplete or broken game.json fails the build with the game’s name', async () => {
  const { controls: _, tags: __, ...lacking } = GAME
  addGame('lacking', lacking)
  await expect(describeGame(home, 'lacking', false)).rejects.toThrow(/lacking\/game\.json lacks controls, tags$/)
  addGame('broken', '{')
  await expect(describeGame(home, 'broken', false)).rejects.toThrow(/broken\/game\.json cannot be read: /)
})

test('a folder of any game gets the bridge in its pages, as a zip does, and only types that games may have', async () => {
  const folder = addGame('any-game', GAME)
  mkdirSync(path.join(folder, 'levels'))
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html><head><script src="game.js"></script></head>')
  writeFileSync(path.join(folder, 'levels/one.json'), '{}')
  writeFileSync(path.join(folder, 'game.ts'), '')
  const out = path.join(home, 'any-game built')
  await buildBundled(folder, out)
  expect(readFileSync(path.join(out, 'index.html'), 'utf8')).toBe(
    '<!doctype html><head><script src="/play/bridge.js"></script><script src="game.js"></script></head>',
  )
  expect(readdirSync(out, { recursive: true, encoding: 'utf8' }).toSorted()).toEqual([
    'index.html',
    'levels',
    'levels/one.json',
  ])
  writeFileSync(path.join(folder, 'levels/server.php'), '')
  await expect(buildBundled(folder, out)).rejects.toThrow(/any-game\/levels\/server\.php has a type that games may not/)
})
