/** npm run portal -- <command>: the operator's commands. They work while the portal runs and while it is stopped. */
import { closeDatabase, openDatabase } from '../app/db/connection.server.ts'
import { explainDatabaseFault, inOneLine } from '../app/db/database-fault.server.ts'
import { DatabaseStartError } from '../app/db/embedded.server.ts'
import { runClosers } from '../app/server/http-shutdown.server.ts'
import { migrate } from '../app/server/migrate.server.ts'
import { PROVIDERS } from '../app/games/import/providers.server.ts'
import { config, SettingError } from '../app/server/config.server.ts'
import { runBackup } from './backup.ts'
import { runBlog } from './blog.ts'
import { runInterruptibly, useDatabase } from './command-database.ts'
import { runImport } from './import.ts'
import { runOperator } from './operator.ts'
import { runRestore } from './restore.ts'

type Command = {
  run: (args: string[]) => Promise<number>
  usage: string
  does: string
  /** It opens the database itself, and wants it as it is, not migrated. */
  opensDatabase?: true
}

const COMMANDS: Record<string, Command> = {
  import: {
    run: runImport,
    usage: 'import <provider> <file or address> [--limit N] [--dry-run]',
    does: `reads the feed of a provider into the catalogue; providers: ${PROVIDERS.map(({ name }) => name).join(', ')}`,
  },
  operator: {
    run: runOperator,
    usage: 'operator <add|remove> <e-mail> [--force]',
    does: 'gives a player the operator role, or takes it, the last operator’s only with --force; acts on their next request',
  },
  blog: {
    run: runBlog,
    usage: 'blog publish <file.md or file.html>…',
    does: 'publishes posts of Markdown or HTML with front matter, or changes those that have their slugs',
  },
  backup: {
    run: runBackup,
    usage: 'backup <file>',
    does: 'writes the database, the files of players and the secret into one archive, also while the portal runs',
    opensDatabase: true,
  },
  restore: {
    run: runRestore,
    usage: 'restore <file> [--replace] [--dry-run]',
    does: 'checks an archive and puts it into an empty installation, or with --replace in the place of what is there',
    opensDatabase: true,
  },
}

const [name = '', ...args] = process.argv.slice(2)
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
const asksForHelp = args.includes('--help') || args.includes('-h')
process.exitCode = command && !asksForHelp ? await runWithDatabase(command, args) : explain(command ? '' : name)

/** What goes wrong outside of us is told in one line, as the portal does; what is left is a fault of ours, with its stack. */
function runWithDatabase({ run, opensDatabase }: Command, args: string[]): Promise<number> {
  const work = opensDatabase ? () => run(args) : () => openAndRun(() => run(args))
  return runInterruptibly(work, (error) => {
    if (error instanceof SettingError || error instanceof DatabaseStartError) return fail(inOneLine(error.message))
    const line = explainDatabaseFault(error, 'The database')
    if (line) return fail(line)
    throw error
  })
}

async function openAndRun(work: () => Promise<number>): Promise<number> {
  const { databaseUrl, databaseDirectUrl } = config()
  const { connection: primary, release } = await useDatabase('command')
  try {
    await migrate(primary, databaseDirectUrl === databaseUrl ? undefined : 'DATABASE_DIRECT_URL')
    openDatabase({ primary, onError: () => {} })
    return await work()
  } finally {
    await runClosers(() => {})
    await closeDatabase()
    await release()
  }
}

function explain(asked: string): number {
  const lines = Object.values(COMMANDS).map(({ usage, does }) => `  npm run portal -- ${usage}\n      ${does}`)
  if (!asked || ['help', '--help', '-h'].includes(asked)) {
    console.log(lines.join('\n'))
    return 0
  }
  return fail(`There is no command "${asked}". Commands:\n${lines.join('\n')}`)
}

function fail(message: string): number {
  console.error(message)
  return 1
}
