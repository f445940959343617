import { pack, type Packed } from '../ui/packed.tsx'
import { requestState } from './http-state.server.ts'

/**
 * For loaders: what depends on who asks, as `useOwn` reads it (ui/own.tsx). On a page with parts of one's own `load` is kept
 * with the page, and called for each request to it, with that request; what it stands on beside its request is everybody's.
 * `name` is a word of its own among those of a page.
 */
export async function ownFor<T>(
  name: string,
  request: Request,
  load: (request: Request) => Promise<T>,
): Promise<Packed<T>> {
  const own = requestState()?.own
  if (!own) return pack(await load(request))
  const at = `own-${name}`
  own.set(at, load)
  return { text: '', at }
}

/** For what `ownFor` calls: a Set-Cookie header of the answer, which is then nobody else's. */
export function setOwnCookie(cookie: string): void {
  requestState()?.cookies.push(cookie)
}
