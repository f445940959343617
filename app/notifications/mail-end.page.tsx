import { data, href } from 'react-router'
import { Form, Submit, useForm } from '../forms/form.tsx'
import { refuseForm, fieldText } from '../forms/read-form.ts'
import { sendForm } from '../forms/send-form.ts'
import type { RouteHandle } from '../server/http-routes.server.ts'
import { formOf } from '../server/request-body.server.ts'
import { pageMeta } from '../site/page-meta.ts'
import { siteOf } from '../site/use-site.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FormError } from '../ui/field.tsx'
import type { Route } from './+types/mail-end.page'
import { playerOfMailEnd } from './mail-end-token.server.ts'
import { endNewsMails } from './mail-news.server.ts'

/** Mail programs post here by themselves. Who is signed in does not matter: the token says whose mails end. */
export const handle: RouteHandle = { takes: ['GET', 'POST'], fromAnywhere: true }

/** Its address ends somebody's mails: it is kept nowhere. */
export const headers = () => ({ 'Cache-Control': 'no-store' })

/** Opening the link ends nothing: programs that look through mails open links. */
export function loader({ request }: Route.LoaderArgs) {
  const token = tokenIn(request)
  return { token, isGood: playerOfMailEnd(token) !== null }
}

/** POST: ends the mails of the token's player. The token stands in the form, or in the address where a mail program posts. */
export async function action({ request }: Route.ActionArgs) {
  const player = playerOfMailEnd(fieldText(await formOf(request), 'token') || tokenIn(request))
  if (!player) return refuseForm(USELESS)
  await endNewsMails(player)
  return data({ hasEnded: true, errors: null })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction, { failed: 'The mails were not ended' })
}

export function meta({ matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: `End mails | ${site.name}`,
    description: `No more mails with news from ${site.name}.`,
    path: href('/notifications/mail/end'),
    noindex: true,
  })
}

const USELESS = 'This link does not work. Perhaps a part of it was cut off: copy the whole address from the mail.'

export default function MailEndPage({ loaderData: { token, isGood } }: Route.ComponentProps) {
  const form = useForm<typeof action>(null)
  if (form.done?.hasEnded) {
    return (
      <EmptyState heading="h1" title="These mails are ended" action={<ToGames />}>
        You find your news here whenever you come. You can ask for mails again in your profile.
      </EmptyState>
    )
  }
  if (!isGood) {
    return (
      <EmptyState heading="h1" title="This link does not work" action={<ToGames />}>
        Perhaps a part of it was cut off: copy the whole address from the mail. Or end the mails in your profile.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      heading="h1"
      title="End the mails with your news?"
      action={
        <Form of={form}>
          <input type="hidden" name="token" value={token} />
          <FormError error={form.error} />
          <Submit of={form} look="primary" busy="Ending...">
            End these mails
          </Submit>
        </Form>
      }
    >
      Then we write to you no more when somebody comments on what you posted or likes it. Mails about your account still
      come.
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
