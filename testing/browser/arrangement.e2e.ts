import { asc, eq, sql } from 'drizzle-orm'
import { database } from '../../app/db/connection.server.ts'
import { listed } from '../../app/db/listed.server.ts'
import { arrangementChanges, collectionGames, collections } from '../../app/db/schema/arrangement.server.ts'
import { signedInPlayer } from './players.ts'
import { expect, test } from './test.ts'

test.use({ expectedErrors: [/status of 503|ERR_FAILED/] })

/** Inserts a hidden collection with three games, and returns its id. */
async function createCollection(): Promise<number> {
  const [row] = await database()
    .insert(collections)
    .values({ slug: crypto.randomUUID(), name: 'Picks', isHidden: true })
    .returning()
  const { id } = row!
  await database().execute(sql`
    insert into collection_games (collection_id, game_id, position)
    select ${id}, id, row_number() over (order by id) from games where ${sql.raw(listed())} order by id limit 3`)
  return id
}

async function listStored(id: number): Promise<number[]> {
  const rows = await database()
    .select({ game: collectionGames.gameId })
    .from(collectionGames)
    .where(eq(collectionGames.collectionId, id))
    .orderBy(asc(collectionGames.position))
  return rows.map(({ game }) => game)
}

test('after a refused drag, a game can be dragged to the same place, and the buttons move it by one', async ({
  page,
  context,
}) => {
  await signedInPlayer(context, { role: 'operator' })
  const id = await createCollection()
  const [a, b, c] = await listStored(id)
  await page.goto(`/admin/collections/${id}`)
  const list = page.getByRole('list', { name: 'Games in their order' })
  const up = list.getByRole('button', { name: /^Move .* up$/ })
  const shown = () => up.evaluateAll((all) => all.map((button) => Number(button.getAttribute('value')?.split(':')[0])))
  const dragLastToTop = async () => {
    await list.locator('.order-grip').last().hover()
    await page.mouse.down()
    // The first movement starts the drag, the second one is over the row.
    const top = list.getByRole('listitem').first()
    await top.hover()
    await top.hover()
    await page.mouse.up()
  }
  const error = page.locator('.order-form').getByText('Please try again in a few seconds.')
  const refuseOnce = () =>
    page.route(
      (url) => url.pathname === `/admin/collections/${id}.data`,
      (route) => route.fulfill({ status: 503, body: 'Please try again in a few seconds.' }),
      { times: 1 },
    )

  await refuseOnce()
  await dragLastToTop()
  await expect(error).toBeVisible()
  expect(await shown()).toEqual([a, b, c])
  await dragLastToTop()
  await expect.poll(() => listStored(id)).toEqual([c, a, b])
  await expect(page.locator('.order-form input[name="version"]')).toHaveValue('2')
  await expect(error).toHaveCount(0)
  expect(await shown()).toEqual([c, a, b])

  await refuseOnce()
  await dragLastToTop()
  await expect(error).toBeVisible()
  await up.last().press('Enter')
  await expect.poll(() => listStored(id)).toEqual([c, b, a])
  await expect.poll(shown).toEqual([c, b, a])
})

test('the progress of a change goes on after the portal could not be reached once', async ({ page, context }) => {
  await signedInPlayer(context, { role: 'operator' })
  const title = `${crypto.randomUUID()}: renamed to Test`
  const change = { kind: 'tag', subject: title, title, total: 2000, done: 500, changed: 500 } as const
  const [row] = await database().insert(arrangementChanges).values(change).returning()
  await page.route('**/readyz', (route) => route.abort(), { times: 1 })
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/readyz'))
  await page.clock.install()
  await page.goto('/admin/tags')
  const note = page.locator('.arrange-note', { hasText: title })
  await expect(note.getByRole('progressbar')).toHaveJSProperty('value', 500)
  await page.clock.fastForward(2000)
  await failed
  await database()
    .update(arrangementChanges)
    .set({ done: 2000, changed: 2000, finishedAt: sql`now()` })
    .where(eq(arrangementChanges.id, row!.id))
  await expect(note).toHaveText(`${title}. 2,000 games changed.`)
})
