import { Camera } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { href } from 'react-router'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/fields/field.tsx'
import { AVATAR_TYPES } from './profile-rules.ts'
import { useAvatarUpload } from './use-avatar-upload.ts'

type Props = {
  /** The player's username. */
  name: string
  src: string | null
  frame: string | null
  /** Shows only the picture with a camera icon, for the menu. */
  compact?: boolean
}

/** The player's own picture, which can be changed by a click, drop or paste. Without JavaScript it is a file form. */
export function AvatarPicker({ name, src, frame, compact }: Props) {
  const container = useRef<HTMLDivElement>(null)
  const { running, isBusy, error, submit, remove } = useAvatarUpload(container)
  const [isOver, setOver] = useState(false)
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(over)
  }
  return (
    <div
      ref={container}
      className={compact ? 'avatar-picker avatar-picker-compact' : 'avatar-picker'}
      data-over={isOver || undefined}
      onDragOver={drag(!isBusy)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event)
        if (!isBusy) submit(event.dataTransfer.files[0])
      }}
    >
      <form method="post" action={href('/account/avatar')} encType="multipart/form-data">
        <label className="avatar-choice">
          <Avatar name={name} src={running?.preview ?? src} frame={frame} size="large" />
          <span className="avatar-camera">
            <Camera aria-hidden="true" />
          </span>
          <span className={compact ? 'sr-only' : 'avatar-words'}>
            {isBusy ? 'Uploading...' : src ? 'Change picture' : 'Upload picture'}
          </span>
          <input
            type="file"
            name="picture"
            accept={AVATAR_TYPES.join(',')}
            disabled={isBusy}
            onChange={({ currentTarget }) => {
              submit(currentTarget.files?.[0])
              // Reset the input, so that choosing the same file again after an error fires a change event.
              currentTarget.value = ''
            }}
          />
        </label>
        <noscript>
          <Button type="submit" size="small">
            Upload
          </Button>
        </noscript>
      </form>
      {!compact && (
        <p className="avatar-hint">
          JPEG, PNG, WebP or GIF, at most 2 MB.{' '}
          <span className="needs-script">You can also drop or paste one here.</span>
        </p>
      )}
      {!compact && src && (
        <form
          method="post"
          action={href('/account/avatar/removal')}
          onSubmit={(event) => {
            event.preventDefault()
            remove()
          }}
        >
          <Button type="submit" look="outline" size="small" disabled={isBusy}>
            Remove picture
          </Button>
        </form>
      )}
      {running && <progress className="avatar-progress" max="1" value={running.share} aria-label="Uploading" />}
      <FormError error={error} />
    </div>
  )
}
