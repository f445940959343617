import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { largeWork } from '../server/large-work.server.ts'

/** argon2id as OWASP recommends it (docs/safety.md, Accounts): 46 MiB, one pass, one lane. KiB. */
const MEMORY = 46 * 1024
const PASSES = 1
const LANES = 1
const BYTES = 32

const derive = promisify(argon2)

/** The hash of a password as a PHC string: algorithm, parameters, salt and hash. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await largeWork(() => deriveKey(password, salt, MEMORY, PASSES, LANES, BYTES))
  return `$argon2id$v=19$m=${MEMORY},t=${PASSES},p=${LANES}$${encode(salt)}$${encode(hash)}`
}

/** Whether a password is the one of a hash, compared in constant time. A text that is no hash of ours fits none. */
export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash)
  if (!parts) return false
  const [memory, passes, lanes] = parts.slice(1, 4).map(Number) as [number, number, number]
  const [salt, expected] = parts.slice(4).map((text) => Buffer.from(text, 'base64')) as [Buffer, Buffer]
  const given = await largeWork(() => deriveKey(password, salt, memory, passes, lanes, expected.length))
  return timingSafeEqual(given, expected)
}

function deriveKey(
  password: string,
  nonce: Buffer,
  memory: number,
  passes: number,
  parallelism: number,
  tagLength: number,
): Promise<Buffer> {
  return derive('argon2id', { message: password.normalize('NFC'), nonce, memory, passes, parallelism, tagLength })
}

/** As PHC strings have it: base64 without padding. */
function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
