import { href } from 'react-router'
import { z } from 'zod/mini'
import { lineRule, numberRule } from '../../lib/text-rules.ts'
import { FEATURED, ON_BOARD } from '../home-rules.ts'

/** The forms that arrange the home page in the console (docs/product.md#arranging-the-home-page). */

/** The most games at the start of a row, and the most rows with games of collections. */
export const PINS_MAX = 24
export const COLLECTION_ROWS_MAX = 20
export const TITLE_MAX = 60
/** The numbers of versions, and of pictures per row, that the console lists. */
export const VERSIONS_SHOWN = 30
export const PICTURES_SHOWN = 8

/** The number of games on the board: the large one, then the small ones. */
export const BOARD = 'board'
export const BOARD_TITLE = 'Welcome board'
export const BOARD_GAMES = 1 + ON_BOARD

/** Returns the maximum number of hand-picked games for a row or the board. */
export function mostGames(list: string): number {
  if (list === BOARD) return BOARD_GAMES
  return list === 'carousel' ? FEATURED : PINS_MAX
}

/** Names in forms: of a row or the board, and of the list of all rows. */
const NAME_MAX = 40
export const ALL_ROWS = 'rows'
const nameRule = z._default(z.string().check(z.maxLength(NAME_MAX)), '')

/** The new order of all rows, or of the games in a row, separated by commas. */
export const orderRules = z.object({ list: nameRule, order: z._default(z.string().check(z.maxLength(2000)), '') })
/** Moves one item to the position of another. */
export const moveRules = z.object({ list: nameRule, item: nameRule, to: nameRule })
export const switchRules = z.object({ row: nameRule, to: z._default(z.string(), 'on') })
export const renameRules = z.object({ row: nameRule, title: lineRule('Title', TITLE_MAX) })
export const gameRules = z.object({ list: nameRule, game: numberRule })
export const listRules = z.object({ list: nameRule })
export const collectionRules = z.object({ collection: numberRule })
export const rowRules = z.object({ row: nameRule })
export const noRules = z.object({})
/** `seen` is the newest published version when the operator loaded the page; 0 if there was none. */
export const publishRules = z.object({ seen: numberRule })
/** Version 0 is the automatic home page. */
export const restoreRules = z.object({ version: numberRule, seen: numberRule })

export const HOME_PAGE_DONE = {
  edited: 'Saved as a draft. Publish it to show it to visitors',
  removed: 'Removed from your draft. Publish it to show it to visitors',
  published: 'Published. Visitors see it now',
  discarded: 'Your changes were discarded',
  restored: 'Restored. Visitors see this version now',
  kept: 'Your changes now apply to the published version. Check them, then publish',
}

/** Returns the link to the console page of a row or the board, optionally with a search for games. */
export function homeRowHref(row: string, q = ''): string {
  return href('/admin/home-page/rows/:row', { row }) + (q && `?q=${encodeURIComponent(q)}`)
}

/** The fragment of a row on the console's page. */
export function rowId(row: string): string {
  return `row-${row.replace(':', '-')}`
}

/** Returns the link to the preview of the operator's draft, or of a version. */
export function previewHref(version?: number): string {
  return href('/admin/home-page/preview') + (version === undefined ? '' : `?version=${version}`)
}
