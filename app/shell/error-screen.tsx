import { useLocation } from 'react-router'
import type { Missing } from '../server/responses.server.ts'
import { useSite } from '../site/use-site.ts'
import { LampBoard } from '../ui/bulbs.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

const SCREENS: Record<number, { title: string; text: string }> = {
  404: {
    title: 'Oops! Game not found',
    text: 'The page you asked for has moved or never opened. Plenty of others are ready to play.',
  },
  413: {
    title: 'That is too much at once',
    text: 'What you sent is longer than we take. Shorten it, and send it again.',
  },
  429: {
    title: 'Slow down a little',
    text: 'That was a lot of pages at once. Wait a minute, then go on where you were.',
  },
  503: {
    title: 'Back in a moment',
    text: 'The hall is taking a short break. Your games and credits are safe. Please try again in a few seconds.',
  },
}

/** Of no answer at all. */
const LOST = {
  title: 'The line is dead',
  text: 'Look whether you are connected, then try again.',
}

const FAILED = {
  title: 'Something went out backstage',
  text: 'This page could not be shown. It is not you: try again in a moment.',
}

/** In place of a page: what its loader said of something that is not there, or a screen by the status, which is 0 where nothing was answered. */
export function ErrorScreen({ status, said }: { status: number; said?: unknown }) {
  return isMissing(said) ? <MissingScreen missing={said} /> : <StatusScreen status={status} said={said} />
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
 * The screen of a page that is not there (docs/product.md, Screens), or that cannot be shown. `said`: what the answer itself says, which
 * knows how long to wait.
 */
function StatusScreen({ status, said }: { status: number; said?: unknown }) {
  const site = useSite()
  const { pathname, search } = useLocation()
  const { title, text } = SCREENS[status] ?? (status === 0 ? LOST : FAILED)
  const mayAgain = status === 429 || status === 0 || status >= 500
  return (
    <div className="error-screen">
      <title>{`${title} | ${site.name}`}</title>
      {status === 404 && <meta name="robots" content="noindex" />}
      <LampBoard number={String(status).padStart(3, '0')} />
      <h1>{title}</h1>
      <p className="error-text">{mayAgain && isSentence(said) ? said : text}</p>
      <div className="buttons">
        {mayAgain && (
          <ButtonLink look="primary" size="large" href={pathname + search}>
            Try again
          </ButtonLink>
        )}
        <ButtonLink look={mayAgain ? 'secondary' : 'primary'} size="large" href="/">
          Browse Games
        </ButtonLink>
      </div>
      {status === 404 && (
        <p>
          Should something be here?{' '}
          <a className="text-link" href="/contact">
            Tell us
          </a>
        </p>
      )}
    </div>
  )
}

function isMissing(said: unknown): said is Missing {
  return typeof said === 'object' && said !== null && 'action' in said
}

function isSentence(said: unknown): said is string {
  return typeof said === 'string' && said.length > 20 && said.length < 200 && !said.includes('<')
}
