import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBlogPost } from '../../../testing/fixtures/blog-posts.ts'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { makeJobsDue } from '../../../testing/fixtures/jobs.ts'
import { createPlayer } from '../../../testing/fixtures/players.ts'
import { createPost } from '../../../testing/fixtures/posts.ts'
import { NEW_DRAFT } from '../../blog/blog-rules.ts'
import { database } from '../../db/connection.server.ts'
import { players } from '../../db/schema/accounts.server.ts'
import { blogDrafts, blogPictures } from '../../db/schema/blog.server.ts'
import { deletingFiles, storeFile } from './delete-files.server.ts'
import { runClosers } from '../http/shutdown.server.ts'
import { type Job, workOn } from '../jobs/jobs.server.ts'
import { openLog } from '../process/log.server.ts'
import { StorageDownError } from './storage-key.server.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-forget-'))
const files = path.join(folder, 'files')
let world: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  process.env.DATA_DIR = folder
  openLog({ level: 'silent', pretty: false })
  world = await createTestDatabase()
})
afterAll(async () => {
  await runClosers(() => {})
  await world.drop()
  rmSync(folder, { recursive: true })
})

const storedFiles = () =>
  [...globSync('*/*/*', { cwd: files }), ...globSync('*/*/.*', { cwd: files })].map((file) => path.basename(file))

test('a file that no row references is deleted a day after it was stored, even if incomplete, and others are not', async () => {
  const { id } = await createPlayer()
  const ofBlog = await createBlogPost()
  const keyOf = (kind: string, name: string) => `${kind}/${id}/${name}.webp`
  const [face, shot, lead, draft] = [
    keyOf('profile_pictures', 'face'),
    keyOf('post_pictures', 'shot'),
    keyOf('blog_pictures', 'lead'),
    keyOf('blog_pictures', 'draft'),
  ]
  const lost = ['profile_pictures', 'post_pictures', 'blog_pictures'].map((kind) => keyOf(kind, `lost-${kind}`))
  for (const key of [face, shot, lead, draft, ...lost]) await storeFile(key, Buffer.from('a'))
  await database().update(players).set({ avatar: face }).where(eq(players.id, id))
  await createPost({ playerId: id, mediaUrl: `/files/${shot}` })
  await database().insert(blogPictures).values({ postId: ofBlog.id, key: lead })
  const fields = { ...NEW_DRAFT, source: `![A lamp](/files/${draft})` }
  await database().insert(blogDrafts).values({ postId: ofBlog.id, revision: 1, savedBy: id, fields })
  // The state after the process was killed: the job that deletes the file, and half of the file.
  const cut = `post_pictures/${id}/cut.webp`
  const place = path.join(files, 'post_pictures', id)
  rmSync(place, { recursive: true })
  writeFileSync(place, '')
  await expect(storeFile(cut, Buffer.from('a'))).rejects.toThrow(StorageDownError)
  rmSync(place)
  mkdirSync(place)
  for (const name of ['shot.webp', 'lost-post_pictures.webp', '.cut.webp.Xy_3'])
    writeFileSync(path.join(place, name), 'a')

  await workOn([deletingFiles as Job])
  const { rows } = await database().execute(sql`
    select from jobs.job where name = 'forget-files' and start_after between now() + interval '23 hours' and now() + interval '25 hours'`)
  expect(rows).toHaveLength(8)
  expect(storedFiles()).toHaveLength(8)
  await makeJobsDue()
  await expect.poll(() => storedFiles().toSorted()).toEqual(['draft.webp', 'face.webp', 'lead.webp', 'shot.webp'])
})
