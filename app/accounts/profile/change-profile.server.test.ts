import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createPlayer } from '../../../testing/fixtures/players.ts'
import { database } from '../../db/connection.server.ts'
import { players } from '../../db/schema/accounts.server.ts'
import { blocklist } from '../../db/schema/community.server.ts'
import { readForm } from '../../forms/read-form.ts'
import { changeProfile } from './change-profile.server.ts'
import { profileRules } from './profile-rules.ts'
import { findFreeUsername, reserveUsername } from '../usernames.server.ts'

const CHOICES = { showsWishlist: true, showsMostPlayed: false, wantsMail: false }

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  testDatabase = await createTestDatabase()
})

afterAll(() => testDatabase.drop())

async function profileOf(id: string): Promise<{ username: string; fullName: string } | undefined> {
  const { username, fullName } = players
  const [row] = await database().select({ username, fullName }).from(players).where(eq(players.id, id))
  return row
}

test('a player changes both names, and other players’ names are not affected', async () => {
  const [one, other] = [await createPlayer(), await createPlayer()]
  expect(await changeProfile(one, { username: 'Mara.V', fullName: 'Mara Voss', ...CHOICES })).toBe('changed')
  expect(await profileOf(one.id)).toEqual({ username: 'Mara.V', fullName: 'Mara Voss' })
  expect(await profileOf(other.id)).toEqual({ username: other.username, fullName: '' })
})

test('a username that another player has is taken, ignoring case', async () => {
  await createPlayer({ username: 'Taken_Name' })
  const player = await createPlayer()
  for (const username of ['Taken_Name', 'taken_name', 'TAKEN_NAME']) {
    expect(await changeProfile(player, { username, fullName: 'Changed', ...CHOICES })).toBe('taken')
  }
  expect(await profileOf(player.id)).toEqual({ username: player.username, fullName: '' })
})

test('players may change the case of their own username', async () => {
  const player = await createPlayer({ username: 'lower_case' })
  expect(await changeProfile(player, { username: 'Lower_Case', fullName: '', ...CHOICES })).toBe('changed')
  expect((await profileOf(player.id))?.username).toBe('Lower_Case')
})

test('names with blocked words or links and reserved usernames are refused, except from operators', async () => {
  await database().insert(blocklist).values({ word: 'darn' })
  const player = await createPlayer()
  const { username: same } = player
  const names = [
    'darn',
    'oh_Darn.1',
    'www.evil',
    'lamps.com',
    'Admin',
    'ADMIN_1',
    'operator',
    'moderator',
    'Sup.port',
    'play_hall',
    'system',
  ]
  for (const username of names) {
    const outcome = await changeProfile(player, { username, fullName: '', ...CHOICES })
    expect(outcome, username).toEqual({ refused: 'username' })
  }
  for (const fullName of ['darn see', 'ᴅᴀʀɴ', 'See http://evil.example', 'see evil.COM', 'ｗｗｗ.evil']) {
    const outcome = await changeProfile(player, { username: same, fullName, ...CHOICES })
    expect(outcome, fullName).toEqual({ refused: 'fullName' })
  }
  expect(await profileOf(player.id)).toEqual({ username: same, fullName: '' })
  const old = await createPlayer({ username: 'darn', fullName: 'darn' })
  expect(await changeProfile(old, { username: 'Darn', fullName: 'darn', ...CHOICES })).toBe('changed')
  for (const username of ['administer', 'darning', 'J.R.R.Tolkien'])
    expect(await changeProfile(player, { username, fullName: 'J. R. Russo', ...CHOICES }), username).toBe('changed')
  const operator = await createPlayer({ role: 'operator' })
  expect(await changeProfile(operator, { username: 'Admin', fullName: 'Support', ...CHOICES })).toBe('changed')
})

test('a generated username avoids refused names', async () => {
  for (const name of ['Darn', 'Admin', 'support@mail.example', 'Playhall'])
    expect(await findFreeUsername(name), name).toMatch(/^user_[a-z0-9]{8}$/)
  expect(await findFreeUsername('Mara Free')).toBe('mara_free')
})

test('a reserved username is taken', async () => {
  const player = await createPlayer()
  await database().transaction((tx) => reserveUsername(tx, { username: 'Kept_Back', email: 'a@b.example', hash: 'x' }))
  expect(await changeProfile(player, { username: 'kept_back', fullName: '', ...CHOICES })).toBe('taken')
})

test('of ten players who concurrently request one username, one gets it', async () => {
  const all = await Promise.all(Array.from({ length: 10 }, () => createPlayer()))
  const nameOf = (at: number) => (at % 2 ? 'wanted_name' : 'Wanted_Name')
  const outcomes = await Promise.all(
    all.map((player, at) => changeProfile(player, { username: nameOf(at), fullName: '', ...CHOICES })),
  )
  expect(outcomes.map(String).toSorted()).toEqual(['changed', ...Array.from({ length: 9 }, () => 'taken')])
})

test.each([
  ['ab', 'Username must be at least 3 characters'],
  ['abc', undefined],
  ['a'.repeat(30), undefined],
  ['a'.repeat(31), 'Username must be at most 30 characters'],
  ['A_b-c.9', undefined],
  ['a b c', 'Username may only contain letters, digits, _ . and -'],
  ['zoë', 'Username may only contain letters, digits, _ . and -'],
  ['<b>', 'Username may only contain letters, digits, _ . and -'],
  ['', 'Username must be at least 3 characters'],
])('for the username %j the error is %j', (username, error) => {
  expect(read({ username, fullName: '' }).errors?.username).toBe(error)
})

test.each([
  ['Mara Voss', 'Mara Voss', undefined],
  ['  Mara \u202e\t Voss\u0000 ', 'Mara Voss', undefined],
  ['', '', undefined],
  ['x'.repeat(60), 'x'.repeat(60), undefined],
  ['🎮'.repeat(60), '🎮'.repeat(60), undefined],
  ['x'.repeat(61), undefined, 'Full name must be at most 60 characters'],
  [` ${'x'.repeat(60)} `, 'x'.repeat(60), undefined],
])('the full name %j is stored as %j', (fullName, stored, error) => {
  const { values, errors } = read({ username: 'abc', fullName })
  expect([values?.fullName, errors?.fullName]).toEqual([stored, error])
})

test('without a full name the form clears it, and unknown fields are dropped', () => {
  expect(read({ username: 'abc', role: 'operator', email: 'x@y.example' }).values).toEqual({
    username: 'abc',
    fullName: '',
    showsWishlist: false,
    showsMostPlayed: false,
    wantsMail: false,
  })
})

test('ticked options are saved as chosen', async () => {
  const player = await createPlayer()
  const { values } = read({ username: player.username, fullName: '', wantsMail: 'on' })
  expect(values).toMatchObject({ showsWishlist: false, wantsMail: true })
  expect(await changeProfile(player, values!)).toBe('changed')
  const [row] = await database().select().from(players).where(eq(players.id, player.id))
  expect(row).toMatchObject({ showsWishlist: false, wantsMail: true })
})

function read(fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return readForm(profileRules, form)
}
