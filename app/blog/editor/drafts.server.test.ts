import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createBlogPost } from '../../../testing/fixtures/blog-posts.ts'
import { runFileDeletions } from '../../../testing/fixtures/file-deletions.ts'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createPlayer } from '../../../testing/fixtures/players.ts'
import { listAuditLog } from '../../accounts/operators/audit-log.server.ts'
import { database } from '../../db/connection.server.ts'
import type { Player } from '../../server/sessions/session.server.ts'
import { addBlogPicture, findOwnPicture } from '../blog-pictures.server.ts'
import { findBlogPost } from '../blog-posts.server.ts'
import {
  type DraftFields,
  draftRules,
  NEW_DRAFT,
  pictureMarkup,
  publicFields,
  publicationRules,
} from '../blog-rules.ts'
import { createDraft, saveDraft, saveFileVersion, restoreVersion, VERSIONS } from './drafts.server.ts'
import { publishFiles } from '../publishing/publish-files.server.ts'
import { findEditedPost } from './find-edited-post.server.ts'
import { listEditedPosts } from './edited-posts.server.ts'
import { deleteBlogPost, publishDraft, unpublish } from './publish-draft.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let mara: Player
let jo: Player

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  mara = { ...(await createPlayer({ username: 'mara_v', role: 'operator' })), sessionId: '' }
  jo = { ...(await createPlayer({ username: 'jo_lee', role: 'operator' })), sessionId: '' }
})
beforeEach(() => database().execute(sql`truncate blog_posts, operator_acts restart identity cascade`))
afterAll(() => testDatabase.drop())

const draft = (fields: Partial<DraftFields> = {}): DraftFields => ({
  ...NEW_DRAFT,
  title: 'Nine doors',
  source: 'Need help? **Open** the third.',
  ...fields,
})
const publish = (id: number, revision: number, fields = draft(), at: Date | null = null, by = mara) =>
  publishDraft(by, id, { revision, fields, at })
/** Creates an empty folder for stored files, which is deleted after the test. */
function createDataDir(): string {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'playhall-drafts-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  process.env.DATA_DIR = dataDir
  return dataDir
}
const createPicture = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
const readActs = async () => (await listAuditLog(null)).entries.map(({ who, act, onId }) => `${who} ${act} ${onId}`)

test('a draft is not public, and a published post changes only when it is published again', async () => {
  const id = await createDraft()
  expect(await saveDraft(mara, id, 0, draft())).toMatchObject({ outcome: 'saved', revision: 1 })
  expect(await findBlogPost('nine-doors')).toBeNull()
  expect(await publish(id, 1)).toEqual({ outcome: 'published' })
  expect(await findBlogPost('nine-doors')).toMatchObject({
    title: 'Nine doors',
    author: 'Admin',
    content: expect.stringContaining('<strong>Open</strong>') as string,
  })
  expect(await saveDraft(mara, id, 1, draft({ title: 'Ten doors' }))).toMatchObject({ revision: 2 })
  expect(await findBlogPost('nine-doors')).toMatchObject({ title: 'Nine doors' })
  expect(await findEditedPost(id)).toMatchObject({
    fields: { title: 'Ten doors' },
    isChanged: true,
    isOverwrittenByFiles: false,
    fixedSlug: 'nine-doors',
  })
  expect(await publish(id, 2, draft({ title: 'Ten doors', slug: 'ten-doors' }))).toEqual({ outcome: 'published' })
  expect(await findBlogPost('nine-doors')).toMatchObject({ title: 'Ten doors' })
  expect(await findBlogPost('ten-doors')).toBeNull()
  expect(await readActs()).toEqual(['mara_v published nine-doors', 'mara_v published nine-doors'])
})

test('a save from an outdated version is refused, and overwriting stores both versions', async () => {
  const id = await createDraft()
  await saveDraft(mara, id, 0, draft({ source: 'Of Mara' }))
  expect(await saveDraft(jo, id, 0, draft({ source: 'Of Jo' }))).toMatchObject({ outcome: 'stale' })
  expect(await saveDraft(jo, id, 0, draft({ source: 'Of Jo' }), true)).toMatchObject({ outcome: 'saved', revision: 2 })
  expect(await publish(id, 1, draft({ source: 'Of Mara' }))).toMatchObject({ outcome: 'stale' })
  const post = await findEditedPost(id)
  expect(post?.versions.map(({ who, revision }) => [who, revision])).toEqual([
    ['jo_lee', 2],
    ['mara_v', 1],
  ])
  expect((await findEditedPost(id, 1))?.fields.source).toBe('Of Mara')
  expect(await findEditedPost(id, 7)).toBeNull()
})

