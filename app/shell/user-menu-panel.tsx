import { Coins, Heart, LogOut, UserRoundCog, UserRoundPen } from 'lucide-react'
import { href } from 'react-router'
import { AvatarPicker } from '../accounts/avatar-picker.tsx'
import { SignOutForm } from '../accounts/sign-out-form.tsx'
import { countOf } from '../lib/text.ts'
import type { SignedInPlayer } from '../accounts/use-player.ts'
import type { PlayerCredits } from '../credits/use-credited-player.ts'

/** What the user menu shows: who is signed in, with a picture that can be changed here, and where to go from it. */
export default function UserMenuPanel({
  player,
  onEdit,
}: {
  player: SignedInPlayer & PlayerCredits
  onEdit: () => void
}) {
  const { username, fullName, email, avatar, credits } = player
  return (
    <>
      <div className="user-card">
        <AvatarPicker name={username} src={avatar} compact />
        <div className="user-names">
          <strong>{fullName || username}</strong>
          <span>@{username}</span>
          <span>{email}</span>
        </div>
      </div>
      <button type="button" className="menu-item" onClick={onEdit}>
        <UserRoundPen aria-hidden="true" /> Edit Profile
      </button>
      <a className="menu-item" href={href('/account')}>
        <UserRoundCog aria-hidden="true" /> Account
      </a>
      <a className="menu-item" href={href('/wishlist')}>
        <Heart aria-hidden="true" /> My Wishlist
      </a>
      <a className="menu-item" href={href('/rewards')}>
        <Coins aria-hidden="true" /> Rewards
        <span className="quiet ml-auto tabular-nums">{countOf(credits, 'credit')}</span>
      </a>
      <SignOutForm className="menu-item">
        <LogOut aria-hidden="true" /> Logout
      </SignOutForm>
    </>
  )
}
