import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { database, type Transaction } from '../../db/connection.server.ts'
import { blogDrafts, blogPosts } from '../../db/schema/blog.server.ts'
import { MarkupError } from '../../markup/markup.server.ts'
import type { Player } from '../../server/sessions/session.server.ts'
import { DEFAULT_AUTHOR, type DraftFields } from '../blog-rules.ts'
import { onMarkupThread } from '../publishing/markup-thread.server.ts'

/** Number of versions stored per post. */
export const VERSIONS = 20

export type PostState = 'draft' | 'scheduled' | 'published'

export type PostRow = typeof blogPosts.$inferSelect

/** Creates an empty draft, which only operators see. Returns its id. */
export async function createDraft(): Promise<number> {
  const [post] = await database()
    .insert(blogPosts)
    .values({
      // Replaced when the post is published.
      slug: `untitled-${randomBytes(8).toString('hex')}`,
      title: '',
      author: DEFAULT_AUTHOR,
      tags: [],
      source: '',
      format: 'markdown',
      content: '',
      minutes: 1,
    })
    .returning({ id: blogPosts.id })
  return post!.id
}

/**
 * Stores what a file published as a version of the post, if operators have written the post in the browser and have no
 * unpublished draft. Operators who have the post open then see that it was saved elsewhere since.
 */
export async function saveFileVersion(tx: Transaction, postId: number): Promise<void> {
  const ofPost = eq(blogDrafts.postId, postId)
  const [newest] = await tx.select().from(blogDrafts).where(ofPost).orderBy(desc(blogDrafts.revision)).limit(1)
  const post = await lockPost(tx, postId)
  if (!post || !newest?.isPublished) return
  await insertFileVersion(tx, post, newest.revision + 1)
  await deleteOldVersions(tx, postId)
}

async function insertFileVersion(tx: Transaction, post: PostRow, revision: number) {
  const [version] = await tx
    .insert(blogDrafts)
    .values({
      postId: post.id,
      revision,
      savedBy: null,
      savedAt: post.updatedAt,
      isPublished: post.publishedAt !== null,
      fields: await fieldsOf(post),
    })
    .returning()
  return version
}

/** Whether a version is the one that was published last: publishing gives both the same timestamp. */
export function isLiveVersion(
  { isPublished, at }: { isPublished: boolean; at: Date },
  { updatedAt }: Pick<PostRow, 'updatedAt'>,
): boolean {
  return isPublished && at.getTime() === updatedAt.getTime()
}

/** Whether a post has ever been public: its address is known then. */
export function wasPublic({ publishedAt }: Pick<PostRow, 'publishedAt'>): boolean {
  return publishedAt !== null && publishedAt <= new Date()
}

/** Returns whether a post is a draft, scheduled or published now. */
export function stateOf({ isPublished, publishedAt }: Pick<PostRow, 'isPublished' | 'publishedAt'>): PostState {
  if (!isPublished || !publishedAt) return 'draft'
  return publishedAt <= new Date() ? 'published' : 'scheduled'
}

/** Returns what a post contains as the fields of a draft. Pictures of a file have their stored paths. */
export async function fieldsOf(post: PostRow): Promise<DraftFields> {
  return {
    title: post.title,
    slug: post.title ? post.slug : '',
    featuredImage: post.featuredImage ?? '',
    metaTitle: post.metaTitle,
    metaDescription: post.metaDescription,
    author: post.author,
    category: post.category,
    tags: post.tags.join(', '),
    source: await sourceOf(post),
  }
}

/** Unchanged if it can no longer be parsed: rendering it then reports the error. */
async function sourceOf({ source, format, content }: PostRow): Promise<string> {
  try {
    return await onMarkupThread('withStoredPaths', { source, format, content })
  } catch (error) {
    if (error instanceof MarkupError) return source
    throw error
  }
}

/**
 * The result of a save: `stale` if someone has saved since the version that it began from, with the newest version;
 * `gone` if the post was deleted.
 */
export type Saved =
  | { outcome: 'saved'; revision: number; at: Date }
  | { outcome: 'stale'; newest: { revision: number; fields: DraftFields } }
  | { outcome: 'gone' }

