import { data } from 'react-router'
import { readForm } from '../../../forms/read-form.ts'
import { sendForm } from '../../../forms/send-form.ts'
import { cacheHeaders } from '../../../server/cache/cache-headers.server.ts'
import { tooManyMessage } from '../../../server/http/rate-limit.server.ts'
import { formOf } from '../../../server/http/request-body.server.ts'
import { formDone, notFound } from '../../../server/http/responses.server.ts'
import { pageMeta } from '../../../site/page-meta.ts'
import { siteOf } from '../../../site/use-site.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { findGameBySlug } from '../../catalogue/find-game.server.ts'
import { gameHref } from '../../catalogue/games-href.ts'
import { NO_GAME_PAGE } from '../../catalogue/no-game.ts'
import type { Route } from './+types/report-game.page'
import { ReportGameFields, SendGameReport, useReportGameForm } from './report-game-form.tsx'
import { reportGame } from './report-game.server.ts'
import { GAME_REPORT_FAILED, GAME_REPORTED, gameReportRules, reportGameHref } from './report-rules.ts'

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export async function loader({ params }: Route.LoaderArgs) {
  const { id, slug, title } = await findGame(params.slug)
  return data({ slug, title }, { headers: cacheHeaders('games', `game:${id}`) })
}

/** POST: reports a game. Visitors need no account (docs/product.md#reports-of-games). */
export async function action({ request, params }: Route.ActionArgs) {
  const game = await findGame(params.slug)
  const { values, errors, refuse } = readForm(gameReportRules, await formOf(request))
  if (errors) return refuse(errors)
  const wait = await reportGame(request, game.id, values.reason)
  if (wait) return refuse({ form: tooManyMessage(wait, 'report a game') }, 429)
  return formDone(request, gameHref(game.slug), GAME_REPORTED)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction, { failed: GAME_REPORT_FAILED })
}

/** A report changes nothing that the page shows, so the page is not reloaded. */
export const shouldRevalidate = () => false

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { slug, title } = loaderData
  return pageMeta(siteOf(matches), {
    title: `Report ${title}`,
    description: `Report that ${title} does not load, or that something else is wrong with it.`,
    path: reportGameHref(slug),
    noindex: true,
  })
}

/** The report dialog as a page, for browsers without JavaScript. */
export default function ReportGamePage({ loaderData: { slug, title } }: Route.ComponentProps) {
  const form = useReportGameForm()
  return (
    <div className="account-alone">
      <h1>Report {title}</h1>
      <section className="text-card">
        <ReportGameFields form={form} />
        <div className="buttons">
          <SendGameReport form={form} />
          <ButtonLink look="quiet" href={gameHref(slug)}>
            Back to the game
          </ButtonLink>
        </div>
      </section>
    </div>
  )
}

async function findGame(slug: string) {
  const game = await findGameBySlug(slug)
  if (!game) throw notFound(NO_GAME_PAGE, cacheHeaders('games'))
  return game
}
