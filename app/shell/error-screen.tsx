import { isRouteErrorResponse, useLocation } from 'react-router'
import type { Missing } from '../server/http/responses.server.ts'
import { useSite } from '../site/use-site.ts'
import { LampBoard } from '../ui/bulbs.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

const SCREENS: Record<number, { title: string; text: string }> = {
  404: {
    title: 'Oops! Game not found',
    text: 'This page doesn’t exist. Plenty of games do.',
  },
  413: {
    title: 'That is too long',
    text: 'Your text is longer than the limit. Please shorten it and send it again.',
  },
  429: {
    title: 'Slow down a little',
    text: 'Too many pages at once. Wait a minute, then continue where you were.',
  },
  503: {
    title: 'Back in a moment',
    text: 'The site is taking a short break. Your games and credits are safe. Please try again in a few seconds.',
  },
}

/** No response at all. */
const LOST = {
  title: 'You are offline',
  text: 'Check your connection, then try again.',
}

const FAILED = {
  title: 'Something went wrong',
  text: 'This page failed to load. It is not your fault. Please try again in a moment.',
}

/**
 * Shown in place of a page, for the error of an error boundary: what its loader threw about a missing item, or a screen
 * by status, 0 if there was no response.
 */
export function ErrorScreen({ error }: { error: unknown }) {
  if (!isRouteErrorResponse(error)) return <StatusScreen status={isUnanswered(error) ? 0 : 500} />
  const { status, data: body } = error
  return isMissing(body) ? <MissingScreen missing={body} /> : <StatusScreen status={status} body={body} />
}

function MissingScreen({ missing: { name, title, text, action } }: { missing: Missing }) {
  const site = useSite()
  return (
    <>
      <title>{`${name} | ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <EmptyState
        heading="h1"
        title={title}
        action={
          <ButtonLink look="primary" href={action.href}>
            {action.label}
          </ButtonLink>
        }
      >
        {text}
      </EmptyState>
    </>
  )
}

/**
 * The screen of a page that does not exist (docs/product.md#missing-pages) or cannot be shown. `body` is the response's
 * message, which may contain the time to wait.
 */
function StatusScreen({ status, body }: { status: number; body?: unknown }) {
  const site = useSite()
  const { pathname, search } = useLocation()
  const { title, text } = SCREENS[status] ?? (status === 0 ? LOST : FAILED)
  const canRetry = status === 429 || status === 0 || status >= 500
  return (
    <div className="error-screen">
      <title>{`${title} | ${site.name}`}</title>
      {status === 404 && <meta name="robots" content="noindex" />}
      <LampBoard number={String(status).padStart(3, '0')} />
      <h1>{title}</h1>
      <p className="error-text">{canRetry && isMessage(body) ? body : text}</p>
      <div className="buttons">
        {canRetry && (
          <ButtonLink look="primary" size="large" href={pathname + search}>
            Try again
          </ButtonLink>
        )}
        <ButtonLink look={canRetry ? 'secondary' : 'primary'} size="large" href="/">
          Browse Games
        </ButtonLink>
      </div>
      {status === 404 && (
        <p>
          Is something missing?{' '}
          <a className="text-link" href="/contact">
            Tell us
          </a>
        </p>
      )}
    </div>
  )
}

function isMissing(body: unknown): body is Missing {
  return typeof body === 'object' && body !== null && 'action' in body
}

function isMessage(body: unknown): body is string {
  return typeof body === 'string' && body.length > 20 && body.length < 200 && !body.includes('<')
}

/** `fetch` throws these if there is no response; each browser has a different message. */
function isUnanswered(error: unknown): boolean {
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message)
}
