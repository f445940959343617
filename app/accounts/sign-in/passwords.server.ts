import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { largeWork } from '../../server/process/large-work.server.ts'

/** argon2id parameters recommended by OWASP (docs/safety.md#accounts): 46 MiB (here in KiB), one pass, one lane. */
const MEMORY = 46 * 1024
const PASSES = 1
const LANES = 1
const BYTES = 32

const derive = promisify(argon2)

/** Hashes a password. Returns a PHC string: algorithm, parameters, salt and hash. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await largeWork(() => deriveKey(password, salt, MEMORY, PASSES, LANES, BYTES))
  return `$argon2id$v=19$m=${MEMORY},t=${PASSES},p=${LANES}$${encode(salt)}$${encode(hash)}`
}

/** Whether a password matches a hash, in constant time. Returns false for a string that is not an argon2id hash. */
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

/** Encodes bytes in Base64 without padding, as in PHC strings. */
function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
