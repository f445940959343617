import { href } from 'react-router'
import { usePlayer } from '../accounts/use-player.ts'
import { Avatar } from '../ui/avatar.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { FREEZE_PRICE } from './credit-rules.ts'

/** The ids of the frames in the preview (app/shop/shop-rules.ts). */
const SHOWN = ['frame-film', 'frame-marquee', 'frame-laurels']

/** A preview of shop items on the player's own picture, with a link to the shop. */
export function ShopWindow() {
  const player = usePlayer()
  return (
    <section className="rewards-panel shop-window" aria-labelledby="shop">
      <h2 id="shop">What credits buy</h2>
      <p>
        Frames for your picture, backgrounds for your profile, and freezes for your streak: from {FREEZE_PRICE} credits.
      </p>
      {player && (
        <div className="shop-window-frames">
          {SHOWN.map((frame) => (
            <Avatar key={frame} name={player.username} src={player.avatar} frame={frame} size="large" />
          ))}
        </div>
      )}
      <ButtonLink href={href('/rewards/shop')}>Visit the shop</ButtonLink>
    </section>
  )
}
