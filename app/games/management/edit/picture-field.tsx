import { useEffect, useId, useRef, useState } from 'react'
import { describedBy, FieldError, FieldFrame } from '../../../ui/fields/field-frame.tsx'
import { PICTURE_FAULTS } from './edit-rules.ts'
import type { PictureChoice } from './load-game-editor.server.ts'

type Props = {
  address: { name: string; defaultValue?: string | undefined; error?: string | undefined }
  file: { name: string; error?: string | undefined }
  choices: PictureChoice[]
  /** The path of a picture that came with a refused form, and is stored. */
  uploaded: string | undefined
  /** A picture that was taken of the game. */
  taken: File | null
}

const MAX_BYTES = 10e6

/** The picture of a game: the current one, the feed's, an uploaded file, or the drawn poster. */
export function PictureField({ address, file, choices, uploaded, taken }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [picked, setPicked] = useState<{ name: string; of: string | undefined }>()
  const [wrong, setWrong] = useState<string>()
  // Once it is stored, the file is one of the choices.
  const chosen = picked?.of === uploaded ? picked?.name : undefined
  const isStored = uploaded !== undefined && !choices.some(({ value }) => value === uploaded)
  const all = isStored ? [{ value: uploaded, label: 'Uploaded, not saved yet', src: uploaded }, ...choices] : choices
  const error = wrong ?? file.error ?? address.error
  const [preview, setPreview] = useState<string>()
  useEffect(() => {
    if (!taken || !input.current) return
    // Pages show no pictures at addresses of blobs.
    const reader = new FileReader()
    reader.onload = () => setPreview(reader.result as string)
    reader.readAsDataURL(taken)
    const files = new DataTransfer()
    files.items.add(taken)
    input.current.files = files.files
    for (const type of ['input', 'change']) input.current.dispatchEvent(new Event(type, { bubbles: true }))
    input.current.scrollIntoView({ block: 'center' })
  }, [taken])
  const first = isStored ? uploaded : (address.defaultValue ?? '')
  return (
    <fieldset
      className="field game-picture"
      // A file is chosen instead of these.
      data-replaced={chosen ? true : undefined}
      tabIndex={-1}
      {...describedBy(id, error)}
    >
      <legend className="sr-only">Picture</legend>
      <div className="picture-choices" key={uploaded}>
        {all.map(({ value, label, src }) => (
          <label key={value} className="picture-option">
            <img src={src} alt="" width="160" height="90" loading="lazy" />
            <span>
              <input type="radio" name={address.name} value={value} defaultChecked={value === first} /> {label}
            </span>
          </label>
        ))}
      </div>
      <FieldFrame label="Upload another picture" hint="JPEG, PNG, WebP or GIF, at most 10 MB, cropped to 16:9">
        {(described) => (
          <input
            {...described}
            // A stored file need not be sent again.
            key={uploaded}
            ref={input}
            type="file"
            name={file.name}
            accept="image/jpeg,image/png,image/webp,image/gif"
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0]
              const isLarge = file !== undefined && file.size > MAX_BYTES
              if (isLarge) currentTarget.value = ''
              setWrong(isLarge ? PICTURE_FAULTS.large : undefined)
              setPicked(file && !isLarge ? { name: file.name, of: uploaded } : undefined)
            }}
          />
        )}
      </FieldFrame>
      {chosen && (
        <p className="picture-chosen quiet" role="status">
          {preview && chosen === taken?.name && <img src={preview} alt="" width="160" height="90" />}
          {chosen} is stored and used when you save
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} isAlert={wrong !== undefined} />
    </fieldset>
  )
}
