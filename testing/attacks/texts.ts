import type { Row } from '../requests/route-row.ts'
import type { Attack } from './attack.ts'
import { random, sampleOf } from '../fixtures/seeded-random.ts'
import { encoded, type Field, FIELDS } from './fields.ts'
import { count, expect, type Tally } from './results.ts'
import { type Clients, sendRow, createClients } from './routes.ts'
import { type Answer, sendRequest, fresh } from './send.ts'
import { costOf, type Target } from './target.ts'

/** The slowest input for normalising, matching, trimming and splitting, worst first. */
const PIECES = [
  '\u0345\u0300', '\u0301', 'a.a@', ' ', '\u1100\u1161\u11A8', '\u202E', '\u200B', '\u{1F469}\u200D', '%', '&amp;', '<<', '../', '-', 'a,', '%00',
  '\uD800', '\r\n', '\\"', "'",
] // prettier-ignore
const WORST = 3

const HEADERS = ['user-agent', 'accept', 'accept-language', 'accept-encoding', 'if-none-match', 'cookie', 'origin']

/** Lengths in bytes: within the limit of a form that has one, and beyond it. */
const LENGTHS: [number, number][] = [
  [7000, 14_000],
  [128_000, 256_000],
]
/** The space that headers leave for a query or another header. */
const HEAD_LENGTHS: [number, number] = [3500, 7000]
/** Paths that a route receives, and longer ones that are refused earlier. */
const PATH_LENGTHS: [number, number][] = [[480, 960], HEAD_LENGTHS]
const TOO_LARGE = 413
const SMALL_MS = 80
const LARGE_MS = 1000
const TRIES = 4

/** Texts that cost more to process than to send: their cost must grow linearly with their length. */
export async function texts({ short, check }: Attack): Promise<void> {
  // A short run sends each field one of the worst pieces, and signs up once.
  const piecesFor = (name: string) => (short ? sampleOf(PIECES.slice(0, WORST), 1, random(`piece ${name}`)) : PIECES)
  const known = new Map<Target, Clients>()
  const clientsAt = (target: Target) => {
    const clients = (short ? known.get(target) : undefined) ?? createClients(target)
    known.set(target, clients)
    return clients
  }
  const aim = `twice the length costs at most 3 × the processor time, or ${SMALL_MS} ms`
  for (const [name, fields] of Map.groupBy(FIELDS, groupOf)) {
    await check(name, aim, async (tally, target) => {
      const clients = clientsAt(target)
      // The limit of a form does not depend on the field, so a short run exceeds it once.
      const limited = new Set<Row>()
      for (const field of fields) {
        const isLimited = limited.has(field.row)
        const longest = await tryField(tally, target, field, clients, {
          pieces: piecesFor(field.name),
          isLimited,
          short,
        })
        if (short && field.kind === 'form' && longest?.status === TOO_LARGE) limited.add(field.row)
      }
    })
  }
  await check('headers', aim, async (tally, target) => {
    for (const header of HEADERS) await tryHeader(tally, target, header, piecesFor(header), short)
  })
}

function groupOf({ kind, row }: Field): string {
  return kind === 'form'
    ? `fields of /${row.route}`
    : { query: 'query parameters', address: 'path parameters', json: 'JSON' }[kind]
}

/** Returns the response to the longest text; `isLimited`: without texts beyond the limit of a form. */
async function tryField(
  tally: Tally,
  target: Target,
  field: Field,
  clients: Clients,
  { pieces, isLimited, short }: { pieces: string[]; isLimited: boolean; short: boolean },
): Promise<Answer | undefined> {
  const { name, kind, row, put } = field
  const isBody = kind === 'form' || kind === 'json'
  // Sign up first, so that the cost excludes it.
  await clients[row.who]()
  const sizeOf = (piece: string) => (isBody ? Buffer.byteLength(piece) : encoded(piece).length)
  const ofBody = isLimited ? LENGTHS.slice(0, 1) : LENGTHS
  let last: Answer | undefined
  for (const lengths of isBody ? ofBody : kind === 'address' ? PATH_LENGTHS : [HEAD_LENGTHS]) {
    await tryLengths(tally, target, { name, lengths, pieces, sizeOf, short }, async (text) => {
      return (last = await sendRow(target, row, clients, put(text)))
    })
  }
  return last
}

async function tryHeader(tally: Tally, target: Target, name: string, pieces: string[], short: boolean): Promise<void> {
  const text = { name, lengths: HEAD_LENGTHS, pieces, sizeOf: (piece: string) => Buffer.byteLength(piece), short }
  await tryLengths(tally, target, text, (given) => {
    const value = Buffer.from(given.toWellFormed().replace(/[\r\n]/g, ' ')).toString('latin1')
    const headers = { [name]: name === 'cookie' ? `a=${value}` : value }
    return sendRequest(target.url, { path: fresh('/games'), headers })
  })
}

/**
 * Compares the costs of a text of each piece and of one half as long. A short run sends the latter only if the former
 * is expensive.
 */
async function tryLengths(
  tally: Tally,
  target: Target,
  text: {
    name: string
    lengths: [number, number]
    pieces: string[]
    sizeOf: (piece: string) => number
    short: boolean
  },
  send: (text: string) => Promise<Answer>,
): Promise<void> {
  const { name, lengths, pieces, sizeOf, short } = text
  for (const piece of pieces) {
    const cost = (size: number) => leastCost(tally, target, () => send(piece.repeat(Math.floor(size / sizeOf(piece)))))
    let twice = await cost(lengths[1])
    if (short && twice <= SMALL_MS) continue
    const once = await cost(lengths[0])
    // A busy moment may have made only the longer text expensive.
    if (twice > 3 * once) twice = Math.min(twice, await cost(lengths[1]))
    const isInLine = twice <= SMALL_MS || (twice <= 3 * once && twice <= LARGE_MS)
    expect(tally, isInLine, `${name} with ${inAscii(piece)}: ${once} ms, ${twice} ms for twice the length`)
    // One slow piece is enough: the others would take long, too.
    if (twice > LARGE_MS) return
  }
}

/** The cost of one request; if it is high, the minimum of a few, since the portal has other work, too. */
async function leastCost(tally: Tally, target: Target, work: () => Promise<Answer>): Promise<number> {
  const once = async () => {
    const { done, ms } = await costOf(target, work)
    count(tally, done)
    return ms
  }
  let least = await once()
  for (let more = 1; more < TRIES && least > SMALL_MS && least < LARGE_MS; more++) {
    least = Math.min(least, await once())
  }
  return least
}

function inAscii(piece: string): string {
  return JSON.stringify(piece).replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
