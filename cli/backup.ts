import { makeBackup } from '../app/backup/make-backup.server.ts'
import { describeArchive, megabytes, recordArchive, onDatabase, reportErrors, since } from './archive.ts'

const NO_SECRET =
  'The archive has no secret, since there is no auth-secret in DATA_DIR (a portal makes it at its start): ' +
  'all else is in it, but where it is restored, players have to sign in again'

/**
 * Exit code for an archive that lacks some files. It differs from 0 so that a script that deletes older archives stops.
 */
const FILES_MISSING = 2

/**
 * Runs `npm run portal -- backup` (docs/product.md#operators): writes an archive, prints a summary and returns the exit
 * code.
 */
export async function runBackup(file: string): Promise<number> {
  const started = performance.now()
  return reportErrors(() =>
    onDatabase('command', async (connection) => {
      const { manifest, bytes, missing } = await makeBackup(file, connection)
      await recordArchive('backed up', file, describeArchive(manifest))
      console.log(`Backed up ${describeArchive(manifest)}`)
      // If cron discards the standard output, it still mails the errors.
      if (!manifest.secret) console.error(NO_SECRET)
      console.log(`${file}: ${megabytes(bytes)} in ${since(started)}`)
      if (!missing.length) return 0
      console.error(describeMissing(missing))
      return FILES_MISSING
    }),
  )
}

function describeMissing(keys: string[]): string {
  const named = keys.slice(0, 5).join(', ')
  const count = keys.length.toLocaleString('en-GB')
  const files = keys.length === 1 ? '1 file that the database names is' : `${count} files that the database names are`
  return `${files} missing: ${named}${keys.length > 5 ? ', …' : ''}`
}
