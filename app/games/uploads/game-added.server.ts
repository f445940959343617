import { data, href } from 'react-router'
import { wantsPage } from '../../server/http/responses.server.ts'
import { redirectWithFlash } from '../../server/http/flash.server.ts'

const ADDED = 'Added. Try it, then publish it'

/** The response to an accepted form: the page of the game, on which the operator tries and publishes it. */
export function gameAdded(request: Request, id: number) {
  const next = `${href('/admin/games/:id', { id: String(id) })}#play`
  return wantsPage(request) ? redirectWithFlash(next, ADDED) : data({ errors: null, message: ADDED, next })
}
