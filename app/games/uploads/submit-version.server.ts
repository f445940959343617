import { data } from 'react-router'
import { readForm } from '../../forms/read-form.ts'
import { formDone } from '../../server/http/responses.server.ts'
import type { Player } from '../../server/sessions/session.server.ts'
import { addVersion } from './game-versions.server.ts'
import { versionRules } from './new-game-rules.ts'
import { receiveZip } from './archive/receive-zip.server.ts'

type Submitted = { request: Request; operator: Player; gameId: number; redirectTo: string }

/** Adds the version in a form with a zip, and returns the response. */
export function submitVersion({ request, operator, gameId, redirectTo }: Submitted) {
  return receiveZip(request, async (form, useZip) => {
    const { values, errors, refuse } = readForm(versionRules, form)
    if (errors) return refuse(errors)
    const isDraft = values.draft !== ''
    const result = await useZip((upload) => addVersion({ operator, gameId }, upload, { isDraft }))
    if ('fault' in result) return refuseZip(result.fault, result.status)
    if (result.done === null)
      return refuse({ form: 'This game or the new version no longer exists, or the game was not uploaded' }, 409)
    return formDone(
      request,
      redirectTo,
      isDraft ? 'Stored. Visitors still get the current version' : 'Uploaded. This is now the current version',
    )
  })
}

/** Rejects the zip of a form. */
export function refuseZip(zip: string, status: number, given: Record<string, string> = {}) {
  return data({ errors: { zip } as { zip?: string; form?: string }, given }, status)
}
