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
import { canBeNobody, NOBODY } from '../../../testing/fixtures/nobody.ts'

const temporary = mkdtempSync(path.join(os.tmpdir(), 'playhall-secret-'))
chmodSync(temporary, 0o711)
const SECRET = /^[\w-]{43}$/
let folders = 0

afterAll(() => rmSync(temporary, { recursive: true, force: true }))

test('it is made once, also by many at once, for its owner alone', async () => {
  const dataDir = newDataDir()
  const told = await Promise.all(Array.from({ length: 4 }, () => ask(dataDir)))
  expect(told[0]).toMatch(SECRET)
  expect(new Set(told).size).toBe(1)
  expect(statSync(path.join(dataDir, 'auth-secret')).mode & 0o777).toBe(0o600)
  expect(await ask(dataDir)).toBe(told[0])
  expect(readdirSync(dataDir)).toEqual(['auth-secret'])
})

test('a full disk leaves none, and the next start makes it; an empty one that it left before is made up for', async () => {
  const dataDir = newDataDir()
  // A file size limit of zero acts like a full disk.
  const full = await ask(dataDir, {}, 'ulimit -f 0; exec "$@"')
  expect(full).toMatch(/^SettingError: AUTH_SECRET is kept in \S+\/auth-secret, which cannot be read or made \(EFBIG: /)
  expect(readdirSync(dataDir)).toEqual([])
  writeFileSync(path.join(dataDir, 'auth-secret'), '')
  expect(await ask(dataDir)).toMatch(SECRET)
})

test('a damaged one is told of and left as it is', async () => {
  const dataDir = newDataDir()
  const file = path.join(dataDir, 'auth-secret')
  writeFileSync(file, 'half a secr')
  expect(await ask(dataDir)).toBe(
    `SettingError: AUTH_SECRET is kept in ${file}, which is damaged: bring it back from a backup, or remove it, which signs everybody out`,
  )
  expect(readFileSync(file, 'utf8')).toBe('half a secr')
})

test.skipIf(!canBeNobody())('what root makes in the folder of another account is that account’s', async () => {
  const dataDir = newDataDir()
  chownSync(dataDir, NOBODY.uid, NOBODY.gid)
  const secret = await ask(dataDir)
  expect(await ask(dataDir, NOBODY)).toBe(secret)
})

test.skipIf(!canBeNobody())('one that this account may not read is told of, with what to do', async () => {
  const dataDir = newDataDir()
  await ask(dataDir)
  expect(await ask(dataDir, NOBODY)).toMatch(
    /auth-secret, which cannot be read or made \(EACCES: .*\): give it to this account \(chown\), or set AUTH_SECRET$/,
  )
})

function newDataDir(): string {
  const dataDir = path.join(temporary, String(++folders))
  mkdirSync(dataDir)
  return dataDir
}

/** Returns the secret of a separate process, or its error. */
async function ask(
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
