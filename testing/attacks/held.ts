import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { SCORE_PAGE, zipOf } from '../fixtures/zips.ts'
import { databaseOf, query } from '../portal/portal-database.ts'
import type { Attack } from './attack.ts'
import { count, expect, type Tally } from './results.ts'
import { sendRequest, unique } from './send.ts'
import { type Player, signUp, signUpOperator, type Target } from './target.ts'
import { sendZip } from './uploads.ts'

const NEW_GAME = '/admin/games/new/zip'
const PICTURE = 'the picture of a game that is not public'

/**
 * Attacks on games and versions that are not public. They need the portal's database, so they do nothing on a portal
 * that this run did not start.
 */
export async function held({ check }: Attack): Promise<void> {
  await check('the picture of a game that is not public', 'only operators get it, and no cache stores it', readPicture)
  await check('games similar to one that is not public', 'none', readSimilar)
  await check('a draft version of a public game', 'not readable without a token', readDraft)
}

async function readPicture(tally: Tally, target: Target): Promise<void> {
  const { own } = target
  const operator = await signUpOperator(target)
  const id = own && (await addGame(tally, target, operator))
  if (!own || !id) return
  const address = `https://pictures.example/${unique()}.jpg`
  storePicture(own.dataDir, address)
  await query(databaseOf(own), 'update games set image_url = $1 where id = $2', [address, id])
  const player = await signUp(target)
  for (const cookie of [undefined, player.cookie]) {
    const answer = await sendRequest(target.url, { path: `/pictures/${id}/320`, cookie })
    count(tally, answer)
    expect(tally, !answer.text.includes(PICTURE), 'it is sent to everybody')
    expect(tally, isPrivate(answer.headers['cache-control']), 'a shared cache may send operators its substitute')
  }
  const shown = await sendRequest(target.url, { path: `/pictures/${id}/320`, cookie: operator.cookie })
  count(tally, shown)
  expect(tally, shown.status === 200 && shown.text === PICTURE, 'operators do not get it')
  expect(tally, isPrivate(shown.headers['cache-control']), 'a shared cache may store it')
  const later = await sendRequest(target.url, { path: `/pictures/${id}/320` })
  count(tally, later)
  expect(tally, !later.text.includes(PICTURE), 'it is sent to everybody after an operator has read it')
}

async function readSimilar(tally: Tally, target: Target): Promise<void> {
  const id = await addGame(tally, target, await signUpOperator(target))
  if (!id) return
  const answer = await sendRequest(target.url, { path: `/game/${id}/similar` })
  count(tally, answer)
  expect(tally, answer.text === '{"games":[]}', `its categories show in ${answer.text.slice(0, 80)}`)
}

async function readDraft(tally: Tally, target: Target): Promise<void> {
  const { own } = target
  const operator = await signUpOperator(target)
  const id = own && (await addGame(tally, target, operator))
  if (!own || !id) return
  const database = databaseOf(own)
  const publish = `update games set status = 'published', url = held_url, held_url = null where id = $1`
  await query(database, publish, [id])
  const answer = await sendZip(target, operator, zipOf([['index.html', SCORE_PAGE]]), `/admin/games/${id}/versions/zip`)
  count(tally, answer)
  const versions = await query<{ id: number }>(
    database,
    'select id from game_versions where game_id = $1 order by id',
    [id],
  )
  expect(tally, versions.length === 2, `the draft is refused with ${answer.status}`)
  const statuses: number[] = []
  for (const version of versions) {
    const file = await sendRequest(target.url, { path: `/play/v${version.id}/index.html` })
    count(tally, file)
    statuses.push(file.status)
  }
  expect(tally, String(statuses) === '200,404', `the public version and the draft: ${statuses.join(', ')}`)
}

/** Adds a game that is pending review. Returns its id, or null on a portal without an operator. */
async function addGame(tally: Tally, target: Target, operator: Player): Promise<string | null> {
  const answer = await sendZip(target, operator, zipOf([['index.html', SCORE_PAGE]]), NEW_GAME)
  count(tally, answer)
  const id = /\/admin\/games\/(\d+)#play/.exec(answer.text)?.[1] ?? null
  expect(tally, id !== null || answer.status === 404, `an allowed zip: ${answer.status}`)
  return id
}

/** Stores a picture in the format of app/games/pictures/stored-picture.server.ts. */
function storePicture(dataDir: string, address: string): void {
  const name = createHash('sha256').update(address).digest('base64url')
  const shelf = path.join(dataDir, 'pictures', name.slice(0, 2))
  mkdirSync(shelf, { recursive: true })
  writeFileSync(path.join(shelf, `${name}-320.webp`), PICTURE)
}

function isPrivate(cache: string | string[] | undefined): boolean {
  return /^private\b/.test(String(cache))
}
