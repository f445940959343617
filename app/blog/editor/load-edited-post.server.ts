import { href } from 'react-router'
import { type EditedPost, findEditedPost } from './find-edited-post.server.ts'
import { onMarkupThread } from '../publishing/markup-thread.server.ts'
import { idOf, type Missing, notFound } from '../../server/http/responses.server.ts'
import { MarkupError } from '../../markup/markup.server.ts'

/** Page for a missing post, or a missing version of one. */
export const NO_BLOG_POST: Missing = {
  name: 'Blog Post Not Found',
  title: 'Blog Post Not Found',
  text: 'It was deleted, or this version no longer exists.',
  action: { label: 'Back to all posts', href: href('/admin/blog') },
}

/** Parses the id of a post in a URL; throws a 404 if it cannot be one. */
export function blogPostIdOf(id: string): number {
  return idOf(id, NO_BLOG_POST)
}

/** Loads a post in its newest version, or in the version `revision`; throws a 404 if it does not exist. */
export async function loadEditedPost(id: string, revision?: number): Promise<EditedPost> {
  const post = await findEditedPost(blogPostIdOf(id), revision)
  if (!post) throw notFound(NO_BLOG_POST)
  return post
}

/** Loads what the editor shows of a post; `html` is its rendered text. */
export async function loadEditor(id: string) {
  const { pictures, ...post } = await loadEditedPost(id)
  return { ...post, ...(await renderDraft(post.fields.source, { ...post, pictures })) }
}

export type EditorPost = Awaited<ReturnType<typeof loadEditor>>

/** Renders a draft as its page would show it once published; `fault` is why it cannot be rendered. */
export async function renderDraft(
  source: string,
  { format, pictures }: Pick<EditedPost, 'format' | 'pictures'>,
): Promise<{ html: string; leftOut: string[]; fault: string | null }> {
  try {
    const { content, leftOut } = await onMarkupThread('renderPost', source, format, pictures)
    return { html: content, leftOut, fault: null }
  } catch (error) {
    if (error instanceof MarkupError) return { html: '', leftOut: [], fault: error.message }
    throw error
  }
}
