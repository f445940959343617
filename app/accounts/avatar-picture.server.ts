import sharp from 'sharp'
import { AVATAR_BYTES, AVATAR_PIXELS, AVATAR_SIZE, type AvatarFault } from './avatar-rules.ts'

/** A picture that is not taken, and why. */
export class AvatarRefused extends Error {
  override name = 'AvatarRefused'
  readonly fault: AvatarFault
  constructor(fault: AvatarFault) {
    super(fault)
    this.fault = fault
  }
}

/** A picture of the most pixels takes 67 MB while it is decoded. */
const AT_ONCE = 2
const MAX_WAITING = 20

const turns = { running: 0, waiting: [] as (() => void)[] }

/**
 * Makes the stored form of an uploaded picture: the first frame, turned upright, cut to a square in the middle, as WebP
 * without metadata. Takes the file as it came; throws an AvatarRefused. Size, kind and pixels are looked at before
 * anything is decoded (docs/safety.md, Uploads).
 */
export async function makeAvatar(bytes: Uint8Array): Promise<Buffer> {
  if (bytes.length === 0) throw new AvatarRefused('missing')
  if (bytes.length > AVATAR_BYTES) throw new AvatarRefused('large')
  const format = formatOf(bytes)
  if (!format) throw new AvatarRefused('type')
  return inTurn(async () => {
    const found = await sharp(bytes, { limitInputPixels: false })
      .metadata()
      .catch(() => {
        throw new AvatarRefused('broken')
      })
    if (found.format !== format) throw new AvatarRefused('type')
    if (found.width * found.height > AVATAR_PIXELS) throw new AvatarRefused('pixels')
    return sharp(bytes, { limitInputPixels: AVATAR_PIXELS, failOn: 'error', pages: 1 })
      .autoOrient()
      .resize(AVATAR_SIZE, AVATAR_SIZE, { fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer()
      .catch(() => {
        throw new AvatarRefused('broken')
      })
  })
}

/** By its first bytes: what a file is called says nothing, and other kinds must not even be looked into. */
function formatOf(bytes: Uint8Array): 'jpeg' | 'png' | 'gif' | 'webp' | null {
  const starts = (text: string, at = 0) => Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text
  if (starts('\xff\xd8\xff')) return 'jpeg'
  if (starts('\x89PNG\r\n\x1a\n')) return 'png'
  if (starts('GIF87a') || starts('GIF89a')) return 'gif'
  return starts('RIFF') && starts('WEBP', 8) ? 'webp' : null
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (turns.waiting.length >= MAX_WAITING) throw new AvatarRefused('busy')
  if (turns.running >= AT_ONCE) await new Promise<void>((go) => turns.waiting.push(go))
  else turns.running++
  try {
    return await work()
  } finally {
    const next = turns.waiting.shift()
    if (next) next()
    else turns.running--
  }
}
