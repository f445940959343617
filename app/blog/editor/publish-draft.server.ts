import { and, eq, ne } from 'drizzle-orm'
import { logAct } from '../../accounts/operators/audit-log.server.ts'
import { backgroundDatabase, database, type Transaction } from '../../db/connection.server.ts'
import { preparedIn } from '../../db/query.server.ts'
import { blogDrafts, blogPictures, blogPosts } from '../../db/schema/blog.server.ts'
import { slugify } from '../../lib/slug.ts'
import { isSitePath, MarkupError, type MarkupPicture } from '../../markup/markup.server.ts'
import { purgePages } from '../../server/cache/purge.server.ts'
import { deleteUnnamedFile } from '../../server/files/delete-files.server.ts'
import type { Player } from '../../server/sessions/session.server.ts'
import { findOwnPicture, recordBlogPictures } from '../blog-pictures.server.ts'
import { isElsewhere } from './draft-pictures.server.ts'
import { DRAFT_MESSAGES, type DraftFields, publicFields } from '../blog-rules.ts'
import { onMarkupThread } from '../publishing/markup-thread.server.ts'
import { lockPost, type Saved, saveVersion, stateOf, wasPublic } from './drafts.server.ts'
import { findEditedPost } from './find-edited-post.server.ts'
import { publishPost, unpublishPost, type WrittenPost, writtenPost } from '../publishing/save-post.server.ts'

/** Why a draft cannot be published: a message by field, or for the whole form. */
export type DraftFaults = { [Name in keyof DraftFields | 'form']?: string }

type Published =
  | { outcome: 'published' | 'scheduled' }
  | { outcome: 'wrong'; faults: DraftFaults }
  | Exclude<Saved, { outcome: 'saved' }>

const MAX_PICTURES = 50

/**
 * Publishes what an operator typed, now (`at` null) or later (docs/product.md#publishing-a-draft). Saves it as a
 * version of the draft first, with the checks of a save. A post that has been public keeps its slug and, if published
 * now, its date. Refuses a later time for a post that is public.
 */
export async function publishDraft(
  operator: Player,
  id: number,
  { revision, fields, at }: { revision: number; fields: DraftFields; at: Date | null },
): Promise<Published> {
  const known = await findEditedPost(id)
  if (!known) return { outcome: 'gone' }
  const made = await makePost({ ...fields, slug: known.fixedSlug ?? fields.slug }, known.format, known.pictures)
  if ('faults' in made) return { outcome: 'wrong', faults: made.faults }
  const { shown, post } = made
  // Looking for a picture in all versions of all drafts may exceed the time limit of page queries.
  return backgroundDatabase().transaction(async (tx) => {
    const now = await lockPost(tx, id)
    if (!now) return { outcome: 'gone' as const }
    // Its new date would hide the post until then.
    if (at && stateOf(now) === 'published')
      return { outcome: 'wrong' as const, faults: { form: DRAFT_MESSAGES.alreadyPublic } }
    const slug = wasPublic(now) ? now.slug : post.slug
    if (await isTaken(tx, id, slug)) return { outcome: 'wrong' as const, faults: { slug: DRAFT_MESSAGES.slugTaken } }
    const saved = await saveVersion(tx, operator, now, revision, fields)
    if (saved.outcome !== 'saved') return saved
    await tx
      .update(blogPosts)
      .set({ ...post, slug, updatedAt: saved.at })
      .where(eq(blogPosts.id, id))
    await tx
      .update(blogDrafts)
      .set({ isPublished: true })
      .where(and(eq(blogDrafts.postId, id), eq(blogDrafts.revision, saved.revision)))
    // Publishing a scheduled post now replaces its date.
    await publishPost(tx, id, at ?? (stateOf(now) === 'scheduled' ? new Date() : null))
    await recordBlogPictures(tx, id, shown)
    await logAct(tx, { by: operator, act: at ? 'scheduled' : 'published', on: { kind: 'blog post', id: slug } })
    return { outcome: at ? ('scheduled' as const) : ('published' as const) }
  })
}