test('of concurrent saves from one version one is accepted, and an identical save changes nothing', async () => {
  const id = await createDraft()
  const saves = await Promise.all(
    Array.from({ length: 8 }, (_, at) => saveDraft(at % 2 ? mara : jo, id, 0, draft({ source: `Text ${at}` }))),
  )
  expect(saves.filter(({ outcome }) => outcome === 'saved')).toHaveLength(1)
  expect(saves.filter(({ outcome }) => outcome === 'stale')).toHaveLength(7)
  const { fields } = (await findEditedPost(id))!
  expect(await saveDraft(mara, id, 0, fields)).toMatchObject({ outcome: 'saved', revision: 1 })
})

test('an operator’s successive saves share a version, and only the latest versions are stored', async () => {
  const id = await createDraft()
  for (let at = 0; at < 3; at++) await saveDraft(mara, id, at, draft({ source: `Text ${at}` }))
  expect((await findEditedPost(id))?.versions).toMatchObject([{ revision: 3 }])
  for (let at = 3; at < VERSIONS + 8; at++) await saveDraft(at % 2 ? jo : mara, id, at, draft({ source: `Text ${at}` }))
  expect((await findEditedPost(id))?.versions).toHaveLength(VERSIONS)
})

test('a draft that cannot be published names the faulty field and stays a draft', async () => {
  const taken = await createBlogPost({ slug: 'taken' })
  const id = await createDraft()
  const faultsOf = async (fields: Partial<DraftFields>) => {
    const outcome = await publish(id, 0, draft(fields))
    return outcome.outcome === 'wrong' ? outcome.faults : outcome
  }
  expect(await faultsOf({ title: ' ' })).toEqual({ title: 'The title is missing' })
  expect(await faultsOf({ slug: taken.slug })).toEqual({ slug: 'Another post has this slug' })
  expect(await faultsOf({ slug: 'No Slug' })).toMatchObject({
    slug: expect.stringContaining('lowercase letters') as string,
  })
  expect(await faultsOf({ title: '世界' })).toMatchObject({ slug: expect.stringContaining('write a slug') as string })
  expect(await faultsOf({ source: '<script>1</script>' })).toEqual({ source: 'The text is empty' })
  expect(await faultsOf({ source: '![a](/files/blog_pictures/none/none.webp)' })).toEqual({
    source: 'There is no picture at /files/blog_pictures/none/none.webp',
  })
  expect(await faultsOf({ featuredImage: 'https://evil.example/a.png' })).toMatchObject({
    featuredImage: expect.stringContaining('There is no picture') as string,
  })
  expect(await faultsOf({ source: '>'.repeat(60) })).toEqual({ source: 'The text is nested too deeply' })
  expect(await findEditedPost(id)).toMatchObject({ state: 'draft', revision: 0 })
  expect(await readActs()).toEqual([])
})

test('of two concurrent publications under one slug, one is refused', async () => {
  const ids = [await createDraft(), await createDraft()]
  const outcomes = await Promise.all(ids.map((id) => publish(id, 0, draft({ slug: 'one' }))))
  expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['published', 'wrong'])
})

test('a scheduled post can be published early, or unpublished, which clears its date; a public one cannot be scheduled', async () => {
  const id = await createDraft()
  const at = new Date(Date.now() + 3_600_000)
  expect(await publish(id, 0, draft(), at)).toEqual({ outcome: 'scheduled' })
  expect(await findEditedPost(id)).toMatchObject({ state: 'scheduled', publishedAt: at, fixedSlug: null })
  expect(await findBlogPost('nine-doors')).toBeNull()
  expect(await unpublish(mara, id)).toBe(true)
  expect(await findEditedPost(id)).toMatchObject({ state: 'draft', publishedAt: null })
  expect(await unpublish(mara, id)).toBe(false)
  await publish(id, 1, draft(), at)
  expect(await publish(id, 1)).toEqual({ outcome: 'published' })
  // Otherwise scheduling changes would hide the post until then.
  expect(await publish(id, 1, draft({ title: 'Ten doors' }), at)).toEqual({
    outcome: 'wrong',
    faults: { form: 'The post is already public, so its changes can only be published now' },
  })
  expect(await findBlogPost('nine-doors')).toMatchObject({ title: 'Nine doors' })
  expect(await unpublish(mara, id)).toBe(true)
  expect(await findBlogPost('nine-doors')).toBeNull()
  expect(await findEditedPost(id)).toMatchObject({ fixedSlug: 'nine-doors' })
  expect(await publish(id, 1, draft(), at)).toEqual({ outcome: 'scheduled' })
  expect(await deleteBlogPost(mara, id)).toBe(true)
  expect(await deleteBlogPost(mara, id)).toBe(false)
  expect(await saveDraft(mara, id, 1, draft())).toEqual({ outcome: 'gone' })
  expect(await readActs()).toEqual([
    'mara_v deleted nine-doors',
    'mara_v scheduled nine-doors',
    'mara_v unpublished nine-doors',
    'mara_v published nine-doors',
    'mara_v scheduled nine-doors',
    'mara_v unpublished nine-doors',
    'mara_v scheduled nine-doors',
  ])
})

