/** npm run portal -- <command>: runs the operator's commands. They work whether or not the portal is running. */
import { closeDatabase } from '../app/db/connection.server.ts'
import { explainDatabaseFault, inOneLine } from '../app/db/database-fault.server.ts'
import { DatabaseStartError } from '../app/db/embedded-account.server.ts'
import { runClosers } from '../app/server/http/shutdown.server.ts'
import { migrate } from '../app/server/process/migrate.server.ts'
import { PROVIDERS } from '../app/games/import/providers.server.ts'
import { config, SettingError } from '../app/server/process/config.server.ts'
import { runBackup } from './backup.ts'
import { publishPosts } from './blog.ts'
import { openForCommand, runInterruptibly, useDatabase } from './command-database.ts'
import { printError, countFromOne, createProgram } from './command-line.ts'
import { runImport } from './import.ts'
import { addOperator, removeOperator } from './operator.ts'
import { runRestore } from './restore.ts'

export const program = createProgram(
  'npm run portal --',
  'Commands for operators. All but restore work while the portal runs, too.',
).helpCommand('help [command]', 'Show the help for a command.')

program
  .command('import')
  .description('Read the feed of a provider into the catalogue. Each rejected entry is listed with the reason.')
  .argument('<provider>', `${PROVIDERS.map(({ name }) => name).join(', ')}, or one that an operator has added`)
  .argument('<source>', "the feed's file or address")
  .option('--limit <number>', 'read only the first entries', countFromOne)
  .option('--dry-run', 'show what would change, and change nothing')
  .action(onMigratedDatabase(runImport))

const operator = program.command('operator').description('Give a player the operator role, or remove it.')
operator
  .command('add')
  .description('Make a player an operator, from their next request on.')
  .argument('<e-mail>', "the player's address")
  .action(onMigratedDatabase(addOperator))
operator
  .command('remove')
  .description('Remove the operator role from a player, from their next request on.')
  .argument('<e-mail>', "the player's address")
  .option('--force', 'even if no operator is left')
  .action(onMigratedDatabase(removeOperator))

program
  .command('blog')
  .description('Publish blog posts.')
  .command('publish')
  .description('Publish posts from files with front matter. A post that has the same slug is changed.')
  .argument('<file...>', 'Markdown (.md) or HTML (.html)')
  .action(onMigratedDatabase(publishPosts))

program
  .command('backup')
  .description("Write the database, the players' files and the secret into one archive.")
  .argument('<file>', 'the archive to write, such as playhall.tar.gz')
  .action(onAnyDatabase(runBackup))

program
  .command('restore')
  .description('Check an archive and put it into an empty installation.')
  .argument('<file>', 'an archive that backup has written')
  .option('--replace', 'replace the data of an installation that is not empty')
  .option('--dry-run', 'only check the archive')
  .action(onAnyDatabase(runRestore))

if (import.meta.main) {
  if (process.argv.length === 2) program.help()
  await program.parseAsync()
}

/** Runs a command that opens the database itself, without migrating it, and sets the exit code. */
function onAnyDatabase<Args extends unknown[]>(run: (...args: Args) => Promise<number>) {
  return async (...args: Args) => {
    process.exitCode = await runInterruptibly(() => run(...args), explain)
  }
}

/** Runs a command with the migrated database open, and sets the exit code. */
function onMigratedDatabase<Args extends unknown[]>(run: (...args: Args) => Promise<number>) {
  return onAnyDatabase(async (...args: Args) => {
    const { databaseUrl, databaseDirectUrl } = config()
    const { connection: primary, release } = await useDatabase('command')
    try {
      await migrate(primary, databaseDirectUrl === databaseUrl ? undefined : 'DATABASE_DIRECT_URL')
      openForCommand(primary)
      return await run(...args)
    } finally {
      await runClosers(() => {})
      await closeDatabase()
      await release()
    }
  })
}

/**
 * Prints an external fault on one line, as the portal does, and returns its exit code. Rethrows our own errors with
 * their stack traces.
 */
function explain(error: unknown): number {
  if (error instanceof SettingError || error instanceof DatabaseStartError) return printError(inOneLine(error.message))
  const line = explainDatabaseFault(error, 'The database')
  if (line) return printError(line)
  throw error
}
