import { argon2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { largeWork } from '../../server/process/large-work.server.ts'
import { hashPassword, verifyPassword } from './passwords.server.ts'

test('a hash contains its parameters and matches only its own password', async () => {
  const hash = await hashPassword('a good password')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(await verifyPassword({ hash, password: 'a good password' })).toBe(true)
  expect(await verifyPassword({ hash, password: 'a good passwore' })).toBe(false)
  expect(await verifyPassword({ hash, password: '' })).toBe(false)
})

test('two hashes of one password differ', async () => {
  expect(await hashPassword('the same')).not.toBe(await hashPassword('the same'))
})

test('equivalent Unicode spellings of a password match', async () => {
  const hash = await hashPassword('passe\u0301')
  expect(await verifyPassword({ hash, password: 'pass\u00e9' })).toBe(true)
})

test('a hash with other parameters is verified with those', async () => {
  const salt = Buffer.alloc(16, 7)
  const key = argon2Sync('argon2id', {
    message: 'old',
    nonce: salt,
    memory: 64,
    passes: 2,
    parallelism: 1,
    tagLength: 16,
  })
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  const hash = `$argon2id$v=19$m=64,t=2,p=1$${text(salt)}$${text(key)}`
  expect(await verifyPassword({ hash, password: 'old' })).toBe(true)
  expect(await verifyPassword({ hash, password: 'new' })).toBe(false)
})

test.each(['', 'plain', '$2b$10$abc', '$argon2id$v=19$m=1,t=1,p=1$$'])('%j matches no password', async (hash) => {
  expect(await verifyPassword({ hash, password: 'plain' })).toBe(false)
})

test('six hashes run two at a time, and one that fails does not stop the others', async () => {
  const wave = Array.from({ length: 6 }, (_, at) => hashPassword(`password ${at}`))
  expect([largeWork.activeCount, largeWork.pendingCount]).toEqual([2, 4])
  const broken = verifyPassword({
    hash: '$argon2id$v=19$m=47104,t=1,p=999999999$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAA',
    password: 'x',
  })
  await expect(broken).rejects.toThrow()
  expect(new Set(await Promise.all(wave)).size).toBe(6)
})
