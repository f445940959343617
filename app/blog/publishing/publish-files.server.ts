import { logAct } from '../../accounts/operators/audit-log.server.ts'
import { backgroundDatabase, type Transaction } from '../../db/connection.server.ts'
import { isSitePath, MarkupError, type MarkupPicture } from '../../markup/markup.server.ts'
import { StorageDownError } from '../../server/files/storage-key.server.ts'
import { type PictureFault, PictureRefused } from '../../server/files/uploaded-picture.server.ts'
import { saveFileVersion } from '../editor/drafts.server.ts'
import { onMarkupThread } from './markup-thread.server.ts'
import {
  BLOG_PICTURE_FORM,
  discardBlogPictures,
  findOwnPicture,
  recordBlogPictures,
  storeBlogPicture,
} from '../blog-pictures.server.ts'
import { dateOf } from '../blog-rules.ts'
import { isElsewhere } from '../editor/draft-pictures.server.ts'
import { fault, type PostFile, readPictureBeside, readPostFile } from './read-post-file.server.ts'
import { publishPost, savePost, unpublishPost, type WrittenPost, writtenPost } from './save-post.server.ts'

/** The result for one file. `scheduled` means that the publication date is in the future. */
export type PublishedFile = {
  slug: string
  title: string
  isNew: boolean
  now: 'published' | 'scheduled' | 'draft'
  at: Date | null
  /** URLs of pictures on other sites, which are not shown. */
  leftOut: string[]
}

type Made = { post: WrittenPost; fields: PostFile['fields']; shown: Set<string>; leftOut: string[] }

const MAX_PICTURES = 50

type Options = {
  /** Whether an operator publishes the files, so that the audit log records it. Default: true. */
  isNoted?: boolean
  /** Called first in the transaction. If it returns false, nothing is published. */
  mayPublish?: (tx: Transaction, slugs: string[]) => Promise<boolean>
}

/**
 * Publishes Markdown and HTML files, either all of them or none (docs/product.md#publishing-files). Updates a post that
 * has the same slug. Throws a PostFileError for the first invalid file. Returns null if `mayPublish` returns false.
 */
export async function publishFiles(
  files: string[],
  { isNoted = true, mayPublish }: Options = {},
): Promise<PublishedFile[] | null> {
  const read: PostFile[] = []
  for (const file of files) {
    const post = await readPostFile(file)
    const same = read.find(({ fields }) => fields.slug === post.fields.slug)
    if (same) throw fault(file, `its slug "${post.fields.slug}" is that of ${same.file}`)
    read.push(post)
  }
  const stored: string[] = []
  try {
    const made: Made[] = []
    for (const post of read) made.push(await makePost(post, stored))
    const slugs = made.map(({ post }) => post.slug)
    const done = await backgroundDatabase().transaction(async (tx) => {
      if (mayPublish && !(await mayPublish(tx, slugs))) return null
      const published: PublishedFile[] = []
      for (const one of made) published.push(await keep(tx, one, isNoted))
      return published
    })
    if (!done) await discardBlogPictures(stored)
    return done
  } catch (error) {
    // If the database is down, the job that `storeFile` queued deletes the pictures later.
    await discardBlogPictures(stored).catch(() => {})
    throw error
  }
}

async function keep(tx: Transaction, { post, fields, shown, leftOut }: Made, isNoted: boolean): Promise<PublishedFile> {
  const { slug, title } = post
  const saved = await savePost(tx, post)
  await recordBlogPictures(tx, saved.id, shown)
  const isDraft = fields.draft === 'true'
  let at: Date | null = null
  if (!isDraft) at = await publishPost(tx, saved.id, fields.date === undefined ? null : dateOf(fields.date))
  else if (saved.isPublished) await unpublishPost(tx, saved.id)
  if (!isDraft) await saveFileVersion(tx, saved.id)
  if (isNoted) {
    const act = isDraft ? (saved.isPublished ? 'unpublished' : 'saved as a draft') : 'published'
    await logAct(tx, { by: null, act, on: { kind: 'blog post', id: slug }, details: { title } })
  }
  const now = !at ? 'draft' : at > new Date() ? 'scheduled' : 'published'
  return { slug, title, isNew: saved.isNew, now, at, leftOut }
}

/** Stores the pictures of a post, adding their paths to `stored`, and renders the post. */
async function makePost({ file, fields, source, format }: PostFile, stored: string[]): Promise<Made> {
  const pictures = new Map<string, MarkupPicture>()
  const find = async (name: string) => {
    const known = pictures.get(name) ?? (await findPicture(file, fields.slug, name, stored))
    pictures.set(name, known)
    return known
  }
  try {
    const named = await onMarkupThread('listPictures', source, format)
    const leftOut = named.filter(isElsewhere)
    const own = named.filter((name) => !isElsewhere(name))
    if (own.length > MAX_PICTURES) throw fault(file, `it has more than ${MAX_PICTURES} pictures`)
    const featured = fields.featured_image ? await find(fields.featured_image) : null
    for (const name of own) await find(name)
    const rendered = await onMarkupThread('renderPost', source, format, pictures)
    if (rendered.isEmpty) throw fault(file, 'it has no text')
    const post = writtenPost(fields.slug, fields, { source, format, ...rendered }, featured)
    return { post, fields, shown: new Set([...pictures.values()].map(({ src }) => src)), leftOut }
  } catch (error) {
    if (error instanceof MarkupError) throw fault(file, error.message)
    throw error
  }
}

async function findPicture(file: string, slug: string, name: string, stored: string[]): Promise<MarkupPicture> {
  try {
    if (isElsewhere(name)) throw fault(file, `the picture "${name}" is on another site: put it next to the file`)
    if (isSitePath(name)) {
      const own = await findOwnPicture(name)
      if (!own) throw fault(file, `the picture "${name}" is not there`)
      return own
    }
    const picture = await storeBlogPicture(slug, await readPictureBeside(file, name))
    stored.push(picture.src)
    return picture
  } catch (error) {
    if (error instanceof PictureRefused) throw fault(file, `the picture "${name}" ${PICTURE_FAULTS[error.fault]}`)
    if (error instanceof StorageDownError) throw fault(file, `the picture "${name}" ${PICTURE_FAULTS.down}`)
    throw error
  }
}

const PICTURE_FAULTS: Readonly<Record<PictureFault, string>> = {
  missing: 'is empty',
  large: `is larger than ${BLOG_PICTURE_FORM.maxBytes / 1e6} MB`,
  pixels: `has more than ${BLOG_PICTURE_FORM.maxPixels / 1e6} million pixels`,
  type: 'is not a JPEG, PNG, WebP or GIF',
  broken: 'is damaged',
  busy: 'cannot be processed right now',
  down: 'cannot be stored right now',
}
