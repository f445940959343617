import { data, href, redirect, redirectDocument } from 'react-router'
import { readForm, typed } from '../lib/read-form.ts'
import { pageMeta } from '../lib/seo.ts'
import { siteOf } from '../lib/use-site.ts'
import { wantsPage } from '../lib/wants-page.ts'
import { countAttemptOf } from '../server/count-attempts.server.ts'
import { tooManyMessage } from '../server/rate-limit.server.ts'
import { StorageDownError } from '../server/storage-key.server.ts'
import { ButtonLink } from '../ui/button.tsx'
import { sayOutcome } from '../ui/say-outcome.ts'
import { hasPassword, isPasswordOf } from './change-password.server.ts'
import { deleteAccount } from './delete-account.server.ts'
import { DeleteButton, DeleteFields, useDeleteForm } from './delete-form.tsx'
import { DELETE_FAILED, deletionRules, NAME_DIFFERS, PASSWORD_WRONG } from './profile-rules.ts'
import { playerOrLogin } from './require-player.server.ts'
import type { Route } from './+types/delete.page'

export async function loader({ request }: Route.LoaderArgs) {
  const { id, username } = await playerOrLogin(request, href('/account/delete'))
  return { username, hasPassword: await hasPassword(id) }
}
