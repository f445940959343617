import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * Writes a file, and creates its folder if missing. Writes it under another name first and syncs it, so that a crash or
 * a full disk leaves the old file or the new one. No library: on a nearly full disk, write-file-atomic mistakes the
 * part that fits for the whole file.
 */
export async function writeWhole(file: string, content: Uint8Array): Promise<void> {
  const temporary = path.join(path.dirname(file), `${temporaryPrefix(file)}${randomBytes(9).toString('base64url')}`)
  try {
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(temporary, content, { flag: 'wx', flush: true })
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    throw error
  }
}

/** The start of the temporary name, to find what a kill left. */
export function temporaryPrefix(file: string): string {
  return `.${path.basename(file)}.`
}
