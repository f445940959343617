import { data, href } from 'react-router'
import { wantsPage } from '../../server/http/responses.server.ts'
import { redirectWithFlash } from '../../server/http/flash.server.ts'

const ADDED = 'Added. Try it, then publish it'

/**
 * Returns the response to an accepted form: a redirect to the page of the game, where the operator tests and publishes
 * it.
 */
export function gameAdded(request: Request, id: number) {
  const next = `${href('/admin/games/:id', { id: String(id) })}#play`
  return wantsPage(request) ? redirectWithFlash(next, ADDED) : data({ errors: null, message: ADDED, next })
}
