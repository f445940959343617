import { href } from 'react-router'
import { playerOrLogin } from '../accounts/require-player.server.ts'
import { sendForm } from '../forms/send-form.ts'
import { formDone } from '../server/http/responses.server.ts'
import type { RouteHandle } from '../server/http/route-table.server.ts'
import type { Route } from './+types/read.route'
import { markAllRead } from './list-notifications.server.ts'

export const handle: RouteHandle = { methods: ['POST'] }

const ALL_READ = 'All notifications are read'

/** POST: marks all notifications of the signed-in player as read. */
export async function action({ request }: Route.ActionArgs) {
  const back = href('/notifications')
  const { id } = await playerOrLogin(request, back)
  await markAllRead(id)
  return formDone(request, back, ALL_READ)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction, { failed: 'Failed to mark them as read' })
}
