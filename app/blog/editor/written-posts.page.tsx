import { Plus } from 'lucide-react'
import { href, redirect } from 'react-router'
import { requireStaff } from '../../accounts/operators/require-staff.server.ts'
import { blogPostHref } from '../blog-href.ts'
import { createDraft } from './drafts.server.ts'
import { type ListedPost, listEditedPosts } from './edited-posts.server.ts'
import { Form, Submit, useForm } from '../../forms/form.tsx'
import { sendForm } from '../../forms/send-form.ts'
import { formatMoment } from '../../lib/dates.ts'
import { pageOf } from '../../server/http/responses.server.ts'
import { pageMeta } from '../../site/page-meta.ts'
import { siteOf } from '../../site/use-site.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormError } from '../../ui/fields/field.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import type { Route } from './+types/written-posts.page'
import './editor.css'
import { StateChip } from './post-state.tsx'

export async function loader({ request }: Route.LoaderArgs) {
  await requireStaff(request, 'blog')
  return listEditedPosts(pageOf(request))
}

/** Creates a draft and redirects to it (docs/product.md#drafts). */
export async function action({ request }: Route.ActionArgs) {
  await requireStaff(request, 'blog')
  return redirect(href('/admin/blog/:id', { id: String(await createDraft()) }), 303)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction)
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'All blog posts',
    description: 'Manage blog posts and drafts.',
    path: href('/admin/blog'),
    noindex: true,
  })
}

/** All posts of the blog, the last edited first. */
export default function BlogPostsPage({ loaderData: { posts, page, pages } }: Route.ComponentProps) {
  const form = useForm<typeof action>(null)
  return (
    <>
      <div className="writing-head">
        <h1>All blog posts</h1>
        <Form of={form} className="">
          <Submit of={form} look="primary" busy="Creating...">
            <Plus aria-hidden="true" /> New post
          </Submit>
          <FormError error={form.error} />
        </Form>
      </div>
      {posts.length ? (
        <ul className="edited-posts">
          {posts.map((post) => (
            <li key={post.id}>
              <PostRow post={post} />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState title="No posts yet">Start with a new post. Only operators see it until you publish it.</EmptyState>
      )}
      <Pagination page={page} pages={pages} hrefOf={(at) => `${href('/admin/blog')}?page=${at}`} />
    </>
  )
}

function PostRow({ post }: { post: ListedPost }) {
  const { id, title, state, slug, isChanged, publishedAt, editedAt, editor } = post
  return (
    <>
      <h2>
        <a href={href('/admin/blog/:id', { id: String(id) })}>{title || 'Untitled'}</a>
      </h2>
      <p className="edited-facts">
        <StateChip state={state} at={publishedAt} />
        {isChanged && <span className="chip">Unpublished changes</span>}
        <span>
          Edited {formatMoment(editedAt)}
          {editor && ` by ${editor}`}
        </span>
        {slug && (
          <a className="text-link" href={blogPostHref(slug)}>
            View post<span className="sr-only">: {title}</span>
          </a>
        )}
      </p>
    </>
  )
}
