import { makeBackup } from '../app/backup/make-backup.server.ts'
import { complain, describeArchive, megabytes, onDatabase, orComplain, parseArchiveArgs, since } from './archive.ts'

const USAGE = 'Usage: npm run portal -- backup <file>'

/** `npm run portal -- backup` (decisions.md, Operator commands). Takes the arguments behind `backup`; prints, and gives the exit code. */
export async function runBackup(args: string[]): Promise<number> {
  const asked = parseArchiveArgs(args)
  if (typeof asked === 'string') return complain(asked, USAGE)
  const started = performance.now()
  return orComplain(() =>
    onDatabase('command', async (connection) => {
      const { manifest, bytes } = await makeBackup(asked.file, connection)
      console.log(`Backed up ${describeArchive(manifest)}`)
      console.log(`${asked.file}: ${megabytes(bytes)} in ${since(started)}`)
      return 0
    }),
  )
}
