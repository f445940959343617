import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

type Game = {
  controls: { keys: string[] }[]
  phones: boolean
  source?: { package: string; files?: Record<string, string> }
}

const games = ['originals', 'bundled'].flatMap((home) =>
  readdirSync(join(root, home))
    .filter((slug) => existsSync(join(root, home, slug, 'game.json')))
    .map((slug) => ({ home, slug })),
)

const read = (folder: string) =>
  readdirSync(folder)
    .filter((file) => /\.(ts|js)$/.test(file) && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))

/** What the stage of bundled games handles for all of them. */
const OF_STAGE = ['P', 'M', 'Touch']
const stage = read(join(root, 'bundled/stage')).join('\n')

/** Returns a game's own code: its folder, and the files of its package that it uses, without the engine. */
function sourceOf(home: string, slug: string, { source }: Game): string {
  const taken = Object.values(source?.files ?? {}).filter(
    (file) => file.startsWith('examples/') && file.endsWith('.js'),
  )
  const fromPackage = taken.map((file) => readFileSync(join(root, 'node_modules', source!.package, file), 'utf8'))
  return [...read(join(root, home, slug)), ...fromPackage].join('\n')
}

const ARROWS: Record<string, string> = { '←': 'ArrowLeft', '→': 'ArrowRight', '↑': 'ArrowUp', '↓': 'ArrowDown' }
const POINTER = /\bmousePos\b|mouseWasPressed\(0|mouseIsDown\(0|'(click|pointerdown|pointerup)'/
const WAYS: Record<string, RegExp> = {
  // Buttons handle Space and Enter themselves.
  Space: /'Space'|key === ' '|Space:|createElement\('button'\)/,
  Enter: /'Enter'|createElement\('button'\)|element\('button'|button\(/,
  Esc: /'Escape'/,
  Shift: /'Shift/,
  'Shift+Space': /shiftKey/,
  'Right click': /mouseIsDown\(2|'contextmenu'/,
  'Right-click': /mouseIsDown\(2|'contextmenu'/,
  'Middle click': /mouseIsDown\(1/,
  'Mouse wheel': /mouseWheel/,
  'Long press': /LONG_PRESS/,
  Drag: /mousePos/,
  Swipe: /swipe|mousePos/i,
  'Swipe down': /swipe|clientY/i,
}

/** Returns a pattern for code that handles this control. The engine reports arrows and WASD as a direction. */
function listensFor(way: string): RegExp {
  const arrow = ARROWS[way]
  if (arrow) return new RegExp(`'${arrow}'|\\b${arrow}\\b|keyDirection\\(`)
  if (/^[A-Z]$/.test(way)) {
    return new RegExp(
      `'Key${way}'|'[${way}${way.toLowerCase()}]'|\\b${way.toLowerCase()}: ?${'WASD'.includes(way) ? '|keyDirection\\(' : ''}`,
    )
  }
  return WAYS[way] ?? POINTER
}

for (const { home, slug } of games) {
  const game = JSON.parse(readFileSync(join(root, home, slug, 'game.json'), 'utf8')) as Game
  const source = sourceOf(home, slug, game)
  test.each(game.controls.flatMap(({ keys }) => keys))(`${slug} handles the control %s in its game.json`, (way) => {
    const code = home === 'bundled' && OF_STAGE.includes(way) ? stage + source : source
    expect(listensFor(way).test(code), `${way} is handled`).toBe(true)
  })

  test(`${slug} lists a touch control if it works on phones`, () => {
    const named = game.controls.flatMap(({ keys }) => keys).join(' ')
    if (game.phones) expect(named).toMatch(/Touch|Tap|Swipe|Drag|Click/)
  })

  test(`${slug} lists a key for sound, and for pause if it is bundled`, () => {
    const named = new Set(game.controls.flatMap(({ keys }) => keys))
    expect(named.has('M')).toBe(true)
    if (home === 'bundled') expect(named.has('P')).toBe(true)
  })
}

test('each key on /how-to-play works in some game, and pause in most', () => {
  const page = readFileSync(join(root, 'content/how-to-play.md'), 'utf8')
  const lines = page.split('\n').filter((line) => line.startsWith('- <kbd>') && !line.includes('fullscreen'))
  const keysOf = (line: string) => [...line.matchAll(/<kbd>(.*?)<\/kbd>/g)].map(([, key]) => key!)
  const named = games.map(({ home, slug }) => {
    const { controls } = JSON.parse(readFileSync(join(root, home, slug, 'game.json'), 'utf8')) as Game
    return new Set(controls.flatMap(({ keys }) => keys))
  })
  const share = (key: string) => named.filter((keys) => keys.has(key)).length / named.length
  const keys = lines.flatMap(keysOf)
  expect(keys).toEqual(expect.arrayContaining(['↑', 'W', 'Space', 'P']))
  for (const key of keys) expect(share(key), key).toBeGreaterThan(0)
  const most = lines.filter((line) => line.includes('most games')).flatMap(keysOf)
  expect(most).toEqual(['P'])
  for (const key of most) expect(share(key), key).toBeGreaterThan(0.5)
})
