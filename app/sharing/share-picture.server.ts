import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import pLimit from 'p-limit'
import { findBlogHead } from '../blog/blog-posts.server.ts'
import { loadPost } from '../community/posts/load-post.server.ts'
import { findGameById, findPosterGame } from '../games/catalogue/find-game.server.ts'
import { pictureOf } from '../games/pictures/picture.server.ts'
import { drawPoster } from '../games/pictures/poster.server.ts'
import { findStoredPicture } from '../games/pictures/stored-picture.server.ts'
import { PROJECT_FOLDER } from '../lib/project-folder.server.ts'
import { config } from '../server/process/config.server.ts'
import { log } from '../server/process/log.server.ts'
import { siteTexts } from '../site/site-texts.server.ts'
import { StorageDownError } from '../server/files/storage-key.server.ts'
import { storage } from '../server/files/storage.server.ts'
import { writeWhole } from '../server/files/write-file-whole.server.ts'
import { freeSlot } from '../server/http/fair-queue.server.ts'
import type { SharedKind } from '../site/share-picture-href.ts'
import { deleteSharePictures, sharePicturesFolder } from './forget-share-pictures.server.ts'

/** The content of a share picture. `picture` is its path on this site. */
type Shown = { title: string; words: string; picture: string | null }

/** Increase it when the drawing changes: stored pictures are then drawn again. */
const VERSION = 2
/** The number of pictures that may wait while another is drawn. */
const MAX_WAITING = 20

/** Drawing takes half a second of CPU, so pictures are drawn one at a time. */
const drawing = pLimit(1)
const making = new Map<string, Promise<Buffer>>()

const WORDS = { game: 'Play free in your browser. No download, no account.' }

/** Functions that load the content of each kind. They return null if it does not exist or is not public. */
const SHOWN = new Map<SharedKind, (id: number) => Promise<Shown | null>>([
  [
    'games',
    async (id) => {
      const game = await findGameById(id)
      return game?.url ? { title: game.title, words: WORDS.game, picture: pictureOf(game).src } : null
    },
  ],
  [
    'posts',
    async (id) => {
      const page = await loadPost(id, 0, null)
      if (!page) return null
      const { title, content, author, media, game } = page.post
      const picture = media?.src ?? game?.picture.src ?? null
      return { title: title || content, words: `${author.username}, in the community`, picture }
    },
  ],
  [
    'blog',
    async (id) => {
      const post = await findBlogHead(id)
      return post && { title: post.title, words: `${post.author}, in the blog`, picture: post.picture?.src ?? null }
    },
  ],
])

/**
 * Finds the picture that other sites show next to a link to a game, a public post, a blog post or the site, as JPEG
 * (docs/product.md#sharing). It is drawn on the first request and stored in DATA_DIR for a week, or until its content
 * changes. Returns null if the content is not public, and `busy` if too many requests are waiting.
 */
export async function findSharePicture(kind: SharedKind | null, id: number): Promise<Buffer | 'busy' | null> {
  const found = kind
    ? await SHOWN.get(kind)?.(id)
    : { title: siteTexts().welcome.title.join(' '), words: siteTexts().tagline, picture: null }
  if (!found) return null
  const shown = { ...found, picture: found.picture && (await publicPicture(found.picture)) }
  const site = config().siteName
  const name = createHash('sha256')
    .update(JSON.stringify([VERSION, site, shown]))
    .digest('base64url')
  const file = path.join(sharePicturesFolder(), `${name}.jpg`)
  const stored = await readStored(file)
  if (stored) return stored
  freeSlot()
  const already = making.get(name)
  if (already) return already
  // There is no await between this check and adding the picture, so that two requests cannot both take the last slot.
  if (making.size > MAX_WAITING) return 'busy'
  const made = draw(site, shown, file).finally(() => making.delete(name))
  making.set(name, made)
  return made
}

const OF_GAME = /^\/pictures\/(\d+)\/(320|640|poster)$/

/** Returns the same address, or the poster's if it is the picture of a game that is not public. */
async function publicPicture(address: string): Promise<string> {
  const [, id, size] = OF_GAME.exec(address) ?? []
  if (!id || size === 'poster' || (await findPosterGame(Number(id)))?.isPublic) return address
  return `/pictures/${id}/poster`
}

async function draw(site: string, { picture: address, ...words }: Shown, file: string): Promise<Buffer> {
  const picture = address === null ? null : await bytesAt(address)
  // Import it with the first picture, since most processes draw few pictures.
  const { drawSharePicture } = await import('./draw-share-picture.server.ts')
  const drawn = await drawing(() => drawSharePicture({ site, ...words, picture }))
  await keep(file, drawn).catch((error: unknown) => log().warn({ err: error }, 'A share picture could not be stored'))
  return drawn
}

async function keep(file: string, drawn: Buffer): Promise<void> {
  await writeWhole(file, drawn)
  await deleteSharePictures()
}

/** Reads a stored picture. Returns null if the file is missing or truncated, as after a power loss during the write. */
async function readStored(file: string): Promise<Buffer | null> {
  const stored = await read(file)
  return stored?.subarray(-2).equals(END_OF_JPEG) ? stored : null
}

const END_OF_JPEG = Buffer.from([0xff, 0xd9])

/** Loads the picture at a path on this site. Returns null if that fails. */
async function bytesAt(address: string): Promise<Buffer | null> {
  const [, id, size] = OF_GAME.exec(address) ?? []
  if (id) return pictureOrPoster(Number(id), size === 'poster')
  if (address.startsWith('/files/')) {
    try {
      const file = await storage().get(address.slice('/files/'.length))
      return file && (await buffer(file))
    } catch (error) {
      if (error instanceof StorageDownError || error instanceof TypeError) return null
      throw error
    }
  }
  const built = path.join(PROJECT_FOLDER, 'build', address.startsWith('/play/') ? '' : 'client')
  const file = path.join(built, decodeURI(address))
  return file.startsWith(built + path.sep) && !address.endsWith('.svg') ? read(file) : null
}

async function pictureOrPoster(gameId: number, isPoster: boolean): Promise<Buffer | null> {
  const picture = isPoster ? null : await findStoredPicture(gameId, 640)
  if (picture) return picture
  const game = await findPosterGame(gameId)
  return game && Buffer.from(drawPoster(game, 'wide'))
}

async function read(file: string): Promise<Buffer | null> {
  return readFile(file).catch(() => null)
}
