import { ArrowLeft } from 'lucide-react'
import { href, useNavigate } from 'react-router'
import { requireStaff } from '../../accounts/operators/require-staff.server.ts'
import '../blog.css'
import '../blog-post.css'
import './editor.css'
import { DEFAULT_AUTHOR, DRAFT_MESSAGES } from '../blog-rules.ts'
import { restoreVersion } from './drafts.server.ts'
import { Form, Submit, useForm } from '../../forms/form.tsx'
import { sendForm } from '../../forms/send-form.ts'
import { staysWhenSent } from '../../forms/stays-when-sent.ts'
import { clearDraft } from '../../forms/forget-draft.ts'
import { formatMoment } from '../../lib/dates.ts'
import { formDone, notFound } from '../../server/http/responses.server.ts'
import { pageMeta } from '../../site/page-meta.ts'
import { siteOf } from '../../site/use-site.ts'
import { FormError } from '../../ui/fields/field.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import type { Route } from './+types/preview.page'
import { LeftOut } from './text-editor.tsx'
import { blogPostIdOf, loadEditedPost, NO_BLOG_POST, renderDraft } from './load-edited-post.server.ts'
import { draftNameOf } from './use-autosave.ts'

export async function loader({ request, params }: Route.LoaderArgs) {
  await requireStaff(request, 'blog')
  const revision = revisionOf(request)
  const { pictures, versions, ...post } = await loadEditedPost(params.id, revision)
  const version = revision === undefined ? null : (versions.find((one) => one.revision === revision) ?? null)
  const { featuredImage } = post.fields
  return {
    ...post,
    version,
    isNewest: revision === post.revision,
    featured: pictures.get(featuredImage)?.src ?? featuredImage,
    ...(await renderDraft(post.fields.source, { ...post, pictures })),
  }
}

/** Makes the version on this page the draft. */
export async function action({ request, params }: Route.ActionArgs) {
  const operator = await requireStaff(request, 'blog')
  const id = blogPostIdOf(params.id)
  const revision = revisionOf(request)
  if (revision === undefined || !(await restoreVersion(operator, id, revision))) throw notFound(NO_BLOG_POST)
  return formDone(request, href('/admin/blog/:id', params), DRAFT_MESSAGES.restored)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction)
}

/** Restoring the oldest version may delete it from the list. */
export const shouldRevalidate = staysWhenSent

function revisionOf(request: Request): number | undefined {
  const requested = new URL(request.url).searchParams.get('revision') ?? ''
  return /^\d{1,9}$/.test(requested) ? Number(requested) : undefined
}

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Preview of a post',
    description: 'See what a blog post will look like.',
    path: href('/admin/blog/:id/preview', params),
    noindex: true,
  })
}

/** A draft as readers would see it. A version from the list is shown with its source, to be copied. */
export default function BlogPreviewPage({ loaderData: post }: Route.ComponentProps) {
  const { id, fields, version, isNewest, featured, html, fault, format } = post
  const { title, author, category, source } = fields
  const tags = fields.tags.split(',').flatMap((tag) => tag.trim().replace(/^#/, '') || [])
  return (
    <div className="blog-post">
      <a className="back-link" href={href('/admin/blog/:id', { id: String(id) })}>
        <ArrowLeft aria-hidden="true" /> Back to the editor
      </a>
      <p className="note" role="status">
        {version ? `Saved by ${version.who} on ${formatMoment(version.at)}.` : 'The last saved draft.'} Only operators
        see this page.
      </p>
      {version && !isNewest && <RestoreVersion id={id} revision={version.revision} />}
      <article>
        <header>
          {/^\/(?![/\\])/.test(featured) && <img className="blog-picture" src={featured} alt="" />}
          {category && <p className="chip">{category}</p>}
          <h1>{title || 'Untitled'}</h1>
          <p className="blog-facts">
            <span>{author || DEFAULT_AUTHOR}</span>
          </p>
        </header>
        {fault && <p className="writing-fault">{fault}</p>}
        <LeftOut of={post} />
        {/* Sanitised: renderDraft returns nothing else. */}
        <div className="blog-body" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
        {tags.length > 0 && (
          <ul className="blog-tags" aria-label="Tags">
            {tags.map((tag, at) => (
              <li key={at} className="chip">
                #{tag}
              </li>
            ))}
          </ul>
        )}
      </article>
      {version && (
        <div className="writing-version">
          <TextArea
            label="The text of this version"
            hint={format === 'markdown' ? 'Markdown' : 'HTML'}
            rows={12}
            value={source}
            readOnly
          />
        </div>
      )}
    </div>
  )
}

function RestoreVersion({ id, revision }: { id: number; revision: number }) {
  const navigate = useNavigate()
  const params = { id: String(id) }
  const form = useForm<typeof action>(null, {
    action: `${href('/admin/blog/:id/preview', params)}?revision=${revision}`,
    onDone() {
      // The draft stored in this browser would replace the restored version.
      clearDraft(draftNameOf(id))
      void navigate(href('/admin/blog/:id', params))
    },
  })
  return (
    <Form of={form} className="take-back">
      <Submit of={form} busy="Restoring...">
        Restore as draft
      </Submit>
      <FormError error={form.error} />
    </Form>
  )
}
