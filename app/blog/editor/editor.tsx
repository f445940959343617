import { ArrowLeft } from 'lucide-react'
import { type FormEvent, type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { href } from 'react-router'
import { usePlayer } from '../../accounts/use-player.ts'
import { blogPostHref } from '../blog-href.ts'
import '../blog.css'
import '../blog-post.css'
import type { DraftFields, publicationRules } from '../blog-rules.ts'
import { Form, useForm } from '../../forms/form.tsx'
import { clearDraft } from '../../forms/forget-draft.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { formatMoment } from '../../lib/dates.ts'
import { FormError } from '../../ui/fields/field.tsx'
import { focusIfLost } from '../../ui/floating/focus-if-lost.ts'
import { BlogDetails } from './post-details.tsx'
import { BlogEditorEnd } from './editor-end.tsx'
import { BlogPublish } from './publish-panel.tsx'
import { BlogText } from './text-editor.tsx'
import './editor.css'
import { StateChip } from './post-state.tsx'
import type { EditorPost } from './load-edited-post.server.ts'
import { SaveStatus } from './save-status.tsx'
import { draftNameOf, fieldsIn, useAutosave } from './use-autosave.ts'
import { useRendering } from './use-rendering.ts'
import { reloadPage } from '../../lib/reload-page.ts'

/** The editor of a post. */
export function BlogEditor({ post }: { post: EditorPost }) {
  const [turn, setTurn] = useState(0)
  const { id, state, publishedAt, fixedSlug, fields, isOverwrittenByFiles } = post
  return (
    <div className="writing">
      <a className="back-link" href={href('/admin/blog')}>
        <ArrowLeft aria-hidden="true" /> All blog posts
      </a>
      <div className="writing-head">
        <h1>{fields.title || 'New post'}</h1>
        <StateChip state={state} at={publishedAt} />
        {state === 'published' && fixedSlug && (
          <a className="text-link" href={blogPostHref(fixedSlug)}>
            View post
          </a>
        )}
      </div>
      {isOverwrittenByFiles && (
        <p className="note">
          The published post was replaced from a file after this draft was saved. Publishing replaces it with the draft.
        </p>
      )}
      <RestoredEditor
        key={turn}
        post={post}
        onPublished={() => {
          clearDraft(draftNameOf(id))
          setTurn(turn + 1)
          focusIfLost()
        }}
      />
      <BlogEditorEnd post={post} />
    </div>
  )
}

type Props = { post: EditorPost; onPublished: () => void }

/** Begins with the draft in this browser, if something was typed that never reached the server. */
function RestoredEditor({ post, onPublished }: Props) {
  const { draft, key, keep } = useDraft(draftNameOf(post.id), usePlayer()?.id)
  return <Editor key={key} post={post} localDraft={draft} keep={keep} onPublished={onPublished} />
}

type EditorProps = Props & {
  localDraft: Readonly<Record<string, string>> | null
  keep: (event: FormEvent<HTMLFormElement>) => void
}

function Editor({ post, localDraft, keep, onPublished }: EditorProps) {
  const form = useForm<typeof publicationRules.shape>(null, { onDone: onPublished })
  // Initial values only: data that is loaded later may be someone else's.
  const [start] = useState<DraftFields>(() => ({ ...post.fields, ...localDraft }))
  const [begun] = useState(() => (localDraft ? Number(localDraft.revision) || 0 : post.revision))
  const [typed, setTyped] = useState(start)
  const [view, setView] = useState<'text' | 'preview'>('text')
  const text = useRef<HTMLTextAreaElement>(null)
  const { ref } = form.frame
  const saving = useAutosave(post.id, begun, ref)
  const rendering = useRendering(post.id, typed.source, localDraft ? null : post)
  const fieldOf = (name: keyof DraftFields) => form.field(name, start[name])

  const begin = useEffectEvent(() => {
    // As the browser has it: typed before the script ran, or in a session that ended.
    if (ref.current) setTyped(fieldsIn(ref.current))
    if (localDraft) saving.save()
  })
  useEffect(() => begin(), [])
  const { error } = form
  const look = useEffectEvent(() => saving.save())
  // Saving offers to overwrite, if the post was saved elsewhere since.
  useEffect(() => {
    if (error) look()
  }, [error])

  /** The button to publish, while its form waits for a save under way, which changes the revision. */
  const [pressed, setPressed] = useState<HTMLButtonElement | null>(null)
  const isSaving = saving.status.is === 'saving'
  const waitForSave = (event: MouseEvent<HTMLButtonElement>) => {
    if (!isSaving) return
    event.preventDefault()
    setPressed(event.currentTarget)
  }
  useEffect(() => {
    if (!pressed || isSaving) return
    setPressed(null)
    pressed.form?.requestSubmit(pressed)
  }, [pressed, isSaving])

  const onInput = (event: FormEvent<HTMLFormElement>) => {
    keep(event)
    setTyped(fieldsIn(event.currentTarget))
    if ((event.target as HTMLInputElement).name in start) saving.handleInput()
  }

  return (
    // Inert while it publishes: the form then starts again, and text typed meanwhile would be lost.
    <Form
      of={form}
      encType="multipart/form-data"
      onInput={onInput}
      inert={form.isBusy || pressed !== null}
      className="writing-form"
    >
      <input type="hidden" name="revision" value={saving.revision} />
      <SaveStatus
        id={post.id}
        status={saving.status}
        onOverwrite={saving.overwrite}
        onReload={() => {
          clearDraft(draftNameOf(post.id))
          reloadPage()
        }}
      />
      <BlogText
        post={post}
        fieldOf={fieldOf}
        typed={typed}
        text={text}
        view={view}
        onView={setView}
        rendering={rendering}
      />
      <BlogDetails fieldOf={fieldOf} typed={typed} />
      <FormError error={error} />
      <BlogPublish
        post={post}
        form={form}
        onSave={saving.status.is === 'stale' ? saving.overwrite : saving.save}
        onPublish={waitForSave}
      />
      {post.isChanged && post.state !== 'draft' && saving.status.is === 'still' && (
        <p className="quiet">
          Readers see the published version{post.publishedAt && `, ${formatMoment(post.publishedAt)}`}; only operators
          see this draft until it is published.
          {post.seenRevision !== null && (
            <>
              {' '}
              <a
                className="text-link"
                href={`${href('/admin/blog/:id/preview', { id: String(post.id) })}?revision=${post.seenRevision}`}
              >
                Discard changes
              </a>
            </>
          )}
        </p>
      )}
    </Form>
  )
}
