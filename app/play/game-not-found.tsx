import { href } from 'react-router'
import { useSite } from '../site/use-site.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** The view of a game that is not there (portal.md, 2). */
export function GameNotFound() {
  const site = useSite()
  return (
    <>
      <title>{`Game Not Found | ${site.name}`}</title>
      <EmptyState
        heading="h1"
        title="Game Not Found - But Don't Give Up!"
        action={
          <ButtonLink look="primary" href={href('/games')}>
            Discover Amazing Games
          </ButtonLink>
        }
      >
        This one has left the programme or never was on it. Plenty of others are ready to play.
      </EmptyState>
    </>
  )
}
