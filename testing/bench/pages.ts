import { categorySlug } from '../../app/games/catalogue/category-rules.ts'
import { CATEGORIES } from '../../app/games/catalogue/default-categories.ts'
import type { Portal } from './portals.ts'

/** Typical searches of each length: from the start of titles, from their middle, and without results. */
const TERMS: Record<string, string[]> = {
  '1 letter': ['s', 'c', 'x'],
  '2 letters': ['su', 'ca', 'az', 'qx'],
  '3 letters': ['car', 'zom', 'run', 'tle', 'qqq'],
  '4 letters': ['moto', 'pixe', 'race', 'rush'],
  'more letters': ['zombie', 'stickman run', 'super crazy', 'princess', 'parking', 'bubble shooter'],
  'no hits': ['quagga', 'super quagga', 'a_b', '---'],
}

export const SEARCHES = Object.fromEntries(
  Object.entries(TERMS).map(([group, terms]) => [group, terms.map((term) => `/games?q=${encodeURIComponent(term)}`)]),
)

export const CATEGORY_PAGES = CATEGORIES.map((category) => `/category/${categorySlug(category)}`)

const GAMES = 50

/** Addresses of games spread over part of a catalogue; `part` is that of the sitemap. */
export async function listGames({ port }: Portal, part: number): Promise<string[]> {
  const xml = await (await fetch(`http://127.0.0.1:${port}/sitemaps/games-${part}.xml`)).text()
  const paths = [...xml.matchAll(/<loc>http:\/\/[^/]+([^<]+)<\/loc>/g)].map(([, path]) => path!)
  return Array.from({ length: GAMES }, (_, at) => paths[Math.floor((at * paths.length) / GAMES)]!)
}
