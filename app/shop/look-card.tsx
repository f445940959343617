import { Avatar } from '../ui/avatar.tsx'
import { BuyForm } from './buy-form.tsx'
import type { Look } from './shop-rules.ts'
import { WearForm } from './wear-form.tsx'

type Props = {
  look: Look
  /** The player whose picture the preview uses. */
  face: { username: string; avatar: string | null }
  total: number
  isOwned: boolean
  isWorn: boolean
}

/** A preview of a frame or background on the player's own picture, with a button to buy it, use it or stop using it. */
export function LookCard({ look, face: { username, avatar }, total, isOwned, isWorn }: Props) {
  const isFrame = look.kind === 'frame'
  return (
    <li className="shop-look" data-item={look.id} data-worn={isWorn || undefined}>
      <div className="shop-shown">
        {!isFrame && <div className="profile-background" data-background={look.id} aria-hidden="true" />}
        <Avatar name={username} src={avatar} size="large" frame={isFrame ? look.id : null} />
      </div>
      <div className="shop-words">
        <h3>{look.name}</h3>
        <p>{isWorn ? 'You are using it.' : isOwned ? 'Yours.' : look.about}</p>
      </div>
      {isOwned ? (
        <WearForm look={look} isWorn={isWorn} />
      ) : (
        <BuyForm item={look.id} name={look.name} price={look.price} total={total} look={look} />
      )}
    </li>
  )
}
