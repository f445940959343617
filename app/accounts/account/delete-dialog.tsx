import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/floating/dialog.tsx'
import { DeleteButton, DeleteFields, type Deletion, useDeleteForm } from './delete-form.tsx'

type Props = { username: string; hasPassword: boolean; deletion: Deletion; onClose: () => void }

export default function DeleteDialog({ username, hasPassword, deletion, onClose }: Props) {
  const form = useDeleteForm()
  return (
    <Dialog
      title="Delete your account?"
      onClose={onClose}
      footer={
        <>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <DeleteButton form={form} />
        </>
      }
    >
      <DeleteFields form={form} username={username} hasPassword={hasPassword} deletion={deletion} />
    </Dialog>
  )
}