test('a post from a file can be edited, and keeps the file’s pictures', async () => {
  const src = '/files/blog_pictures/old/a.webp'
  const { id } = await createBlogPost({
    slug: 'old',
    source: 'Look: ![A door](door.png)',
    content: `<p>Look: <img src="${src}" alt="A door" width="8" height="6"></p>`,
  })
  const post = (await findEditedPost(id))!
  expect(post).toMatchObject({
    revision: 0,
    isChanged: false,
    fields: { slug: 'old', source: `Look: ![A door](${src})` },
  })
  expect(await publish(id, 0, { ...post.fields, source: `${post.fields.source}, and go` })).toEqual({
    outcome: 'published',
  })
  expect((await findBlogPost('old'))?.content).toMatch(
    /<img src="\/files\/blog_pictures\/old\/a.webp" alt="A door" width="8" height="6".*and go/,
  )
})

test('the first edit of a post from a file stores what the file published, with its pictures', async () => {
  const folder = createDataDir()
  writeFileSync(path.join(folder, 'door.png'), await createPicture())
  const file = path.join(folder, 'nine-doors.md')
  writeFileSync(file, '---\ntitle: Nine doors\n---\nNeed help? ![A door](door.png)\n')
  await publishFiles([file])
  const { id } = (await listEditedPosts(1)).posts[0]!
  const { fields } = (await findEditedPost(id))!
  expect(await saveDraft(mara, id, 0, fields)).toMatchObject({ outcome: 'saved', revision: 0 })
  expect(await findEditedPost(id)).toMatchObject({ isChanged: false })
  expect(await saveDraft(mara, id, 0, { ...fields, title: 'Nine dors' })).toMatchObject({ revision: 1 })
  expect(await saveDraft(jo, id, 0, { ...fields, title: 'Ten doors' })).toMatchObject({ outcome: 'stale' })
  expect(await findEditedPost(id)).toMatchObject({
    isChanged: true,
    seenRevision: 0,
    versions: [
      { revision: 1, who: 'mara_v', isPublished: false },
      { revision: 0, who: 'a file or a deleted account', isPublished: true },
    ],
  })
  await publish(id, 1, { ...fields, source: 'No picture' }, null, jo)
  await runFileDeletions()
  for (const revision of [0, 1]) {
    expect(await restoreVersion(jo, id, revision)).toBe(true)
    const restored = (await findEditedPost(id))!
    expect(await publish(id, restored.revision, restored.fields)).toEqual({ outcome: 'published' })
    expect((await findBlogPost('nine-doors'))?.content).toContain('alt="A door" width="60"')
  }
})

test('an updated file replaces the published post, while a draft is preserved and marked as overwritten', async () => {
  const id = await createDraft()
  await publish(id, 0)
  const byFile = () =>
    database().execute(sql`update blog_posts set title = 'By file', updated_at = now() + interval '1 second'`)
  await byFile()
  expect(await findEditedPost(id)).toMatchObject({ fields: { title: 'By file' }, isChanged: false })
  await database().execute(sql`update blog_posts set updated_at = now() - interval '1 hour'`)
  await saveDraft(mara, id, 1, draft({ title: 'Mine' }))
  await byFile()
  expect(await findEditedPost(id)).toMatchObject({
    fields: { title: 'Mine' },
    isChanged: true,
    isOverwrittenByFiles: true,
  })
})

test('the list is ordered by last edit, with draft titles, in pages', async () => {
  const [first, second] = [await createDraft(), await createDraft()]
  await publish(first, 0, draft({ title: 'First' }))
  await saveDraft(jo, second, 0, draft({ title: 'Second' }))
  await saveDraft(jo, first, 1, draft({ title: 'First, changed' }))
  expect(await listEditedPosts(1)).toMatchObject({
    page: 1,
    pages: 1,
    posts: [
      { id: first, title: 'First, changed', state: 'published', slug: 'first', isChanged: true, editor: 'jo_lee' },
      { id: second, title: 'Second', state: 'draft', slug: null, isChanged: false, editor: 'jo_lee' },
    ],
  })
  await database().execute(sql`
    insert into blog_posts (slug, title, author, tags, source, format, content, minutes)
    select 'p' || n, 'P', 'Admin', '{}', '', 'markdown', '', 1 from generate_series(1, 40) n`)
  expect(await listEditedPosts(2)).toMatchObject({ page: 2, pages: 2 })
  expect(await listEditedPosts(9)).toMatchObject({ page: 1 })
})

