import { z } from 'zod'
import { requireStaff } from '../../accounts/operators/require-staff.server.ts'
import { DRAFT_BYTES, draftRules } from '../blog-rules.ts'
import type { RouteHandle } from '../../server/http/route-table.server.ts'
import { readJson } from '../../server/http/request-body.server.ts'
import type { Route } from './+types/rendering.route'
import { loadEditedPost, renderDraft } from './load-edited-post.server.ts'

export const handle: RouteHandle = { methods: ['POST'] }

const rules = z.object({ source: draftRules.shape.source })

/** POST, JSON: renders the text of a post. Stores nothing. */
export async function action({ request, params }: Route.ActionArgs) {
  await requireStaff(request, 'blog')
  const post = await loadEditedPost(params.id)
  const { source } = await readJson(request, rules, DRAFT_BYTES)
  return Response.json(await renderDraft(source, post))
}
