import { type Aside, isNewerData, setClusterAside, setSchemasAside } from '../app/backup/newer-data.server.ts'
import { checkArchive } from '../app/backup/read-archive.server.ts'
import { restoreBackup } from '../app/backup/restore-backup.server.ts'
import { checkSchemaIsKnown } from '../app/backup/schema-version.server.ts'
import { setOldClusterAside } from '../app/db/embedded-version.server.ts'
import { JOBS } from '../app/jobs.server.ts'
import { countOf } from '../app/lib/text.ts'
import { config } from '../app/server/process/config.server.ts'
import { describeArchive, recordArchive, onDatabase, reportErrors, since } from './archive.ts'

type Options = { replace?: boolean; dryRun?: boolean }

/**
 * Runs `npm run portal -- restore` (docs/product.md#operators): checks an archive, restores it, prints a summary and
 * returns the exit code.
 */
export async function runRestore(file: string, { replace = false, dryRun }: Options): Promise<number> {
  const started = performance.now()
  return reportErrors(async () => {
    const manifest = await checkArchive(file)
    checkSchemaIsKnown(file, manifest)
    const madeAt = `${manifest.madeAt.slice(0, 16).replace('T', ' ')} UTC`
    console.log(
      `${file} is complete: made ${madeAt} by Playhall ${manifest.playhall} on PostgreSQL ${manifest.postgres}`,
    )
    if (dryRun) {
      console.log(`Dry run: it holds ${describeArchive(manifest)}; nothing was changed`)
      return 0
    }
    const { databaseUrl, dataDir } = config()
    const queues = JOBS.map(({ queue }) => queue)
    const putOldBack = databaseUrl || !replace ? () => {} : setOldClusterAside(dataDir)
    let aside: Aside | null = null
    let isRestored = false
    try {
      aside = replace ? await setNewerAside() : null
      // Print this before the restore, so that the output shows where the data is even if the restore is killed.
      aside?.lines.forEach((line) => console.log(line))
      return await onDatabase('portal', async (connection) => {
        const restored = await restoreBackup(file, manifest, { connection, replace, queues })
        const { removedFiles, remainingFiles, preservedFiles, leftOutJobs, signedOut } = restored
        isRestored = true
        await recordArchive('restored from archive', file, `made ${madeAt}: ${describeArchive(manifest)}`)
        console.log(`Restored ${describeArchive(manifest)} in ${since(started)}`)
        if (leftOutJobs)
          console.log(
            `Left out ${countOf(leftOutJobs, 'queued job')}: ` +
              'unknown queue, invalid data, or a mail whose link has expired',
          )
        if (removedFiles) console.log(`Removed ${countOf(removedFiles, 'file')} of the previous portal`)
        if (remainingFiles)
          console.error(
            `Could not remove ${countOf(remainingFiles, 'file')} of the previous portal. Only space is lost: ` +
              'repeat this command before you start the portal, or ignore it',
          )
        if (preservedFiles)
          console.log(
            `Did not remove what the archive lacks (${countOf(preservedFiles, 'file')}), ` +
              'since a database that a restore has moved away may refer to it',
          )
        if (signedOut) console.log(`${signedOut}: players have to sign in again`)
        return 0
      })
    } catch (error) {
      // For example, the embedded server did not stop. The restored data stays.
      if (isRestored) throw error
      putOldBack()
      await aside?.putBack()
      if (aside) console.log('The data of the newer release is back in its place')
      throw error
    }
  })
}

/** Moves data that a newer release has migrated out of the way. Returns null if there is no such data. */
async function setNewerAside(): Promise<Aside | null> {
  const isNewer = await onDatabase('portal', isNewerData)
  if (!isNewer) return null
  const { databaseDirectUrl, dataDir } = config()
  return databaseDirectUrl ? setSchemasAside({ connectionString: databaseDirectUrl }) : setClusterAside(dataDir)
}
