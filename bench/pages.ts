import { CATEGORIES, categorySlug } from '../app/games/catalogue/category-rules.ts'
import type { Portal } from './portal-process.ts'

/** What people type: each of the lengths, from the beginning of titles, from their middle, and what no title has. */
export const TERMS: Record<string, string[]> = {
  '1 letter': ['s', 'c', 'x'],
  '2 letters': ['su', 'ca', 'az', 'qx'],
  '3 letters': ['car', 'zom', 'run', 'tle', 'qqq'],
  '4 letters': ['moto', 'pixe', 'race', 'rush'],
  'more letters': ['zombie', 'stickman run', 'super crazy', 'princess', 'parking', 'bubble shooter'],
  'no hits': ['quagga', 'super quagga', 'a_b', '---'],
}

/** Addresses of pages that both portals have, or of games that stand for each other, for the small and the large one. */
export async function listPaths(
  small: Portal,
  large: Portal,
): Promise<{ games: [string, string][]; categories: string[] }> {
  const [ofSmall, ofLarge] = await Promise.all([gamePaths(small, 1), gamePaths(large, 25)])
  return {
    // Games of the middle of the catalogue, far from one another.
    games: Array.from({ length: 50 }, (_, at) => [pick(ofSmall, at), pick(ofLarge, at)]),
    categories: CATEGORIES.map((category) => `/category/${categorySlug(category)}`),
  }
}

function pick(paths: string[], at: number): string {
  return paths[Math.floor((at * paths.length) / 50)]!
}

async function gamePaths({ port }: Portal, part: number): Promise<string[]> {
  const xml = await (await fetch(`http://127.0.0.1:${port}/sitemaps/games-${part}.xml`)).text()
  return [...xml.matchAll(/<loc>http:\/\/[^/]+([^<]+)<\/loc>/g)].map(([, path]) => path!)
}
