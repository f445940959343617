import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { AVATAR_MESSAGES } from '../../../accounts/profile/profile-rules.ts'
import { HiddenValue } from '../../../forms/hidden-value.tsx'
import { FieldFrame } from '../../../ui/fields/field-frame.tsx'
import { Checkbox } from '../../../ui/fields/field.tsx'
import { focusIfLost } from '../../../ui/floating/focus-if-lost.ts'
import { useScript } from '../../../ui/use-script.ts'
import { POST_FORM_MESSAGES } from './post-form-rules.ts'
import { MEDIA_BYTES, MEDIA_TYPES } from '../../post-rules.ts'

type Props = {
  /** Field with the address of the post's current picture. */
  address: { name: string; defaultValue?: string | undefined; error?: string | undefined }
  file: { name: string; error?: string | undefined }
  /** A new object for each response of the server. */
  answer: object
}

const SHOWN = 'input[type=file], .picked button'

/** The picture of a post: an upload, or the current one. */
export function PictureField({ address, file, answer }: Props) {
  const hasScript = useScript()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<{ name: string; preview: string | null } | null>(null)
  const [saved, setSaved] = useState(address.error ? '' : (address.defaultValue ?? ''))
  const [wrong, setWrong] = useState<string>()
  // A server error applies only to the picture that was sent.
  const [settled, setSettled] = useState<object>()
  const error = wrong ?? (settled === answer ? undefined : (file.error ?? address.error))
  const container = useRef<HTMLDivElement>(null)
  const focusHere = () =>
    focusIfLost(() =>
      [...(container.current?.querySelectorAll<HTMLElement>(SHOWN) ?? [])].find((one) => one.checkVisibility()),
    )

  async function choose(picked: File | undefined) {
    setWrong(undefined)
    setSettled(answer)
    setChosen(null)
    focusHere()
    const fault = picked && faultOf(picked)
    if (!picked || fault) {
      if (input.current) input.current.value = ''
      return setWrong(fault)
    }
    const choice = { name: picked.name, preview: null }
    setChosen(choice)
    const preview = await previewOf(picked)
    // It may have been removed or replaced meanwhile.
    setChosen((now) => (now === choice ? { ...choice, preview } : now))
  }

  return (
    <div className="picture-field" ref={container}>
      <FieldFrame
        label="Picture"
        hint="optional: JPEG, PNG, WebP or GIF, at most 5 MB"
        error={error}
        isAlert={wrong !== undefined}
      >
        {(described) => (
          <>
            <div hidden={chosen !== null || (hasScript && saved !== '')}>
              <input
                {...described}
                ref={input}
                type="file"
                name={file.name}
                accept={MEDIA_TYPES.join(',')}
                onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
              />
            </div>
            {chosen && (
              <Shown
                name={chosen.name}
                src={chosen.preview}
                isWrong={error !== undefined}
                onRemove={() => void choose(undefined)}
              />
            )}
            {!chosen && hasScript && saved && (
              <Shown
                name="The picture of the post"
                src={saved}
                onRemove={() => {
                  setSaved('')
                  focusHere()
                }}
              />
            )}
          </>
        )}
      </FieldFrame>
      {hasScript && saved ? (
        <HiddenValue name={address.name} value={saved} />
      ) : (
        !hasScript &&
        saved && (
          <Checkbox name={address.name} value={saved} defaultChecked>
            Keep the current picture
          </Checkbox>
        )
      )}
    </div>
  )
}

/** The chosen picture, with a button that removes it. */
function Shown({
  name,
  src,
  isWrong = false,
  onRemove,
}: {
  name: string
  src: string | null
  isWrong?: boolean
  onRemove: () => void
}) {
  return (
    <div className="picked">
      {src && <img src={src} alt="" width="72" height="72" />}
      <strong>{name}</strong>
      <button
        type="button"
        className="icon-button"
        aria-label="Remove the picture"
        data-wrong={isWrong || undefined}
        onClick={onRemove}
      >
        <X aria-hidden="true" />
      </button>
    </div>
  )
}

function faultOf({ type, size }: File): string | undefined {
  if (!(MEDIA_TYPES as readonly string[]).includes(type)) return AVATAR_MESSAGES.type
  return size > MEDIA_BYTES ? POST_FORM_MESSAGES.mediaLarge : undefined
}

/**
 * Returns a preview as a data URL, because the page's policy allows no blob URLs. Null if the browser cannot read the
 * picture; the server then reports why.
 */
async function previewOf(file: File): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return null
  const canvas = document.createElement('canvas')
  const scale = 144 / Math.min(picture.width, picture.height)
  canvas.width = canvas.height = 144
  const [width, height] = [picture.width * scale, picture.height * scale]
  canvas.getContext('2d')?.drawImage(picture, (144 - width) / 2, (144 - height) / 2, width, height)
  picture.close()
  return canvas.toDataURL('image/webp', 0.85)
}
