import { href } from 'react-router'
import { Form, Submit, useForm } from '../../forms/form.tsx'
import { formatMoment } from '../../lib/dates.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FieldFrame } from '../../ui/fields/field-frame.tsx'
import { FormError, TextField } from '../../ui/fields/field.tsx'
import { useScript } from '../../ui/use-script.ts'
import '../../accounts/operators/console.css'
import type { EditorPost } from './load-edited-post.server.ts'

/** Further actions on a post, below its form. */
export function BlogEditorEnd({ post }: { post: EditorPost }) {
  const hasScript = useScript()
  const params = { id: String(post.id) }
  return (
    <div className="writing-end">
      {!hasScript && <PictureForm id={post.id} />}
      {post.versions.length > 1 && <Versions post={post} />}
      <div className="writing-actions">
        {post.state !== 'draft' && <UnpublishForm />}
        <ButtonLink look="destructive" href={href('/admin/blog/:id/delete', params)}>
          Delete...
        </ButtonLink>
      </div>
    </div>
  )
}

function Versions({ post: { id, versions } }: { post: EditorPost }) {
  return (
    <details className="versions">
      <summary>Versions</summary>
      <ul>
        {versions.map(({ revision, who, at, isPublished }) => (
          <li key={revision}>
            <a
              className="text-link"
              href={`${href('/admin/blog/:id/preview', { id: String(id) })}?revision=${revision}`}
            >
              {formatMoment(at)}
            </a>{' '}
            by {who} {isPublished && <span className="chip">Published</span>}
          </li>
        ))}
      </ul>
    </details>
  )
}

function UnpublishForm() {
  const form = useForm(null, { intent: 'unpublish' })
  return (
    <details className="console-more">
      <summary className="button button-secondary">Unpublish...</summary>
      <Form of={form}>
        <p>Readers will no longer see this post, and its address will show a not-found page. Nothing is lost.</p>
        <FormError error={form.error} />
        <div>
          <Submit of={form} busy="Unpublishing...">
            Unpublish
          </Submit>
        </div>
      </Form>
    </details>
  )
}

/** Stores a picture without JavaScript; the response shows what to add to the text. */
function PictureForm({ id }: { id: number }) {
  return (
    <form
      method="post"
      encType="multipart/form-data"
      action={href('/admin/blog/:id/pictures', { id: String(id) })}
      className="form writing-picture"
    >
      <h2>Upload a picture</h2>
      <p>Save the draft first. After the upload, you see what to add to the text.</p>
      <FieldFrame label="Picture" hint="JPEG, PNG, WebP or GIF, at most 10 MB">
        {(described) => (
          <input
            {...described}
            type="file"
            name="picture"
            accept="image/jpeg,image/png,image/webp,image/gif"
            required
          />
        )}
      </FieldFrame>
      <TextField name="alt" label="Alternative text" hint="what the picture shows" autoComplete="off" />
      <div>
        <Button type="submit">Upload the picture</Button>
      </div>
    </form>
  )
}
