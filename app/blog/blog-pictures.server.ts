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
import { deleteUnnamedFile, storeFile } from '../server/files/delete-files.server.ts'
import type { MarkupPicture } from '../markup/markup.server.ts'
import { isStorageKey, StorageDownError } from '../server/files/storage-key.server.ts'
import { storage } from '../server/files/storage.server.ts'
import { type PictureForm, PictureRefused, remakePicture } from '../server/files/uploaded-picture.server.ts'

/** Storage folder of the blog's pictures, with a subfolder for each post. */
const BLOG_PICTURES = 'blog_pictures'

/** Preserves the aspect ratio and scales down pictures that are larger than a post on a high-density screen. */
export const BLOG_PICTURE_FORM: PictureForm = {
  maxBytes: 10e6,
  maxPixels: 40e6,
  resize: { width: 1600, height: 1600, fit: 'inside', withoutEnlargement: true },
}

/**
 * Re-encodes a post's picture and stores it (docs/safety.md#uploads). Returns its path and size. Throws PictureRefused
 * for an invalid file or if the storage is down. If the post is not saved, the caller must discard the picture.
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

/**
 * Returns the path and size of a picture that this site serves: a stored file, or a picture of a bundled game. Returns
 * null if there is no such picture.
 */
export async function findOwnPicture(src: string): Promise<MarkupPicture | null> {
  const bytes = (await readStored(src)) ?? (await readGamePicture(src))
  if (!bytes) return null
  // Treat a damaged file as missing.
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
 * Records which pictures a post shows. After the commit, deletes its files that are no longer used by a post or a draft
 * version, unless they were uploaded within the last day.
 */
export async function recordBlogPictures(tx: Transaction, postId: number, shown: Iterable<string>): Promise<void> {
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
  const deleted = (await tx.delete(blogPictures).where(dropped).returning()).map(({ key }) => key)
  if (keys.length) {
    const rows = keys.map((key) => ({ postId, key }))
    await tx.insert(blogPictures).values(rows).onConflictDoNothing()
  }
  await deleteUnnamedFile(deleted, tx)
}

/**
 * Stores a picture that an operator uploads for a post, and records it so that it is deleted with the post. Returns its
 * path and size, or null if there is no such post. Throws the same errors as `storeBlogPicture`.
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

/**
 * Deletes the files at these paths, which were stored for a post that was not saved. Keeps files that are still in use.
 */
export async function discardBlogPictures(paths: Iterable<string>): Promise<void> {
  const keys = Array.from(paths, keyOf).filter((key) => key?.startsWith(`${BLOG_PICTURES}/`))
  await deleteUnnamedFile(keys as string[])
}
