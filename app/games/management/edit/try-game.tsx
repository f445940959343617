import { Camera } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { showToast } from '../../../ui/floating/toast.tsx'
import { Button } from '../../../ui/button.tsx'
import { mayFrame } from '../../stage/listed-hosts.ts'
import { Stage, type StageGame } from '../../stage/stage.tsx'
import { takePicture } from '../../stage/take-picture.ts'
import { reloadPage } from '../../../lib/reload-page.ts'

type Props = {
  game: StageGame
  /** Called with a picture of the game that the operator has taken. */
  onPicture: (picture: File) => void
}

/** The fragment that opens it. */
const OPENED = '#play'

/** Plays the game as players get it, in the same sandbox. The frame is created once this is opened. Nothing counts. */
export function TryGame({ game, onPicture }: Props) {
  const details = useRef<HTMLDetailsElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { hash } = useLocation()
  useEffect(() => {
    if (hash === OPENED && details.current) details.current.open = true
  }, [hash])
  return (
    <details
      ref={details}
      id={OPENED.slice(1)}
      className="try-game"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="button button-secondary">Play this game</summary>
      <p className="quiet">
        The game runs in the same sandbox as for players. This counts neither as a play nor as a failed start.
      </p>
      {isOpen &&
        (mayFrame(game.frame) ? (
          <Stage key={game.frame?.src} game={game} isPreview />
        ) : (
          // A reload by itself would lose what the form contains.
          <p>
            This tab may not load the game’s host yet.{' '}
            <Button look="secondary" size="small" onClick={reloadPage}>
              Reload the page
            </Button>
          </p>
        ))}
      {isOpen && game.frame?.isSelfHosted && <TakePicture from={details} onPicture={onPicture} />}
      <noscript>
        <p>Games need JavaScript.</p>
      </noscript>
    </details>
  )
}

function TakePicture({ from, onPicture }: { from: { current: HTMLElement | null } } & Pick<Props, 'onPicture'>) {
  const [isBusy, setBusy] = useState(false)
  const take = async () => {
    const frame = from.current?.querySelector('iframe')
    if (!frame) return
    setBusy(true)
    const picture = await takePicture(frame)
    setBusy(false)
    if (picture) onPicture(new File([picture], 'Picture from the game.png', { type: picture.type }))
    else
      showToast({
        title: 'No picture could be taken',
        text: 'The game has not drawn yet, or draws in a way that cannot be read. Upload a picture instead.',
        tone: 'error',
      })
  }
  return (
    <p className="take-picture">
      <Button look="secondary" disabled={isBusy} onClick={() => void take()}>
        <Camera aria-hidden="true" /> Use this moment as the picture
      </Button>
      <span className="quiet">It becomes the game’s picture when you save.</span>
    </p>
  )
}
