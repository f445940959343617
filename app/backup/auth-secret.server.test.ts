import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSecret, restoreSecret } from './auth-secret.server.ts'

const SECRET = 'a secret of thirty-two characters, or more'
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'playhall-secret-'))
const file = path.join(dataDir, 'auth-secret')

beforeAll(() => {
  process.env.DATA_DIR = dataDir
})

afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

test('a restored secret is readable only by the portal’s account', () => {
  expect(readSecret()).toBeNull()
  expect(restoreSecret(null)).toBe('The archive has no secret')
  expect(readSecret()).toBeNull()
  expect(restoreSecret(SECRET)).toBeNull()
  expect(readFileSync(file, 'utf8')).toBe(SECRET)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readSecret()).toBe(SECRET)
})

test('a secret that cannot be written or read is reported', () => {
  rmSync(file, { force: true })
  // A folder in place of the file simulates any disk fault.
  mkdirSync(file)
  expect(restoreSecret(SECRET)).toMatch(/^The secret cannot be written \(.*auth-secret.*\)$/)
  expect(readSecret).toThrow(/^The secret cannot be read: EISDIR/)
})
