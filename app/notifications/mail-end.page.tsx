import { data, href } from 'react-router'
import { Form, Submit, useForm } from '../forms/form.tsx'
import { refuseForm, fieldText } from '../forms/read-form.ts'
import { sendForm } from '../forms/send-form.ts'
import type { RouteHandle } from '../server/http/route-table.server.ts'
import { formOf } from '../server/http/request-body.server.ts'
import { pageMeta } from '../site/page-meta.ts'
import { siteOf } from '../site/use-site.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FormError } from '../ui/fields/field.tsx'
import type { Route } from './+types/mail-end.page'
import { playerOfMailEnd } from './mail-end-token.server.ts'
import { endNotificationMails } from './mail-notifications.server.ts'

/** Email programs post to this page directly. The token identifies the player, and the session is ignored. */
export const handle: RouteHandle = { methods: ['GET', 'POST'], fromAnywhere: true }

/** The URL contains a token that unsubscribes a player, so the page must not be cached. */
export const headers = () => ({ 'Cache-Control': 'no-store' })

/** Opening the link does not unsubscribe the player, because email scanners open links. */
export function loader({ request }: Route.LoaderArgs) {
  const token = tokenIn(request)
  return { token, isValid: playerOfMailEnd(token) !== null }
}

/**
 * POST: unsubscribes the player of the token. The token is in the URL if an email program sends the request, whatever
 * its body is, and otherwise in a form field.
 */
export async function action({ request }: Route.ActionArgs) {
  const player = playerOfMailEnd(tokenIn(request) || fieldText(await formOf(request), 'token'))
  if (!player) return refuseForm(USELESS)
  await endNotificationMails(player)
  return data({ hasEnded: true, errors: null })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction, { failed: 'Failed to turn off emails' })
}

export function meta({ matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: `Turn off emails | ${site.name}`,
    description: `Turns off notification emails from ${site.name}.`,
    path: href('/notifications/mail/end'),
    noindex: true,
  })
}

const USELESS = 'This link does not work. Part of it may be missing. Copy the whole link from the email.'

export default function MailEndPage({ loaderData: { token, isValid } }: Route.ComponentProps) {
  const form = useForm<typeof action>(null)
  if (form.done?.hasEnded) {
    return (
      <EmptyState heading="h1" title="Notification emails are off" action={<ToGames />}>
        You can always see your notifications on the site, and turn the emails back on in your profile.
      </EmptyState>
    )
  }
  if (!isValid) {
    return (
      <EmptyState heading="h1" title="This link does not work" action={<ToGames />}>
        Part of it may be missing. Copy the whole link from the email, or turn the emails off in your profile.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      heading="h1"
      title="Turn off notification emails?"
      action={
        <Form of={form}>
          <input type="hidden" name="token" value={token} />
          <FormError error={form.error} />
          <Submit of={form} look="primary" busy="Turning off...">
            Turn off emails
          </Submit>
        </Form>
      }
    >
      You will get no more emails about comments and likes. You will still get emails about your account.
    </EmptyState>
  )
}

function ToGames() {
  return (
    <ButtonLink look="primary" href={href('/games')}>
      Browse Games
    </ButtonLink>
  )
}

function tokenIn(request: Request): string {
  return new URL(request.url).searchParams.get('token') ?? ''
}
