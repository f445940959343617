import { usePlayer } from '../use-player.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/floating/dialog.tsx'
import { AvatarPicker } from './avatar-picker.tsx'
import { ProfileFields, SaveProfile, useProfileForm } from './profile-form.tsx'

/**
 * "Edit Profile" (docs/product.md#names-and-passwords): the picture, the names, and the email address, which cannot be
 * changed.
 */
export default function ProfileDialog({ onClose }: { onClose: () => void }) {
  const player = usePlayer()
  const form = useProfileForm(onClose)
  if (!player) return null
  return (
    <Dialog
      title="Edit Profile"
      onClose={onClose}
      footer={
        <>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <SaveProfile form={form} />
        </>
      }
    >
      <AvatarPicker name={player.username} src={player.avatar} frame={player.frame} />
      <ProfileFields form={form} profile={player} />
    </Dialog>
  )
}
