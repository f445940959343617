import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * Writes a file, and creates its folder if missing. Writes it under another name first and syncs it, so that a crash or
 * a full disk leaves the old file or the new one. No library: on a nearly full disk, write-file-atomic mistakes the
 * part that fits for the whole file.
 */
export async function writeWhole(file: string, content: Uint8Array): Promise<void> {
  const beside = path.join(path.dirname(file), `${besideStart(file)}${randomBytes(9).toString('base64url')}`)
  try {
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(beside, content, { flag: 'wx', flush: true })
    await rename(beside, file)
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {})
    throw error
  }
}

/** The start of the temporary name, to find what a kill left. */
export function besideStart(file: string): string {
  return `.${path.basename(file)}.`
}
