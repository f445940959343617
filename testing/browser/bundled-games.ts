import { existsSync, readdirSync } from 'node:fs'

const ALL = readdirSync('bundled').filter((slug) => existsSync(`bundled/${slug}/game.json`))

/** A page of its own that stands still, and an engine's canvas in motion with keys for fingers: no two differ more. */
const UNLIKE = ['2048', 'pixel-blaster']

/** Whether what holds for each bundled game is tried in all of them: `npm run check -- --all`. */
const isAll = Boolean(process.env.TEST_ALL)

/** The bundled games in which a test tries what holds for each. */
export const BUNDLED = isAll ? ALL : UNLIKE

/** Those of a list that a test tries: two, unless all are to be. */
export function someOf<Game>(games: Game[]): Game[] {
  return isAll ? games : [games[0]!, games.at(-1)!]
}
