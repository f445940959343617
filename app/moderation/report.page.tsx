import { data, href } from 'react-router'
import { refererPath } from '../accounts/referer-path.server.ts'
import { nextPath } from '../accounts/next-path.ts'
import { playerOrLogin } from '../accounts/require-player.server.ts'
import { readForm } from '../forms/read-form.ts'
import { sendForm } from '../forms/send-form.ts'
import { type Missing, notFound } from '../server/http/responses.server.ts'
import { countAttempt, countAttemptOf } from '../server/http/count-attempts.server.ts'
import { tooManyMessage } from '../server/http/rate-limit.server.ts'
import { formOf } from '../server/http/request-body.server.ts'
import type { Player } from '../server/sessions/session.server.ts'
import { pageMeta } from '../site/page-meta.ts'
import { siteOf } from '../site/use-site.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Route } from './+types/report.page'
import { createReport, findReportable, type Reportable } from './create-report.server.ts'
import { ReportFields, SendReport, useReportForm } from './report-form.tsx'
import {
  REPORT_DONE,
  REPORT_FAILED,
  REPORT_KINDS,
  REPORT_OWN,
  REPORTED_ALREADY,
  reportHref,
  reportRules,
} from './moderation-rules.ts'

export async function loader({ request }: Route.LoaderArgs) {
  const player = await playerOrLogin(request, reportPageOf(request))
  const { name, aboutId, isReported } = await readReportable(request, player)
  return { name, isOwn: aboutId === player.id, isReported, back: backOf(request) }
}

/**
 * POST: reports the item in the query. Responds 403 for the player's own item, 409 if they already reported it, 429
 * above the rate limit.
 */
export async function action({ request }: Route.ActionArgs) {
  const player = await playerOrLogin(request, reportPageOf(request))
  const reported = await readReportable(request, player)
  const { values, errors, refuse } = readForm(reportRules, await formOf(request))
  if (errors) return refuse(errors)
  if (reported.aboutId === player.id) return refuse({ form: REPORT_OWN }, 403)
  const wait = (await countAttempt('report', request)) || (await countAttemptOf('report', player.id))
  if (wait) return refuse({ form: tooManyMessage(wait, 'report something') }, 429)
  if (!(await createReport(player.id, reported, values))) return refuse({ form: REPORTED_ALREADY }, 409)
  return data({ back: nextPath(values.back) })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction, { done: REPORT_DONE, failed: REPORT_FAILED })
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Report',
    description: 'Report something to the operators.',
    path: href('/reports/new'),
    noindex: true,
  })
}

const NO_SUCH: Missing = {
  name: 'Nothing to report',
  title: 'Nothing to report',
  text: 'What you want to report no longer exists.',
  action: { label: 'Back to Home', href: href('/') },
}

/** The report dialog as a page, for browsers without JavaScript. */
export default function ReportPage({ loaderData: { name, isOwn, isReported, back } }: Route.ComponentProps) {
  const form = useReportForm()
  if (form.done || isReported || isOwn) {
    const { back: next } = { back, ...(form.done as { back: string } | undefined) }
    const title = form.done ? REPORT_DONE : isOwn ? REPORT_OWN : REPORTED_ALREADY
    return <EmptyState heading="h1" title={title} action={<ButtonLink href={next}>Go back</ButtonLink>} />
  }
  return (
    <div className="account-alone">
      <h1>Report {name}</h1>
      <section className="text-card">
        <ReportFields form={form} back={back} />
        <SendReport form={form} />
      </section>
    </div>
  )
}

async function readReportable(request: Request, player: Player): Promise<Reportable> {
  const query = new URL(request.url).searchParams
  const kind = REPORT_KINDS.find((one) => one === query.get('kind'))
  const found = kind && (await findReportable(player.id, kind, query.get('id') ?? ''))
  if (!found) throw notFound(NO_SUCH)
  return found
}

/** Returns the path of the page that the player came from, or the home page if that was the report page itself. */
function backOf(request: Request): string {
  const from = refererPath(request, href('/'))
  return from.startsWith(href('/reports/new')) ? href('/') : from
}

/** Returns the link to this page, for the return after signing in. */
function reportPageOf(request: Request): string {
  const query = new URL(request.url).searchParams
  const kind = REPORT_KINDS.find((one) => one === query.get('kind'))
  return kind ? reportHref(kind, (query.get('id') ?? '').slice(0, 200)) : href('/reports/new')
}
