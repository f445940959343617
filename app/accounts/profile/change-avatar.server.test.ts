import { eq, type SQL, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { makeJobsDue } from '../../../testing/fixtures/jobs.ts'
import { createPlayer } from '../../../testing/fixtures/players.ts'
import { type S3Server, startS3Server } from '../../../testing/fixtures/s3-server.ts'
import { database } from '../../db/connection.server.ts'
import { players } from '../../db/schema/accounts.server.ts'
import { deletingFiles } from '../../server/files/delete-files.server.ts'
import { runClosers } from '../../server/http/shutdown.server.ts'
import { type Job, workOn } from '../../server/jobs/jobs.server.ts'
import { openLog } from '../../server/process/log.server.ts'
import { changeAvatar, removeAvatar } from './change-avatar.server.ts'
import { deleteAccount, registerDepartures } from '../account/delete-account.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let s3: S3Server
let picture: Buffer

registerDepartures([])

beforeAll(async () => {
  openLog({ level: 'silent', pretty: false })
  s3 = await startS3Server()
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = s3.settings
  Object.assign(process.env, {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  })
  testDatabase = await createTestDatabase()
  await workOn([deletingFiles as Job])
  picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
})

afterAll(async () => {
  await runClosers(() => {})
  await testDatabase.drop()
  await s3.close()
})

async function avatarOf(id: string): Promise<string | null | undefined> {
  const [row] = await database().select().from(players).where(eq(players.id, id))
  return row?.avatar
}

const filesOf = (id: string) => [...s3.objects.keys()].filter((key) => key.includes(id))

test('a picture is stored under the player and replaces the previous file', async () => {
  const { id } = await createPlayer()
  const first = await changeAvatar(id, picture)
  expect(first).toMatch(new RegExp(`^profile_pictures/${id}/[\\w-]{22}\\.webp$`))
  expect([await avatarOf(id), filesOf(id)]).toEqual([first, [first]])
  expect(s3.objects.get(first)?.type).toBe('image/webp')
  const second = await changeAvatar(id, picture)
  expect(second).not.toBe(first)
  expect(await avatarOf(id)).toBe(second)
  await expect.poll(() => filesOf(id)).toEqual([second])
})

test('ten concurrent uploads leave one file, the one in the player’s row', async () => {
  const { id } = await createPlayer()
  await Promise.all(Array.from({ length: 10 }, () => changeAvatar(id, picture)))
  const shown = await avatarOf(id)
  await expect.poll(() => filesOf(id)).toEqual([shown])
})

test('removing a picture deletes its file, and can be repeated', async () => {
  const { id } = await createPlayer()
  await changeAvatar(id, picture)
  await removeAvatar(id)
  await removeAvatar(id)
  expect(await avatarOf(id)).toBeNull()
  await expect.poll(() => filesOf(id)).toEqual([])
})

test('another player’s picture is not affected', async () => {
  const [one, other] = [await createPlayer(), await createPlayer()]
  const previous = await changeAvatar(other.id, picture)
  await changeAvatar(one.id, picture)
  await changeAvatar(one.id, picture)
  await removeAvatar(one.id)
  await expect.poll(() => filesOf(one.id)).toEqual([])
  expect([await avatarOf(other.id), filesOf(other.id)]).toEqual([previous, [previous]])
})

test('a refused picture changes nothing', async () => {
  const { id } = await createPlayer()
  const previous = await changeAvatar(id, picture)
  await expect(changeAvatar(id, Buffer.from('not a picture'))).rejects.toMatchObject({ fault: 'type' })
  expect([await avatarOf(id), filesOf(id)]).toEqual([previous, [previous]])
})

test('an upload to an account that is being deleted leaves no file', async () => {
  const { id } = await createPlayer()
  await Promise.all([changeAvatar(id, picture), deleteAccount(id), changeAvatar(id, picture)])
  expect(await avatarOf(id)).toBeUndefined()
  await expect.poll(() => filesOf(id)).toEqual([])
})

test('uploads fail while the storage is down, and files of a deleted account are removed once it is back', async () => {
  const { id } = await createPlayer()
  const previous = await changeAvatar(id, picture)
  s3.failWith(503)
  await expect(changeAvatar(id, picture)).rejects.toMatchObject({ fault: 'down' })
  await deleteAccount(id)
  await expect.poll(() => failedJobs(sql`data->>'playerId' = ${id}`)).toBe(1)
  expect([await avatarOf(id), filesOf(id)]).toEqual([undefined, [previous]])
  s3.failWith(0)
  await makeJobsDue()
  await expect.poll(() => filesOf(id)).toEqual([])
})

async function failedJobs(which: SQL): Promise<number> {
  const { rows } = await database().execute(
    sql`select from jobs.job where name = 'forget-files' and state = 'retry' and ${which}`,
  )
  return rows.length
}

test('a file that could not be removed is deleted with the account', async () => {
  const { id } = await createPlayer()
  await changeAvatar(id, picture)
  s3.failWith(503)
  await removeAvatar(id)
  await expect.poll(() => failedJobs(sql`data ? 'key'`)).toBe(1)
  // As after the last attempt.
  await database().execute(sql`delete from jobs.job where name = 'forget-files' and state = 'retry'`)
  s3.failWith(0)
  expect([await avatarOf(id), filesOf(id).length]).toEqual([null, 1])
  await deleteAccount(id)
  await expect.poll(() => filesOf(id)).toEqual([])
})
