import { existsSync, readdirSync } from 'node:fs'

const ALL = readdirSync('bundled').filter((slug) => existsSync(`bundled/${slug}/game.json`))

/** A static page, and an engine's moving canvas with touch keys: the two games that differ most. */
const MOST_DIFFERENT = ['2048', 'pixel-blaster']

/** Whether tests of every bundled game run in all of them: `npm run check -- --all`. */
const isAll = Boolean(process.env.TEST_ALL)

/** The bundled games in which such tests run. */
export const BUNDLED = isAll ? ALL : MOST_DIFFERENT

/** The games of a list in which a test runs: two, or all of them. */
export function someOf<Game>(games: Game[]): Game[] {
  return isAll ? games : [games[0]!, games.at(-1)!]
}
