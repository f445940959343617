import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { listAuditLog } from '../app/accounts/operators/audit-log.server.ts'
import { database } from '../app/db/connection.server.ts'
import { players } from '../app/db/schema/accounts.server.ts'
import { findPlayer } from '../app/server/sessions/session.server.ts'
import { createTestDatabase } from '../testing/fixtures/database.ts'
import { createPlayer, signIn } from '../testing/fixtures/players.ts'
import { addOperator, removeOperator } from './operator.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
const output = vi.spyOn(console, 'log')
const errors = vi.spyOn(console, 'error')

beforeAll(async () => {
  Object.assign(process.env, { AUTH_SECRET: 'a secret for the tests of commands' })
  testDatabase = await createTestDatabase()
})

beforeEach(() => {
  output.mockReset().mockReturnValue()
  errors.mockReset().mockReturnValue()
})

// The command prints errors by design. Clear them before the suite checks console.error.
afterEach(() => {
  errors.mockClear()
})

afterAll(() => testDatabase.drop())

async function roleOf(id: string): Promise<string | undefined> {
  const [row] = await database().select().from(players).where(eq(players.id, id))
  return row?.role
}

test('adding and removing operators takes effect at once, and reports when nothing changes', async () => {
  const mara = await createPlayer({ username: 'mara_v', email: 'mara@mail.example' })
  const other = await createPlayer({ role: 'operator' })
  const who = 'mara@mail.example (@mara_v)'
  const request = new Request('http://x/', { headers: { cookie: (await signIn(mara)).cookie } })
  expect((await findPlayer(request))?.role).toBe('player')

  expect(await addOperator('mara@mail.example')).toBe(0)
  expect((await findPlayer(request))?.role).toBe('operator')
  expect(await addOperator('mara@mail.example')).toBe(0)
  expect(await roleOf(mara.id)).toBe('operator')
  expect(await removeOperator('mara@mail.example')).toBe(0)
  expect((await findPlayer(request))?.role).toBe('player')
  expect(await removeOperator('mara@mail.example')).toBe(0)

  expect(output.mock.calls).toEqual([
    [`${who} is an operator now`],
    [`${who} is an operator already`],
    [`${who} is no longer an operator`],
    [`${who} is not an operator; nothing was changed`],
  ])
  expect(await roleOf(other.id)).toBe('operator')
  // A command that changes nothing is not logged.
  expect((await listAuditLog(null)).entries).toMatchObject([
    { who: 'command line', act: 'operator removed', onKind: 'player', onId: mara.id, onName: 'mara_v' },
    { who: 'command line', act: 'operator added', onKind: 'player', onId: mara.id, onName: 'mara_v' },
  ])
})

test('an operator whose address nobody has confirmed is named with a warning', async () => {
  await createPlayer({ username: 'first_come', email: 'op@mail.example', emailVerified: false })
  expect(await addOperator('op@mail.example')).toBe(0)
  expect(output.mock.lastCall?.[0]).toMatch(/not confirmed.*@first_come.*operator remove op@mail\.example/)
})

test('the last operator is removed only with --force', async () => {
  await database().update(players).set({ role: 'player' })
  const [one, two] = [await createPlayer({ role: 'operator' }), await createPlayer({ role: 'operator' })]
  // One of two concurrent removals is refused.
  const codes = await Promise.all([one, two].map(({ email }) => removeOperator(email)))
  expect([
    [0, 1],
    [1, 0],
  ]).toContainEqual(codes)
  const left = codes[0] === 0 ? two : one
  expect(errors.mock.calls).toEqual([
    [`${left.email} is the last operator: add another one first, or repeat it with --force`],
  ])
  expect(await roleOf(left.id)).toBe('operator')
  expect(await removeOperator(left.email, { force: true })).toBe(0)
  expect(await roleOf(left.id)).toBe('player')
})

test('the email address is matched in any case', async () => {
  const { id } = await createPlayer({ email: 'jo.lee@mail.example' })
  expect(await addOperator(' Jo.LEE@Mail.Example ')).toBe(0)
  expect(await roleOf(id)).toBe('operator')
})

test.each(['nobody@mail.example', '%', "' or true --", 'mara', 'two\nlines@mail.example'])(
  'an unknown address %j fails with a one-line message',
  async (email) => {
    const { id } = await createPlayer()
    expect(await addOperator(email)).toBe(1)
    expect(await removeOperator(email)).toBe(1)
    const line = `Nobody has signed up with ${email.replace('\n', ' ')}`
    expect(errors.mock.calls).toEqual([[line], [line]])
    expect(output.mock.calls).toEqual([])
    expect(await roleOf(id)).toBe('player')
  },
)