/**
 * Saves what an operator typed as the newest version of a post's draft (docs/product.md#versions). `revision` must be
 * the newest version, unless `overwrite` is set. Versions of other operators, published versions and the overwritten
 * one stay in the list. The first save of a post from a file also stores what the file published, as version 0.
 */
export function saveDraft(
  operator: Player,
  id: number,
  revision: number,
  fields: DraftFields,
  overwrite = false,
): Promise<Saved> {
  return database().transaction(async (tx) => {
    const post = await lockPost(tx, id)
    return post ? saveVersion(tx, operator, post, revision, fields, overwrite) : { outcome: 'gone' }
  })
}

/** Finds a post and locks it until the transaction ends; null if it does not exist. */
export async function lockPost(tx: Transaction, id: number): Promise<PostRow | null> {
  const [post] = await tx.select().from(blogPosts).where(eq(blogPosts.id, id)).for('update')
  return post ?? null
}

/** Like `saveDraft`, for a post that is locked. */
export async function saveVersion(
  tx: Transaction,
  operator: Player,
  post: PostRow,
  revision: number,
  fields: DraftFields,
  overwrite = false,
): Promise<Saved> {
  const postId = post.id
  const ofPost = eq(blogDrafts.postId, postId)
  const [stored] = await tx.select().from(blogDrafts).where(ofPost).orderBy(desc(blogDrafts.revision)).limit(1)
  const newest = stored ?? (post.source ? await insertFileVersion(tx, post, 0) : undefined)
  // The response may have been lost: sending the same fields again returns the same result.
  if (newest && isDeepStrictEqual(newest.fields, fields))
    return { outcome: 'saved', revision: newest.revision, at: newest.savedAt }
  const at = newest?.revision ?? 0
  if (newest && revision !== at && !overwrite)
    return { outcome: 'stale', newest: { revision: at, fields: newest.fields } }
  const next = { revision: at + 1, savedBy: operator.id, fields, savedAt: sql`now()` }
  const isOwn = newest?.savedBy === operator.id && !newest.isPublished && !overwrite
  const [saved] = isOwn
    ? await tx
        .update(blogDrafts)
        .set(next)
        .where(and(ofPost, eq(blogDrafts.revision, at)))
        .returning({ at: blogDrafts.savedAt })
    : await tx
        .insert(blogDrafts)
        .values({ postId, ...next })
        .returning({ at: blogDrafts.savedAt })
  await deleteOldVersions(tx, postId)
  return { outcome: 'saved', revision: at + 1, at: saved!.at }
}

/**
 * Makes an earlier version the draft again, as a new version, so that nothing is lost. Restoring the version that
 * readers see leaves the post without changes. False if the post or the version does not exist.
 */
export function restoreVersion(operator: Player, postId: number, revision: number): Promise<boolean> {
  return database().transaction(async (tx) => {
    const post = await lockPost(tx, postId)
    const ofPost = eq(blogDrafts.postId, postId)
    const versions = await tx.select().from(blogDrafts).where(ofPost).orderBy(desc(blogDrafts.revision))
    const [newest] = versions
    const asked = versions.find((version) => version.revision === revision)
    if (!post || !newest || !asked) return false
    if (asked === newest) return true
    const isPublished = isLiveVersion({ ...asked, at: asked.savedAt }, post)
    await tx.insert(blogDrafts).values({
      postId,
      revision: newest.revision + 1,
      savedBy: operator.id,
      // The published time again: only files published later count as newer.
      savedAt: isPublished ? post.updatedAt : sql`now()`,
      isPublished,
      fields: asked.fields,
    })
    await deleteOldVersions(tx, postId)
    return true
  })
}

async function deleteOldVersions(tx: Transaction, postId: number): Promise<void> {
  const ofPost = eq(blogDrafts.postId, postId)
  const kept = await tx
    .select({ revision: blogDrafts.revision })
    .from(blogDrafts)
    .where(ofPost)
    .orderBy(desc(blogDrafts.revision))
    .limit(VERSIONS)
  await tx.delete(blogDrafts).where(and(ofPost, lt(blogDrafts.revision, kept.at(-1)?.revision ?? 0)))
}
