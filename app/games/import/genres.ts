import { slugify } from '../../lib/slug.ts'
import { categoryOfWord } from '../arrangement/known-categories.ts'
import type { Category } from '../catalogue/default-categories.ts'

/** Genres of providers that are not an allowed category by name or synonym: slugs without "-games". */
const GENRES: Partial<Record<Category, string>> = {
  '2 Player': 'two-player',
  Action: 'agility battle jump-and-run monster parkour platformer robots runner survival war',
  Beauty: 'make-up care',
  Bike: 'dirt-bike motorbike',
  Card: 'cards freecell klondike montana pyramid solitaire spider tripeaks-golf',
  Casual: 'cooking hyper-casual hypercasual management skill tamagotchi',
  Clicker: 'idle',
  FPS: 'first-person-shooter',
  Horror: 'granny scary',
  Mahjong: '3d-mahjong mahjong-connect mahjong-slide mahjong-solitaire mahjong-tower',
  Multiplayer: 'battle-royale co-op io',
  Pool: 'billiards',
  Puzzle: `2048 2048-merge 3d-mahjong bejeweled block board brain bubble-shooter chess collapse connect-3 crossword
    crosswords daily-puzzles difference educational hidden-alphabet hidden-clues hidden-numbers hidden-object jigsaw
    jigsaw-puzzles logic mahjong-connect mahjong-slide mahjong-solitaire mahjong-tower match-3 math maze memory merge
    puzzles quiz sorting sudoku tetris tile time-management-and-strategy trivia word zuma`,
  Shooting: 'archery shooter shooting-war sniper tanks',
  Sports: 'golf skateboard',
}

const BY_GENRE = new Map<string, Category[]>()
for (const [category, genres] of Object.entries(GENRES) as [Category, string][]) {
  for (const genre of genres.split(/\s+/)) BY_GENRE.set(genre, [...(BY_GENRE.get(genre) ?? []), category])
}

/** A provider's genres in lower case, with their categories. */
export type GenreTable = ReadonlyMap<string, string[]>

/**
 * Returns the categories for a feed's genres. A genre that is not in the table becomes a name in words. Operators'
 * synonyms take precedence. A provider with its own table does not use the common one.
 */
export function categoriesOfGenres(genres: string[], own?: GenreTable): string[] {
  return genres.flatMap((genre) => {
    const ours = categoryOfWord(genre)
    if (ours !== null) return [ours]
    if (own) return own.get(genre.trim().toLowerCase()) ?? [genre]
    return BY_GENRE.get(slugify(wordsOfSlug(genre))) ?? [wordsOfSlug(genre)]
  })
}

/** Returns a genre, or a tag that is a slug, in words: `match-3-games` is "match 3". */
export function wordsOfSlug(slug: string): string {
  return slug
    .trim()
    .replace(/[\s-]games?$/i, '')
    .replaceAll('-', ' ')
}
