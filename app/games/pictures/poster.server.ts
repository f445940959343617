import icons from '../catalogue/category-icons.svg?raw'
import { categorySlug } from '../catalogue/category-rules.ts'
import { categoryAt } from '../arrangement/known-categories.ts'
import { paletteOf } from './poster-palettes.ts'
import { LAYOUTS, type Sheet } from './poster-layouts.ts'

/** `wide` is 16:9. `tall` is 3:4, like the pictures of originals. */
export type PosterShape = 'wide' | 'tall'

const SHEETS: Record<PosterShape, Pick<Sheet, 'width' | 'height'>> = {
  wide: { width: 1280, height: 720 },
  tall: { width: 960, height: 1280 },
}

/** Category symbols by slug (category-icons.svg). */
const SIGNS = new Map(
  Array.from(icons.matchAll(/<symbol id="([^"]+)"[^>]*>(.*?)<\/symbol>/g), ([, slug, drawn]) => [slug!, drawn!]),
)

/** The game or category that a poster is drawn for. */
type Poster = { slug: string; categories: string[] }

/**
 * Draws the poster of a game without a picture (docs/product.md#how-a-poster-is-drawn): an SVG of about 1 KB
 * compressed. It does not contain the title, which is shown next to it. The poster depends only on the category and the
 * slug, so a game always has the same one.
 */
export function drawPoster({ slug, categories }: Poster, shape: PosterShape): string {
  const category = categorySlug(categories[0] ?? '')
  const seed = seedOf(slug)
  const { width, height } = SHEETS[shape]
  const { ground, shape: tone, ink, bulb } = paletteOf(category, seed >>> 8)
  const sign = (x: number, y: number, size: number, colour: string, stroke = 2) =>
    `<g transform="translate(${Math.round(x)} ${Math.round(y)}) scale(${(size / 24).toFixed(2)})" ` +
    `stroke="${colour}" stroke-width="${stroke}">${SIGNS.get(category) ?? SIGNS.get('game')}</g>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${ground}"/>`,
    '<g fill="none" stroke-linecap="round" stroke-linejoin="round">',
    LAYOUTS[seed % LAYOUTS.length]!({ width, height, ground, tone, ink, bulb, sign }),
    '</g></svg>',
  ].join('')
}

/** Draws the poster of a category, with its symbol. Returns null for an unknown slug. */
export function drawCategory(slug: string): string | null {
  const category = categoryAt(slug)
  return category ? drawPoster({ slug, categories: [category.name] }, 'wide') : null
}

/** A pseudorandom number, always the same for a slug (FNV-1a with an additional mixing step). */
function seedOf(slug: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < slug.length; at++) hash = Math.imul(hash ^ slug.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}
