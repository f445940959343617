import { RotateCw } from 'lucide-react'
import { href, useNavigate } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { gameHref } from '../catalogue/games-href.ts'

/** A game to play instead, with its picture of 16:9. */
export type OtherGame = { id: number; slug: string; title: string; picture: string }

type Props = { poster: string; instead: OtherGame[]; isLastAttempt: boolean; onRetry: () => void }

/** A game that failed: its poster, another try, and games that play. Not an alert: the toast that comes with a failure is read out already. */
export function FailedGame({ poster, instead, isLastAttempt, onRetry }: Props) {
  const navigate = useNavigate()
  const findAnother = () => {
    void navigate(href('/games'))
    showToast({ title: "Let's find you a working game!", tone: 'neutral' })
  }
  return (
    <div className="stage-cover stage-failed">
      <img src={poster} alt="" width="640" height="360" />
      <h2>Oops! Game failed to load</h2>
      <div className="flex flex-wrap justify-center gap-2">
        <Button look={isLastAttempt ? 'secondary' : 'primary'} onClick={onRetry}>
          <RotateCw aria-hidden="true" /> Try again
        </Button>
        <Button look={isLastAttempt ? 'primary' : 'secondary'} onClick={findAnother}>
          Find Another Game
        </Button>
      </div>
      {instead.length > 0 && (
        <nav aria-label="Games that play">
          <p>Or play one of these:</p>
          <ul className="stage-instead">
            {instead.map(({ id, slug, title, picture }) => (
              <li key={id}>
                <a href={gameHref(slug)}>
                  <img src={picture} alt="" width="320" height="180" />
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  )
}
