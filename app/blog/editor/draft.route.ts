import { z } from 'zod/mini'
import { requireStaff } from '../../accounts/operators/require-staff.server.ts'
import { DRAFT_BYTES, draftRules } from '../blog-rules.ts'
import { saveDraft } from './drafts.server.ts'
import type { RouteHandle } from '../../server/http/route-table.server.ts'
import { readJson } from '../../server/http/request-body.server.ts'
import type { Route } from './+types/draft.route'
import { blogPostIdOf } from './load-edited-post.server.ts'

export const handle: RouteHandle = { methods: ['PUT'] }

/** `overwrite` saves even if the post was saved elsewhere since. */
const rules = z.extend(draftRules, { overwrite: z._default(z.boolean(), false) })

/** PUT, JSON: saves the draft of a post. Returns the outcome (`Saved`). */
export async function action({ request, params }: Route.ActionArgs) {
  const operator = await requireStaff(request, 'blog')
  const id = blogPostIdOf(params.id)
  const { revision, overwrite, ...fields } = await readJson(request, rules, DRAFT_BYTES)
  return Response.json(await saveDraft(operator, id, revision, fields, overwrite))
}
