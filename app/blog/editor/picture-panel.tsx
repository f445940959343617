import { ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { href } from 'react-router'
import { upload } from '../../forms/upload.ts'
import { Button } from '../../ui/button.tsx'
import { FieldFrame } from '../../ui/fields/field-frame.tsx'
import { TextField } from '../../ui/fields/field.tsx'

type Props = {
  id: number
  /** Called with the Markdown or HTML of a picture. */
  onText: (markup: string) => void
  /** Called with the path of a picture above the post. */
  onFeatured: (src: string) => void
}

/** Uploads a picture and puts it at the cursor, or above the post. Needs JavaScript. */
export function BlogPicturePanel({ id, onText, onFeatured }: Props) {
  const panel = useRef<HTMLDetailsElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const alt = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState<number | null>(null)
  const [wrong, setWrong] = useState<{ file?: string; alt?: string }>({})

  async function add(isFeatured: boolean) {
    const picked = file.current?.files?.[0]
    const words = alt.current?.value.trim() ?? ''
    if (!picked) {
      file.current?.focus()
      return setWrong({ file: 'Please choose a picture' })
    }
    if (!words && !isFeatured) {
      alt.current?.focus()
      return setWrong({ alt: 'Please describe the picture for people who cannot see it' })
    }
    setWrong({})
    setShare(0)
    const form = new FormData()
    form.set('picture', picked)
    form.set('alt', words)
    try {
      const path = href('/admin/blog/:id/pictures', { id: String(id) })
      const { src, markup } = await upload<{ src: string; markup: string }>(path, form, setShare)
      if (file.current) file.current.value = ''
      if (alt.current) alt.current.value = ''
      panel.current?.removeAttribute('open')
      if (isFeatured) onFeatured(src)
      else onText(markup)
    } catch (error) {
      setWrong({ file: (error instanceof Error && error.message) || 'The upload failed. Please try again' })
    } finally {
      setShare(null)
    }
  }

  return (
    <details className="picture-panel needs-script" ref={panel}>
      <summary className="button button-secondary button-small">
        <ImagePlus aria-hidden="true" /> Add a picture
      </summary>
      <div className="form">
        <FieldFrame label="Picture" hint="JPEG, PNG, WebP or GIF, at most 10 MB" error={wrong.file}>
          {(described) => (
            <input {...described} ref={file} type="file" accept="image/jpeg,image/png,image/webp,image/gif" />
          )}
        </FieldFrame>
        <TextField
          ref={alt}
          label="Alternative text"
          hint="what the picture shows"
          autoComplete="off"
          {...(wrong.alt !== undefined && { error: wrong.alt })}
        />
        <div className="writing-actions">
          <Button size="small" disabled={share !== null} onClick={() => void add(false)}>
            {share === null ? 'Insert into the text' : `Uploading ${Math.round(share * 100)}%`}
          </Button>
          <Button size="small" look="quiet" disabled={share !== null} onClick={() => void add(true)}>
            Use as featured picture
          </Button>
        </div>
      </div>
    </details>
  )
}
