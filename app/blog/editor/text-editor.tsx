import type { RefObject } from 'react'
import { slugify } from '../../lib/slug.ts'
import type { DraftFields } from '../blog-rules.ts'
import { TextField } from '../../ui/fields/field.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { BlogPicturePanel } from './picture-panel.tsx'
import type { EditorPost } from './load-edited-post.server.ts'
import type { Rendering, useRendering } from './use-rendering.ts'

export type FieldOf = (name: keyof DraftFields) => {
  name: string
  defaultValue: string | undefined
  error: string | undefined
}

/** Omits an undefined `error`: fields accept a message or no property. */
export const withError = ({ error, ...field }: ReturnType<FieldOf>) => ({
  ...field,
  ...(error !== undefined && { error }),
})

type Props = {
  post: EditorPost
  fieldOf: FieldOf
  typed: DraftFields
  text: RefObject<HTMLTextAreaElement | null>
  /** The one that a narrow screen shows. */
  view: 'text' | 'preview'
  onView: (view: 'text' | 'preview') => void
  rendering: ReturnType<typeof useRendering>
}

/** Title, slug and text of a post, with a preview next to the text. */
export function BlogText({ post, fieldOf, typed, text, view, onView, rendering }: Props) {
  const { id, fixedSlug, format } = post
  return (
    <>
      <div className="writing-fields">
        <TextField {...withError(fieldOf('title'))} label="Title" autoComplete="off" required />
        {fixedSlug ? (
          <TextField name="slug" value={fixedSlug} readOnly label="Slug" hint="fixed, since the post has been public" />
        ) : (
          <TextField
            {...withError(fieldOf('slug'))}
            label="Slug"
            hint="if empty, made from the title"
            placeholder={slugify(typed.title)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </div>
      <div className="writing-views tabs needs-script" role="group" aria-label="View">
        {(['text', 'preview'] as const).map((one) => (
          <button key={one} type="button" aria-pressed={view === one} onClick={() => onView(one)}>
            {one === 'text' ? 'Write' : 'Preview'}
          </button>
        ))}
      </div>
      <div className="writing-sides" data-view={view}>
        <div className="writing-side writing-source">
          <TextArea
            ref={text}
            {...withError(fieldOf('source'))}
            label="Text"
            hint={format === 'markdown' ? 'Markdown' : 'HTML'}
            rows={22}
            required
          />
          <BlogPicturePanel
            id={id}
            onText={(markup) => insert(text.current, markup)}
            onFeatured={(src) => setField(text.current?.form, 'featuredImage', src)}
          />
        </div>
        <section className="writing-side writing-preview" aria-labelledby="writing-preview">
          <h2 id="writing-preview">Preview</h2>
          {(rendering.fault ?? (rendering.isLate && 'The preview is not available right now.')) && (
            <p className="writing-fault">{rendering.fault ?? 'The preview is not available right now.'}</p>
          )}
          <LeftOut of={rendering} />
          {rendering.html ? (
            // Sanitised: only the server's renderer makes it.
            <div className="blog-body" dir="auto" dangerouslySetInnerHTML={{ __html: rendering.html }} />
          ) : (
            <p className="quiet">Your text appears here as readers will see it.</p>
          )}
        </section>
      </div>
    </>
  )
}

/** Lists the pictures of a text that readers will not see. */
export function LeftOut({ of: { leftOut } }: { of: Pick<Rendering, 'leftOut'> }) {
  return leftOut.length > 0 ? (
    <p className="writing-fault">
      Pictures from other sites are left out, so that readers' browsers do not contact them: {leftOut.join(', ')}.
      Upload them here instead.
    </p>
  ) : null
}

/** Inserts a picture at the cursor, on a separate line, and notifies the form. */
function insert(text: HTMLTextAreaElement | null, markup: string): void {
  if (!text) return
  const { selectionStart: from, selectionEnd: to, value } = text
  const before = /(?:^|\n\n)$/.test(value.slice(0, from)) ? '' : value.slice(0, from).endsWith('\n') ? '\n' : '\n\n'
  const after = value.slice(to).startsWith('\n') ? '\n' : '\n\n'
  text.setRangeText(`${before}${markup}${after}`, from, to, 'end')
  text.dispatchEvent(new Event('input', { bubbles: true }))
  text.focus()
}

/** Fills a field of a form as typing would. */
function setField(form: HTMLFormElement | null | undefined, name: string, value: string): void {
  const field = form?.elements.namedItem(name)
  if (!(field instanceof HTMLInputElement)) return
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.focus()
}