/** If two publish under one slug at once, the second waits for the lock here and finds the slug taken. */
async function isTaken(tx: Transaction, id: number, slug: string): Promise<boolean> {
  await preparedIn(tx, 'lock-slugs', 'select pg_advisory_xact_lock(5274120)')
  const [other] = await tx
    .select({ id: blogPosts.id })
    .from(blogPosts)
    .where(and(eq(blogPosts.slug, slug), ne(blogPosts.id, id)))
  return other !== undefined
}

async function makePost(
  draft: DraftFields,
  format: 'markdown' | 'html',
  named: ReadonlyMap<string, MarkupPicture>,
): Promise<MadePost | { faults: DraftFaults }> {
  const { fields, errors } = publicFields(draft)
  const faults: DraftFaults = { ...errors }
  const slug = fields && (fields.slug ?? slugify(fields.title))
  if (slug === '') faults.slug = 'The title has no letters that an address can have: please write a slug'
  const pictures = new Map<string, MarkupPicture>()
  const featured = fields?.featured_image ? await findPicture(fields.featured_image, named) : null
  if (fields?.featured_image && !featured) faults.featuredImage = `There is no picture at ${fields.featured_image}`
  try {
    const names = (await onMarkupThread('listPictures', draft.source, format)).filter((name) => !isElsewhere(name))
    if (names.length > MAX_PICTURES) return { faults: { source: `It has more than ${MAX_PICTURES} pictures` } }
    for (const name of names) {
      const picture = await findPicture(name, named)
      if (picture) pictures.set(name, picture)
      else faults.source ??= `There is no picture at ${name.slice(0, 100)}`
    }
    const rendered = await onMarkupThread('renderPost', draft.source, format, pictures)
    if (rendered.isEmpty) faults.source ??= DRAFT_MESSAGES.noText
    if (!fields || !slug || Object.keys(faults).length) return { faults }
    return {
      post: writtenPost(slug, fields, { source: draft.source, format, ...rendered }, featured),
      shown: [...pictures.values(), ...(featured ? [featured] : [])].map(({ src }) => src),
    }
  } catch (error) {
    if (error instanceof MarkupError) return { faults: { ...faults, source: error.message } }
    throw error
  }
}

type MadePost = { post: WrittenPost; shown: string[] }

async function findPicture(name: string, named: ReadonlyMap<string, MarkupPicture>): Promise<MarkupPicture | null> {
  return named.get(name) ?? (isSitePath(name) ? findOwnPicture(name) : null)
}

/** Unpublishes a post. Its date stays if the post has been public. False if it does not exist or is not published. */
export function unpublish(operator: Player, id: number): Promise<boolean> {
  return database().transaction(async (tx) => {
    const post = await lockPost(tx, id)
    if (!post?.isPublished) return false
    await unpublishPost(tx, id)
    if (!wasPublic(post)) await tx.update(blogPosts).set({ publishedAt: null }).where(eq(blogPosts.id, id))
    await logAct(tx, { by: operator, act: 'unpublished', on: { kind: 'blog post', id: post.slug } })
    return true
  })
}

/** Deletes a post with its drafts and pictures. False if it does not exist. */
export async function deleteBlogPost(operator: Player, id: number): Promise<boolean> {
  return database().transaction(async (tx) => {
    const post = await lockPost(tx, id)
    if (!post) return false
    const keys = (await tx.select().from(blogPictures).where(eq(blogPictures.postId, id))).map(({ key }) => key)
    await tx.delete(blogPosts).where(eq(blogPosts.id, id))
    await logAct(tx, { by: operator, act: 'deleted', on: { kind: 'blog post', id: post.slug } })
    await purgePages(['blog'], tx)
    await deleteUnnamedFile(keys, tx)
    return true
  })
}
