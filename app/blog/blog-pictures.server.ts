import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { and, eq, notExists, notInArray, sql } from 'drizzle-orm'
import sharp from 'sharp'
import type { Transaction } from '../db/connection.server.ts'
import { prepared } from '../db/query.server.ts'
import { blogDrafts, blogPictures } from '../db/schema/blog.server.ts'
import { fileHref } from '../lib/file-href.ts'
import { PROJECT_FOLDER } from '../lib/project-folder.server.ts'
import { forgetUnnamed, storeFile } from '../server/forget-files.server.ts'
import type { MarkupPicture } from '../server/markup.server.ts'
import { isStorageKey, StorageDownError } from '../server/storage-key.server.ts'
import { storage } from '../server/storage.server.ts'
import { type PictureForm, PictureRefused, remakePicture } from '../server/uploaded-picture.server.ts'

/** The folder of the storage with the pictures of the blog, one below it for each post. */
const BLOG_PICTURES = 'blog_pictures'

/** As it was drawn, made smaller where it is wider or higher than a post on a sharp screen. */
export const BLOG_PICTURE_FORM: PictureForm = {
  maxBytes: 10e6,
  maxPixels: 40e6,
  resize: { width: 1600, height: 1600, fit: 'inside', withoutEnlargement: true },
}

/**
 * Stores a picture of a post, made anew (docs/safety.md, Uploads). Gives its path and size. Throws a PictureRefused, also where
 * the storage is down. Whoever saves no post with it in the end discards it.
 */
export async function storeBlogPicture(slug: string, file: Uint8Array): Promise<MarkupPicture> {
  const picture = await remakePicture(file, BLOG_PICTURE_FORM)
  const { width, height } = await sharp(picture).metadata()
  const key = `${BLOG_PICTURES}/${slug}/${randomBytes(16).toString('base64url')}.webp`
  try {
    await storeFile(key, picture)
  } catch (error) {
    throw error instanceof StorageDownError ? new PictureRefused('down') : error
  }
  return { src: fileHref(key), width, height }
}

/** The picture at a path of ours with its size: a stored file, or one of a game that came with the portal. Null where there is none. */
export async function findOwnPicture(src: string): Promise<MarkupPicture | null> {
  const bytes = (await readStored(src)) ?? (await readGamePicture(src))
  if (!bytes) return null
  // A damaged file is none.
  const size = await sharp(bytes)
    .metadata()
    .catch(() => null)
  return size && { src, width: size.width, height: size.height }
}

async function readStored(src: string): Promise<Uint8Array | null> {
  const key = keyOf(src)
  const file = key && (await storage().get(key))
  return file ? new Uint8Array(await new Response(file).arrayBuffer()) : null
}

async function readGamePicture(src: string): Promise<Uint8Array | null> {
  if (!/^\/play\/[\w-]+\/[\w-]+\.webp$/.test(src)) return null
  return readFile(path.join(PROJECT_FOLDER, 'build', src)).catch(() => null)
}

function keyOf(src: string): string | null {
  const key = src.startsWith(fileHref('')) ? src.slice(fileHref('').length) : ''
  return isStorageKey(key) ? key : null
}

/**
 * Says which pictures a post shows from now on; files that no post shows any more, nor a version of a draft, are removed
 * once that is committed. What was uploaded within a day stays.
 */
export async function noteBlogPictures(tx: Transaction, postId: number, shown: Iterable<string>): Promise<void> {
  const keys = [...shown].flatMap((src) => (src.startsWith(fileHref(`${BLOG_PICTURES}/`)) ? (keyOf(src) ?? []) : []))
  const inDrafts = tx
    .select({ is: sql`1` })
    .from(blogDrafts)
    .where(sql`strpos(${blogDrafts.fields}::text, ${blogPictures.key}) > 0`)
  const dropped = and(
    eq(blogPictures.postId, postId),
    notInArray(blogPictures.key, keys),
    sql`coalesce(${blogPictures.keptUntil} < now(), true)`,
    notExists(inDrafts),
  )
  const gone = (await tx.delete(blogPictures).where(dropped).returning()).map(({ key }) => key)
  if (keys.length) {
    const rows = keys.map((key) => ({ postId, key }))
    await tx.insert(blogPictures).values(rows).onConflictDoNothing()
  }
  await forgetUnnamed(gone, tx)
}

/**
 * Stores a picture that an operator uploads for a post, and notes it as one of the post's, with which it goes. Gives its path and
 * size; null where there is no such post. Throws as `storeBlogPicture` does.
 */
export async function addBlogPicture(postId: number, file: Uint8Array): Promise<MarkupPicture | null> {
  const picture = await storeBlogPicture(`post-${postId}`, file)
  const noted = await prepared('add-blog-picture', ADD, [postId, keyOf(picture.src)])
  if (noted.length) return picture
  await discardBlogPictures([picture.src])
  return null
}

const ADD = `
  insert into blog_pictures (post_id, key, kept_until)
  select id, $2, now() + interval '1 day' from blog_posts where id = $1 returning post_id`

/** Removes the files at these paths, which were stored for a post that was not written, unless a post shows them. */
export async function discardBlogPictures(paths: Iterable<string>): Promise<void> {
  const keys = Array.from(paths, keyOf).filter((key) => key?.startsWith(`${BLOG_PICTURES}/`))
  await forgetUnnamed(keys as string[])
}
