import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { config } from '../server/process/config.server.ts'
import { type Job, NO_DATA } from '../server/jobs/jobs.server.ts'

/** The most share pictures that are stored, at about 70 KB each. The oldest are deleted first. */
const MAX_PICTURES = 2000
/**
 * The picture of a deleted post is removed from the disk within a week. Other pictures are drawn again on the next
 * request.
 */
const RETENTION_MS = 7 * 86_400_000

/** Deletes old share pictures each night, since their content may have been deleted. */
export const deletingSharePictures: Job = {
  queue: {
    name: 'forget-share-pictures',
    data: NO_DATA,
    retries: { limit: 3, firstAfterS: 60, atMostS: 600 },
    expiresAfterS: 600,
    isSingleton: true,
    schedule: '27 3 * * *',
  },
  async work() {
    await deleteSharePictures()
  },
}

/**
 * Deletes pictures that were drawn more than a week ago, and the oldest if there are too many. It runs nightly and
 * after each drawing: if several nodes have separate folders, only one of them runs the job.
 */
export async function deleteSharePictures(): Promise<void> {
  const names = await readdir(sharePicturesFolder()).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const files = names.map((name) => path.join(sharePicturesFolder(), name))
  // Another process that uses this folder may have deleted a file.
  const found = await Promise.all(
    files.map(async (file) => ({ file, at: (await stat(file).catch(() => null))?.mtimeMs ?? 0 })),
  )
  const surplus = found.length > MAX_PICTURES ? MAX_PICTURES / 10 : 0
  const oldest = found.toSorted((a, b) => a.at - b.at)
  const deleted = oldest.filter(({ at }, index) => index < surplus || at < Date.now() - RETENTION_MS)
  await Promise.all(deleted.map(({ file }) => rm(file, { force: true })))
}

export function sharePicturesFolder(): string {
  return path.join(config().dataDir, 'share-pictures')
}
