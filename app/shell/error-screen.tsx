import { useSite } from '../lib/use-site.ts'
import { LampBoard } from '../ui/bulbs.tsx'
import { ButtonLink } from '../ui/button.tsx'

const SCREENS: Record<number, { title: string; text: string }> = {
  404: {
    title: 'Oops! Game not found',
    text: 'The page you asked for has moved or never opened. Plenty of others are ready to play.',
  },
  429: {
    title: 'Slow down a little',
    text: 'That was a lot of pages at once. Wait a minute, then go on where you were.',
  },
  503: {
    title: 'Back in a moment',
    text: 'The portal cannot reach its database just now. Try again in a little while.',
  },
}

const FAILED = {
  title: 'Something went out backstage',
  text: 'This page could not be shown. It is not you: try again in a moment.',
}

/** The screen of a page that is not there (community.md, 2), or that cannot be shown. */
export function ErrorScreen({ status }: { status: number }) {
  const site = useSite()
  const { title, text } = SCREENS[status] ?? FAILED
  return (
    <div className="grid justify-items-center gap-4 py-10 text-center">
      <title>{`${title} | ${site.name}`}</title>
      {status === 404 && <meta name="robots" content="noindex" />}
      <LampBoard number={String(status in SCREENS ? status : 500)} />
      <h1 className="mt-6 text-(length:--t-2xl)">{title}</h1>
      <p className="max-w-[42ch] text-base leading-relaxed">{text}</p>
      <ButtonLink look="primary" size="large" href="/" className="mt-4">
        Browse Games
      </ButtonLink>
    </div>
  )
}
