import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * Writes a file, and its folder where there is none. It is written under another name first, and onto the disk, so that a
 * crash or a full disk leaves the old file or the new one. By hand: the package write-file-atomic takes the part of a file
 * that still fits on a disk for the whole.
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

/** How the other name begins: what a kill leaves of a file is found by it. */
export function besideStart(file: string): string {
  return `.${path.basename(file)}.`
}
