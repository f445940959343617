import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * Writes a file, and creates its folder if missing. It first writes and syncs the content under another name, so that a
 * crash or a full disk leaves either the old file or the new one. We do not use write-file-atomic, since on a nearly
 * full disk it mistakes a partly written file for the whole.
 */
export function writeWhole(file: string, content: Uint8Array): Promise<void> {
  return makeWhole(file, (temporary) => writeFile(temporary, content, { flag: 'wx', flush: true }))
}

/** Copies a file in the same way. */
export function copyWhole(from: string, file: string): Promise<void> {
  return makeWhole(file, async (temporary) => {
    await copyFile(from, temporary, constants.COPYFILE_EXCL)
    const handle = await open(temporary)
    await handle.sync().finally(() => handle.close())
  })
}

async function makeWhole(file: string, write: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = path.join(path.dirname(file), `${temporaryPrefix(file)}${randomBytes(9).toString('base64url')}`)
  try {
    await mkdir(path.dirname(file), { recursive: true })
    await write(temporary)
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    throw error
  }
}

/** Returns the beginning of the temporary name, to find files that a killed process left. */
export function temporaryPrefix(file: string): string {
  return `.${path.basename(file)}.`
}
