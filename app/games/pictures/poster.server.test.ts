import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { categorySlug } from '../catalogue/category-rules.ts'
import { CATEGORIES } from '../catalogue/default-categories.ts'
import { paletteOf, PALETTES } from './poster-palettes.ts'
import { drawCategory, drawPoster } from './poster.server.ts'

const game = (slug: string, categories = ['Puzzle']) => ({ slug, categories })

test('a game always has the same poster, and posters within a category vary', () => {
  expect(drawPoster(game('Atlas'), 'wide')).toBe(drawPoster(game('Atlas'), 'wide'))
  const slugs = Array.from({ length: 200 }, (_, at) => `game-${at}`)
  const looks = new Set(slugs.map((slug) => drawPoster(game(slug), 'wide')))
  // Six layouts in three palettes.
  expect(looks.size).toBe(18)
})

test('adjacent posters rarely look the same', () => {
  const looks = Array.from({ length: 600 }, (_, at) => drawPoster(game(`car-${at}`, ['Car']), 'wide'))
  const alike = looks.filter((look, at) => look === looks[at + 1]).length
  expect(alike).toBeLessThan(60)
})

test.each(['wide', 'tall'] as const)('a %s poster of any game is valid and at most 2 KB', async (shape) => {
  for (const category of [...CATEGORIES, 'none that we know', '<script>'])
    for (const slug of ['a', 'b', 'c', 'd', 'e', 'f']) {
      const text = drawPoster(game(slug, [category]), shape)
      expect(text).not.toContain('<script')
      const drawn = Buffer.from(text)
      expect(gzipSync(drawn).length).toBeLessThan(2000)
      expect(await sharp(drawn).metadata()).toMatchObject(
        shape === 'tall' ? { width: 960, height: 1280 } : { width: 1280, height: 720 },
      )
    }
})

test('each category has a poster with its own symbol, and other names have none', () => {
  const symbols = CATEGORIES.map((category) => drawCategory(categorySlug(category)))
  expect(symbols).not.toContain(null)
  expect(new Set(symbols).size).toBe(CATEGORIES.length)
  expect(drawCategory('no-such-category')).toBeNull()
})

test('each category has three palettes in which the ink has enough contrast for small text', () => {
  for (const category of CATEGORIES) {
    const three = [0, 1, 2].map((variant) => paletteOf(categorySlug(category), variant))
    expect(new Set(three).size, category).toBe(3)
  }
  for (const [name, { ground, shape, ink }] of Object.entries(PALETTES))
    for (const under of [ground, shape]) expect(contrast(ink, under), `${name} ${under}`).toBeGreaterThan(4.5)
})

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
