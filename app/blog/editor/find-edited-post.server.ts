import { and, eq } from 'drizzle-orm'
import { database } from '../../db/connection.server.ts'
import { prepared } from '../../db/query.server.ts'
import { blogDrafts, blogPosts } from '../../db/schema/blog.server.ts'
import { MarkupError, type MarkupFormat, type MarkupPicture } from '../../markup/markup.server.ts'
import { type DraftFields, NEW_DRAFT } from '../blog-rules.ts'
import { onMarkupThread } from '../publishing/markup-thread.server.ts'
import { fieldsOf, isLiveVersion, type PostRow, type PostState, stateOf, wasPublic } from './drafts.server.ts'

export type Version = { revision: number; who: string; at: Date; isPublished: boolean }

/** A post as the operators' editor shows it. */
export type EditedPost = {
  id: number
  format: MarkupFormat
  state: PostState
  /** When it became or becomes public; null if it was never published. */
  publishedAt: Date | null
  /** Its slug, which is fixed once the post has been public; null before. */
  fixedSlug: string | null
  /** Number of the newest version; 0 if it was never changed in the browser. */
  revision: number
  fields: DraftFields
  /** Whether `fields` differ from what the public sees. */
  isChanged: boolean
  /** Whether files have replaced the post since the draft was saved. */
  isOverwrittenByFiles: boolean
  versions: Version[]
  /** The version that readers see; null if it is no longer stored, or if files replaced it. */
  seenRevision: number | null
  /** Pictures by their paths, and by the names that files use for them. */
  pictures: ReadonlyMap<string, MarkupPicture>
}

/** Shown as a version's author if the account was deleted, or if no operator wrote it in the browser. */
const UNPRIVILEGED = 'a file or a deleted account'

/** Finds a post with its newest version, or with the version `revision`; null if either does not exist. */
export async function findEditedPost(id: number, revision?: number): Promise<EditedPost | null> {
  const [post] = await database().select().from(blogPosts).where(eq(blogPosts.id, id))
  if (!post) return null
  const versions = await prepared<Version>('blog-versions', VERSIONS_OF, [id])
  const newest = versions[0]
  const [asked] = await database()
    .select()
    .from(blogDrafts)
    .where(and(eq(blogDrafts.postId, id), eq(blogDrafts.revision, revision ?? newest?.revision ?? 0)))
  if (revision !== undefined && !asked) return null
  const isOverwritten = newest !== undefined && post.updatedAt > newest.at
  // A published version contains no unpublished work, so newer content from files takes precedence.
  const draft = revision === undefined && asked?.isPublished && isOverwritten ? undefined : asked
  return {
    id,
    format: post.format,
    state: stateOf(post),
    publishedAt: post.publishedAt,
    fixedSlug: wasPublic(post) ? post.slug : null,
    revision: newest?.revision ?? 0,
    fields: draft ? { ...NEW_DRAFT, ...draft.fields } : await fieldsOf(post),
    isChanged: draft !== undefined && !draft.isPublished,
    isOverwrittenByFiles: draft !== undefined && !draft.isPublished && isOverwritten,
    versions,
    seenRevision: versions.find((version) => isLiveVersion(version, post))?.revision ?? null,
    pictures: await picturesIn(post),
  }
}

/** Empty if the stored text can no longer be parsed: rendering it then reports the error. */
async function picturesIn({ source, format, content }: PostRow): Promise<ReadonlyMap<string, MarkupPicture>> {
  try {
    return await onMarkupThread('picturesOf', { source, format, content })
  } catch (error) {
    if (error instanceof MarkupError) return new Map()
    throw error
  }
}

const VERSIONS_OF = `
  select d.revision, coalesce(p.username, '${UNPRIVILEGED}') as who, d.saved_at as at, d.is_published as "isPublished"
  from blog_drafts d left join players p on p.id = d.saved_by
  where d.post_id = $1 order by d.revision desc`
