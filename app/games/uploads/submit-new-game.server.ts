import { readForm } from '../../forms/read-form.ts'
import { formOf } from '../../server/http/request-body.server.ts'
import type { Player } from '../../server/sessions/session.server.ts'
import { approvedGameHosts } from '../feeds/providers/frame-hosts.server.ts'
import { OWN_PROVIDER } from '../feeds/providers/provider-rules.ts'
import { approveHosts } from '../feeds/providers/save-provider.server.ts'
import { gameAddress, hostOf } from '../import/game-address.ts'
import { GAME_BYTES } from '../management/edit/edit-rules.ts'
import { addGame } from './add-game.server.ts'
import { readNewGame, urlGameRules, zipGameRules } from './new-game-rules.ts'
import { receiveZip } from './archive/receive-zip.server.ts'
import { refuseZip } from './submit-version.server.ts'

/** Adds the game from a form with a zip. Returns its id, or the response to a rejected form. */
export function submitZipGame(request: Request, operator: Player) {
  return receiveZip(request, async (form, useZip) => {
    const { values, errors, refuse } = readForm(zipGameRules, form)
    if (errors) return { refused: refuse(errors) }
    const read = readNewGame(values)
    if ('errors' in read) return { refused: refuse(read.errors) }
    const result = await useZip((upload) => addGame(operator, read.game, upload))
    return 'fault' in result
      ? { refused: refuseZip(result.fault, result.status, refuse({}).data.given) }
      : { id: result.done }
  })
}

/** Adds the game from a form with a URL. Returns its id, or the response to a rejected form. */
export async function submitUrlGame(request: Request, operator: Player) {
  const { values, errors, refuse } = readForm(urlGameRules, await formOf(request, GAME_BYTES))
  if (errors) return { refused: refuse(errors) }
  const read = readNewGame(values)
  if ('errors' in read) return { refused: refuse(read.errors) }
  const host = hostOf(values.url)
  const checked = gameAddress(values.url, { hosts: host === null ? [] : [host] })
  if (host === null || !('url' in checked)) {
    return { refused: refuse({ url: 'Enter an address that begins with https:// and has no name or password in it' }) }
  }
  if (!approvedGameHosts().includes(host)) {
    if (!values.approve)
      return { refused: refuse({ approve: `Tick this box if pages of this site may frame games from ${host}` }) }
    const approved = await approveHosts(operator, OWN_PROVIDER, { games: [host] })
    if (approved.outcome !== 'done')
      return { refused: refuse({ url: approved.outcome === 'forbidden' ? approved.why : 'Please try again' }, 409) }
  }
  return { id: await addGame(operator, read.game, { url: checked.url }) }
}