test('a draft has only length limits, publishing has more rules', () => {
  const typed = { ...draft({ title: 'A\u0000b', slug: '???', source: 'a\r\nb\u0007' }), revision: '3' }
  expect(draftRules.parse(typed)).toMatchObject({ revision: 3, title: 'Ab', slug: '???', source: 'a\nb' })
  expect(draftRules.safeParse({ source: 'a'.repeat(200_001) }).success).toBe(false)
  expect(draftRules.safeParse({ title: 'a'.repeat(301) }).success).toBe(false)
  for (const revision of ['x', '-1', '99999999999', null, undefined])
    expect(draftRules.safeParse({ revision }).data?.revision ?? 0).toBe(0)
  const at = (day: string, time: string) =>
    publicationRules.safeParse({ when: 'at', day, time }).error?.issues.map(({ path }) => path[0])
  expect(at('', '')).toEqual(['day'])
  expect(at('2026-02-31', '10:00')).toEqual(['day'])
  expect(at('2020-01-01', '10:00')).toEqual(['day'])
  expect(at('2999-01-01', '10:00')).toBeUndefined()
  expect(publicFields(draft({ tags: '#a, b ,, ' })).fields?.tags).toEqual(['a', 'b'])
  expect(publicFields(draft({ tags: 'a,'.repeat(11) })).errors).toEqual({ tags: 'There can be at most 10 tags' })
})

test('alternative text of a picture is escaped in its markup', () => {
  expect(pictureMarkup('markdown', '/files/a.webp', 'a](x) [b\n c')).toBe('![a\\](x) \\[b c](/files/a.webp)')
  expect(pictureMarkup('html', '/files/a.webp', '"><b>')).toBe('<img src="/files/a.webp" alt="&quot;&gt;&lt;b&gt;">')
})

test('restoring an older version makes it the draft and loses no version', async () => {
  const id = await createDraft()
  await publish(id, 0)
  await saveDraft(mara, id, 1, draft({ title: 'Ten doors' }))
  await saveDraft(jo, id, 2, draft({ title: 'Eleven doors' }))
  expect(await findEditedPost(id)).toMatchObject({ isChanged: true, seenRevision: 1 })
  expect(await restoreVersion(jo, id, 1)).toBe(true)
  expect(await findEditedPost(id)).toMatchObject({
    fields: { title: 'Nine doors' },
    isChanged: false,
    isOverwrittenByFiles: false,
    revision: 4,
  })
  expect(await restoreVersion(jo, id, 2)).toBe(true)
  expect(await findEditedPost(id)).toMatchObject({ fields: { title: 'Ten doors' }, isChanged: true, revision: 5 })
  expect((await findEditedPost(id))?.versions.map(({ revision }) => revision)).toEqual([5, 4, 3, 2, 1])
  expect(await findBlogPost('nine-doors')).toMatchObject({ title: 'Nine doors' })
  expect(await restoreVersion(jo, id, 9)).toBe(false)
})

test('an unused upload survives a publication, and a picture that another draft uses survives its post', async () => {
  createDataDir()
  const file = await createPicture()
  const [one, two] = [await createDraft(), await createDraft()]
  const { src } = (await addBlogPicture(one, file))!
  await publish(one, 0)
  expect(await findOwnPicture(src)).toMatchObject({ width: 60 })
  await saveDraft(mara, two, 0, draft({ title: 'Ten doors', source: `![A door](${src})` }))
  await database().execute(sql`update blog_pictures set kept_until = now()`)
  await publish(one, 1, draft({ source: 'Anew' }))
  await deleteBlogPost(mara, one)
  await runFileDeletions()
  expect(await findOwnPicture(src)).toMatchObject({ width: 60 })
  expect(await publish(two, 1, draft({ title: 'Ten doors', source: `![A door](${src})` }))).toEqual({
    outcome: 'published',
  })
  await deleteBlogPost(mara, two)
  await runFileDeletions()
  expect(await findOwnPicture(src)).toBeNull()
})

test('an operator’s second tab may overwrite the first, which stays a version; a file makes drafts stale', async () => {
  const id = await createDraft()
  await saveDraft(mara, id, 0, draft({ title: 'Tab one' }))
  expect(await saveDraft(mara, id, 0, draft({ title: 'Tab two' }))).toMatchObject({ outcome: 'stale' })
  await saveDraft(mara, id, 0, draft({ title: 'Tab two' }), true)
  expect((await findEditedPost(id, 1))?.fields.title).toBe('Tab one')
  await publish(id, 2)
  await database().transaction(async (tx) => {
    await tx.execute(sql`update blog_posts set title = 'By file', updated_at = now()`)
    await saveFileVersion(tx, id)
  })
  expect(await saveDraft(mara, id, 3, draft({ title: 'Typed on' }))).toMatchObject({ outcome: 'stale' })
  expect(await publish(id, 3, draft({ title: 'Typed on' }))).toMatchObject({ outcome: 'stale' })
  expect((await findEditedPost(id))?.fields.title).toBe('By file')
})
