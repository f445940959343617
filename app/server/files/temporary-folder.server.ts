import { chown, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { config } from '../process/config.server.ts'
import { log } from '../process/log.server.ts'

const DAY_MS = 24 * 3_600_000

/** A folder that is created on first use. */
export type TemporaryFolder = {
  /** Returns the path for a file in the folder. */
  pathOf: (name: string) => Promise<string>
  remove: () => Promise<void>
}

/** Calls `work` with a new folder, and deletes it afterwards. */
export async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await makeFolder()
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns a folder that is created only if it is used. The caller removes it. */
export function temporaryFolder(): TemporaryFolder {
  let folder: Promise<string> | undefined
  return {
    pathOf: async (name) => path.join(await (folder ??= makeFolder()), name),
    remove: async () => folder && rm(await folder, { recursive: true, force: true }),
  }
}

/**
 * Creates a folder in DATA_DIR. Unlike the system's temporary folder, it is never in memory, and only the portal's
 * account can read it.
 */
async function makeFolder(): Promise<string> {
  const { dataDir } = config()
  const parent = path.join(dataDir, 'temporary')
  await mkdir(parent, { recursive: true })
  if (process.getuid?.() === 0) {
    // A command that runs as root must not lock the portal's account out.
    const { uid, gid } = await stat(dataDir)
    await chown(parent, uid, gid)
  }
  await removeOldFolders()
  return mkdtemp(path.join(parent, 'upload-'))
}

/**
 * Removes folders older than a day, which killed processes have left. Younger ones may be in use by another process.
 * Called when the portal starts and before a new folder is created. Never throws: a folder that cannot be removed now
 * is removed later.
 */
export async function removeOldFolders(): Promise<void> {
  const parent = path.join(config().dataDir, 'temporary')
  const names = await readdir(parent).catch(() => [])
  for (const name of names) {
    const folder = path.join(parent, name)
    const found = await stat(folder).catch(() => null)
    if (found && Date.now() - found.mtimeMs > DAY_MS)
      await rm(folder, { recursive: true, force: true }).catch((error: unknown) =>
        log().warn({ err: error, folder }, 'A temporary folder could not be removed'),
      )
  }
}
