import { LogOut, UserRoundPen } from 'lucide-react'
import type { ReactNode } from 'react'
import { AvatarPicker } from '../accounts/avatar-picker.tsx'
import { SignOutForm } from '../accounts/sign-out-form.tsx'
import type { SignedInPlayer } from '../accounts/use-player.ts'

/**
 * What the user menu shows: who is signed in, with a picture that can be changed here, and where to go from it: the links
 * are its children, since every page has what draws links anyway.
 */
export default function UserMenuPanel({
  player,
  onEdit,
  children,
}: {
  player: SignedInPlayer
  onEdit: () => void
  children: ReactNode
}) {
  const { username, fullName, email, avatar } = player
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
      {children}
      <SignOutForm className="menu-item">
        <LogOut aria-hidden="true" /> Logout
      </SignOutForm>
    </>
  )
}
