import { spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { canDropRoot, UNPRIVILEGED } from '../../../testing/fixtures/unprivileged-account.ts'

const temporary = mkdtempSync(path.join(os.tmpdir(), 'playhall-secret-'))
chmodSync(temporary, 0o711)
const SECRET = /^[\w-]{43}$/
let folders = 0

afterAll(() => rmSync(temporary, { recursive: true, force: true }))

test('a secret is created once, even by concurrent processes, with access for its owner only', async () => {
  const dataDir = newDataDir()
  const secrets = await Promise.all(Array.from({ length: 4 }, () => readSecret(dataDir)))
  expect(secrets[0]).toMatch(SECRET)
  expect(new Set(secrets).size).toBe(1)
  expect(statSync(path.join(dataDir, 'auth-secret')).mode & 0o777).toBe(0o600)
  expect(await readSecret(dataDir)).toBe(secrets[0])
  expect(readdirSync(dataDir)).toEqual(['auth-secret'])
})

test('a full disk leaves no file, and a later start replaces an empty one', async () => {
  const dataDir = newDataDir()
  // A file size limit of zero acts like a full disk.
  const full = await readSecret(dataDir, {}, 'ulimit -f 0; exec "$@"')
  expect(full).toMatch(
    /^SettingError: AUTH_SECRET is stored in \S+\/auth-secret, which cannot be read or made \(EFBIG: /,
  )
  expect(readdirSync(dataDir)).toEqual([])
  writeFileSync(path.join(dataDir, 'auth-secret'), '')
  expect(await readSecret(dataDir)).toMatch(SECRET)
})

test('a damaged secret is reported and not changed', async () => {
  const dataDir = newDataDir()
  const file = path.join(dataDir, 'auth-secret')
  writeFileSync(file, 'half a secr')
  expect(await readSecret(dataDir)).toBe(
    `SettingError: AUTH_SECRET is stored in ${file}, which is damaged: bring it back from a backup, or remove it, which signs everybody out`,
  )
  expect(readFileSync(file, 'utf8')).toBe('half a secr')
})

test.skipIf(!canDropRoot())(
  'a secret that root creates in another account’s folder belongs to that account',
  async () => {
    const dataDir = newDataDir()
    chownSync(dataDir, UNPRIVILEGED.uid, UNPRIVILEGED.gid)
    const secret = await readSecret(dataDir)
    expect(await readSecret(dataDir, UNPRIVILEGED)).toBe(secret)
  },
)

test.skipIf(!canDropRoot())('an unreadable secret is reported with what to do', async () => {
  const dataDir = newDataDir()
  await readSecret(dataDir)
  expect(await readSecret(dataDir, UNPRIVILEGED)).toMatch(
    /auth-secret, which cannot be read or made \(EACCES: .*\): give it to this account \(chown\), or set AUTH_SECRET$/,
  )
})

function newDataDir(): string {
  const dataDir = path.join(temporary, String(++folders))
  mkdirSync(dataDir)
  return dataDir
}

/** Returns the secret that a separate process reads, or its error. */
async function readSecret(
  dataDir: string,
  identity: { uid?: number; gid?: number } = {},
  shell = 'exec "$@"',
): Promise<string> {
  const script = `
    import { authSecret } from ${JSON.stringify(path.join(import.meta.dirname, 'secret.server.ts'))}
    try {
      console.log(authSecret())
    } catch (error) {
      console.log(String(error))
    }`
  const child = spawn('sh', ['-c', shell, 'sh', process.execPath, '--input-type=module', '-e', script], {
    ...identity,
    cwd: '/',
    env: { DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return (await text(child.stdout)).trim()
}
