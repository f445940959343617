import { open, readFile, realpath } from 'node:fs/promises'
import path from 'node:path'
import { parse, YAMLError } from 'yaml'
import { slugify } from '../../lib/slug.ts'
import { lengthOf } from '../../lib/text.ts'
import type { MarkupFormat } from '../../markup/markup.server.ts'
import { blogFields, type BlogFields, SOURCE_LENGTH } from '../blog-rules.ts'
import { BLOG_PICTURE_FORM } from '../blog-pictures.server.ts'

/** Thrown for a file that cannot be published. The message is one line with the file and the reason. */
export class PostFileError extends Error {
  override name = 'PostFileError'
}

export type PostFile = { file: string; fields: BlogFields & { slug: string }; source: string; format: MarkupFormat }

const FORMATS = new Map<string, MarkupFormat>([
  ['.md', 'markdown'],
  ['.markdown', 'markdown'],
  ['.html', 'html'],
  ['.htm', 'html'],
])

/**
 * Reads a Markdown or HTML file with front matter (docs/product.md#publishing-files): YAML between two lines of `---`,
 * then the text. Throws a PostFileError for an invalid file.
 */
export async function readPostFile(file: string): Promise<PostFile> {
  const format = FORMATS.get(path.extname(file).toLowerCase())
  if (!format) throw fault(file, 'a post is a file of Markdown (.md) or HTML (.html)')
  const text = readText(file, await readBounded(file))
  const { front, source } = cutFront(file, text)
  const { data: fields, error } = blogFields.safeParse(readFront(file, front))
  if (!fields) {
    // Report a misspelt key before a missing key, since the misspelling explains the missing key.
    const issue = error.issues.find(({ code }) => code === 'unrecognized_keys') ?? error.issues[0]
    throw fault(file, issue?.message ?? 'the front matter is not understood')
  }
  const slug = fields.slug ?? slugify(fields.title)
  if (!slug) throw fault(file, 'the title has no letters that an address can have: give it a slug')
  return { file, fields: { ...fields, slug }, source, format }
}

export function fault(file: string, what: string): PostFileError {
  return new PostFileError(`${file}: ${what}`)
}

async function readBounded(file: string): Promise<Buffer> {
  const most = 4 * SOURCE_LENGTH
  try {
    const handle = await open(file)
    try {
      // Reject pipes and devices, which may be endless and report no size.
      const stats = await handle.stat()
      if (!stats.isFile()) throw fault(file, 'it is no file')
      if (stats.size > most) throw tooLong(file)
      return await handle.readFile()
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw error instanceof PostFileError ? error : fault(file, reasonUnread(error))
  }
}

function reasonUnread(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR' ? 'it is not there' : `it cannot be read (${code})`
}

const tooLong = (file: string) => fault(file, `it is longer than ${SOURCE_LENGTH.toLocaleString('en')} characters`)

function readText(file: string, bytes: Uint8Array): string {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw fault(file, 'it is no text in UTF-8')
  }
  // Remove control characters: PostgreSQL rejects NUL, and the others are invisible.
  text = text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '')
  if (lengthOf(text) > SOURCE_LENGTH) throw tooLong(file)
  return text
}

function cutFront(file: string, text: string): { front: string; source: string } {
  const [, front, source] = /^---[ \t]*\n(?:([^]*?)\n)?---[ \t]*(?:\n([^]*))?$/.exec(text) ?? []
  if (front === undefined)
    throw fault(file, 'it has no front matter: begin it with a line of ---, "title: …", and a line of ---')
  return { front, source: (source ?? '').replace(/^\n+/, '') }
}

/** Maximum length of the front matter. Its parsing time grows with the square of the number of keys. */
const FRONT_LENGTH = 10_000

/**
 * Parses the front matter. Treats all values as text, so that a title may consist of digits. Tags may be a list, or one
 * line with commas.
 */
function readFront(file: string, front: string): Record<string, unknown> {
  let read: unknown
  if (front.length > FRONT_LENGTH) throw fault(file, `the front matter is longer than ${FRONT_LENGTH} characters`)
  try {
    read = parse(front, { schema: 'failsafe', maxAliasCount: 0 })
  } catch (error) {
    if (!(error instanceof YAMLError || error instanceof ReferenceError)) throw error
    throw fault(file, `the front matter is no YAML: ${error.message.split('\n')[0]?.replace(/:$/, '')}`)
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) throw fault(file, 'the title is missing')
  const { tags, ...fields } = Object.fromEntries(
    Object.entries(read).filter(([, value]) => value !== null && value !== ''),
  )
  if (tags === undefined) return fields
  const list: unknown[] = Array.isArray(tags) ? tags : typeof tags === 'string' ? tags.split(',') : [tags]
  return { ...fields, tags: list.map((tag) => (typeof tag === 'string' ? tag.trim().replace(/^#/, '') : tag)) }
}

/**
 * Returns the bytes of a picture in the folder of a post's file or in a subfolder. Throws a PostFileError if the
 * picture is missing or outside the folder.
 */
export async function readPictureBeside(file: string, name: string): Promise<Uint8Array> {
  const folder = await realpath(path.dirname(file))
  const missing = fault(file, `the picture "${name}" is not there`)
  const found = await realpath(path.resolve(folder, decoded(name))).catch(() => {
    throw missing
  })
  // The real path also rejects a symlink that leads out of the folder.
  if (!found.startsWith(folder + path.sep)) throw fault(file, `the picture "${name}" is not in its folder`)
  const handle = await open(found)
  try {
    const stats = await handle.stat()
    if (!stats.isFile()) throw missing
    // For a picture that is too large, return enough bytes to fail the size check, without reading the file.
    return stats.size > BLOG_PICTURE_FORM.maxBytes
      ? new Uint8Array(BLOG_PICTURE_FORM.maxBytes + 1)
      : await readFile(handle)
  } finally {
    await handle.close()
  }
}

/** Decodes a percent-encoded file name, such as one with %20 for a space. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
