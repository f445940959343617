import { type AccessRow, type Row } from './route-row.ts'
import { ACCOUNTS } from './rows/accounts.ts'
import { ADMIN } from './rows/admin.ts'
import { ADS } from './rows/ads.ts'
import { ARRANGEMENT } from './rows/arrangement.ts'
import { BLOG } from './rows/blog.ts'
import { COMMUNITY } from './rows/community.ts'
import { CONTACT } from './rows/contact.ts'
import { CREDITS } from './rows/credits.ts'
import { FEEDS } from './rows/feeds.ts'
import { GAME_HEALTH } from './rows/game-health.ts'
import { GAMES } from './rows/games.ts'
import { GAME_UPLOADS } from './rows/game-uploads.ts'
import { GAMES_TABLE } from './rows/games-table.ts'
import { HOME } from './rows/home.ts'
import { HOME_PAGE } from './rows/home-page.ts'
import { MANAGED_GAME } from './rows/managed-game.ts'
import { MODERATION } from './rows/moderation.ts'
import { NOTIFICATIONS } from './rows/notifications.ts'
import { PAGES } from './rows/pages.ts'
import { PLAY } from './rows/play.ts'
import { PLAYERS } from './rows/players.ts'
import { SHARING } from './rows/sharing.ts'
import { SHELL } from './rows/shell.ts'
import { SHOP } from './rows/shop.ts'
import { WISHLIST } from './rows/wishlist.ts'

/**
 * Every route of app/routes.ts, in request order. `admin` changes the first player by name, and `accounts` changes that
 * player and ends the session in use, so both are last.
 */
export const ROWS: Row[] = [
  ...HOME,
  ...GAMES,
  ...PLAY,
  ...WISHLIST,
  ...SHELL,
  ...CREDITS,
  ...SHOP,
  ...COMMUNITY,
  ...PLAYERS,
  ...NOTIFICATIONS,
  ...MODERATION,
  ...CONTACT,
  ...BLOG,
  ...PAGES,
  ...SHARING,
  ...ADS,
  ...GAMES_TABLE,
  ...MANAGED_GAME,
  ...GAME_UPLOADS,
  ...GAME_HEALTH,
  ...FEEDS,
  ...ARRANGEMENT,
  ...HOME_PAGE,
  ...ADMIN,
  ...ACCOUNTS,
]

/**
 * The rows that define access and name every parameter and field of their route: one per route and method
 * (docs/safety.md#who-acts).
 */
export const ACCESS: AccessRow[] = ROWS.filter((row): row is AccessRow => row.own !== undefined)

/** Pages of a player's own account. */
export const ACCOUNT_PAGES = ACCESS.filter(
  ({ route, method, who }) => /^account(\/|$)/.test(route) && !method && who === 'players' && route !== 'account/data',
).map(({ at }) => at)
