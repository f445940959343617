import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pLimit from 'p-limit'
import { plainLine } from '../../../lib/plain-text.ts'
import { STORAGE_DOWN, StorageDownError } from '../../../server/files/storage-key.server.ts'
import { inTemporaryFolder } from '../../../server/files/temporary-folder.server.ts'
import { readUpload } from '../../../server/http/multipart/read-upload.server.ts'
import { ArchiveRefused } from './archive-entries.server.ts'
import { ARCHIVE_LIMITS } from './archive-rules.ts'
import { putGameFiles } from '../game-file-storage.server.ts'
import type { Upload } from '../game-versions.server.ts'
import { unpackArchive } from './unpack-archive.server.ts'

/** Unpacking occupies a processor and some memory. */
const unpacking = pLimit(1)
const MAX_WAITING = 5
const NAME_LENGTH = 120

/** Why a zip is rejected, as a sentence for the operator, with the status of the response. */
export type ZipFault = { fault: string; status: number }

/** Unpacks the zip, stores its files, and calls `use` with it; or returns why the zip is rejected. */
export type UseZip = <T>(use: (upload: Upload) => Promise<T>) => Promise<{ done: T } | ZipFault>

/**
 * Reads a form with a zip, which is stored on this machine while it arrives, and calls `work` with the other fields.
 * Check the session first. Throws a Response with a text for users if the form cannot be read or is too large.
 */
export function receiveZip<T>(request: Request, work: (form: FormData, useZip: UseZip) => Promise<T>): Promise<T> {
  return inTemporaryFolder(async (folder) => {
    const archive = path.join(folder, 'archive.zip')
    const { form, stored: name } = await readUpload(request, ARCHIVE_LIMITS.bytes, async ({ name, chunks }) => {
      await pipeline(Readable.from(chunks), createWriteStream(archive))
      return plainLine(name.replace(/^.*[\\/]/, '')).slice(0, NAME_LENGTH) || 'archive.zip'
    })
    return work(form, async (use) => {
      if (name === null) return { fault: 'Choose a zip', status: 400 }
      if (unpacking.pendingCount >= MAX_WAITING)
        return { fault: 'Many zips are being unpacked right now. Please try again in a moment', status: 429 }
      return unpacking(() => storeZip(folder, archive, name, use)).catch(faultOf)
    })
  })
}

async function storeZip<T>(
  folder: string,
  archive: string,
  name: string,
  use: (upload: Upload) => Promise<T>,
): Promise<{ done: T }> {
  const unpacked = path.join(folder, 'files')
  await mkdir(unpacked)
  const game = await unpackArchive(archive, unpacked)
  await putGameFiles(game.files)
  return { done: await use({ archive: name, game }) }
}

function faultOf(error: unknown): ZipFault {
  if (error instanceof ArchiveRefused) return { fault: error.message, status: 422 }
  if (error instanceof StorageDownError) return STORAGE_DOWN
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
    return { fault: 'The disk of the portal is full. Free some space and try again', status: 507 }
  throw error
}
