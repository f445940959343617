import { ButtonLink } from '../../../ui/button.tsx'
import { Loader } from '../../../ui/bulbs.tsx'
import { Dialog } from '../../../ui/floating/dialog.tsx'
import { useRead } from '../../../ui/use-read.ts'
import { href } from 'react-router'
import { mayFrame } from '../../stage/listed-hosts.ts'
import { Stage, type StageGame } from '../../stage/stage.tsx'
import { withBack } from '../back-link.tsx'
import { managedGameHref } from '../management-rules.ts'
import type { ListedGame } from './list-managed-games.server.ts'

type Props = { game: Pick<ListedGame, 'id' | 'title'>; back: string; onClose: () => void }

/** A game to play at the side of the table, in the sandbox that players get. Nothing counts. */
export default function PlayDrawer({ game: { id, title }, back, onClose }: Props) {
  const { data, error } = useRead<StageGame>(href('/admin/games/:id/stage', { id: String(id) }))
  return (
    <Dialog
      title={title}
      onClose={onClose}
      className="drawer"
      footer={<ButtonLink href={withBack(managedGameHref(id), back)}>Edit this game</ButtonLink>}
    >
      {data ? (
        mayFrame(data.frame) ? (
          <Stage game={data} isPreview />
        ) : (
          <p>This tab may not load the game’s host. Play it on the page where you edit it.</p>
        )
      ) : error ? (
        <p role="alert">The game could not be loaded. Close this and try again.</p>
      ) : (
        <Loader label={`Loading ${title}`} />
      )}
    </Dialog>
  )
}
