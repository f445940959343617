import { type Asked, requestOf, type World } from '../requests/route-row.ts'
import { type Answer, type RequestOptions, sendRequest } from './send.ts'
import { type Player, signUp, signUpOperator, type Target } from './target.ts'

const NONE = '00000000-0000-4000-8000-000000000000'
/** The world of a portal under attack: only a game of the default catalogue. */
export const WORLD: World = {
  game: 2,
  uploaded: 2,
  session: NONE,
  play: NONE,
  id: NONE,
  username: 'nobody',
  post: 1,
  comment: 1,
  message: 1,
  blogPost: 1,
}

/** Returns a player by required role, signed up on first use; null for everybody. */
export type Clients = Record<Asked['who'], () => Promise<Player | null>>

export function createClients(target: Target): Clients {
  let player: Promise<Player> | undefined
  let operator: Promise<Player> | undefined
  return {
    everybody: () => Promise.resolve(null),
    players: () => (player ??= signUp(target)),
    operators: () => (operator ??= signUpOperator(target)),
  }
}

/** Sends a row's request with the role that it requires; `changed` overrides parts of it. */
export async function sendRow(
  { url }: Target,
  row: Asked,
  clients: Clients,
  changed: Partial<RequestOptions> = {},
): Promise<Answer> {
  const { headers, ...request } = requestOf(row, WORLD)
  const asker = await clients[row.who]()
  return sendRequest(url, {
    cookie: asker?.cookie,
    ...request,
    ...changed,
    headers: { ...headers, ...changed.headers },
  })
}
