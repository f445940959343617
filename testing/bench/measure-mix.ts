import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { closeDatabase, openDatabase } from '../../app/db/connection.server.ts'
import { startEmbedded } from '../../app/db/embedded.server.ts'
import { createPlayer, signIn } from '../fixtures/players.ts'
import type { Portal } from './portals.ts'

/** Peak memory of the portal and its database in MB, and the requests meanwhile. */
export type Mix = { name: string; mb: number; uploads: number; signIns: number; pages: number; seconds: number }

const SECONDS = 30
const PLAYERS = 24
const SLOW_READERS = 200
const SAMPLE_MS = 100

/**
 * Everything at once that costs memory and that strangers can do: players upload the largest pictures allowed, sign-ins
 * with wrong passwords, uncached pages, and connections that request but never read.
 */
export async function measureMix(portal: Portal): Promise<Mix> {
  const pictures = await createPictures()
  const cookies = await signInPlayers(portal)
  const url = `http://127.0.0.1:${portal.port}`
  const origin = `http://localhost:${portal.port}`
  const until = performance.now() + SECONDS * 1000
  const done = { uploads: 0, signIns: 0, pages: 0 }
  let mb = 0
  let asked = 0
  const address = () => `10.${150 + (++asked >> 16)}.${(asked >> 8) & 255}.${asked & 255}`

  const repeat = async (work: () => Promise<unknown>) => {
    while (performance.now() < until) await work().catch(() => sleep(50))
  }
  const upload = async (cookie: string, at: number) => {
    const form = new FormData()
    form.set('picture', new Blob([new Uint8Array(pictures[at % pictures.length]!)]), 'picture')
    const headers = { cookie, origin, accept: 'application/json', 'x-forwarded-for': address() }
    const answer = await fetch(`${url}/account/avatar`, { method: 'POST', body: form, headers })
    await answer.arrayBuffer()
    if (answer.ok) done.uploads++
  }
  const signInWrong = async () => {
    const body = new URLSearchParams({ email: `nobody${asked}@mail.example`, password: 'a wrong password' })
    const answer = await fetch(`${url}/login`, {
      method: 'POST',
      body,
      headers: { origin, 'x-forwarded-for': address() },
    })
    await answer.arrayBuffer()
    done.signIns++
  }
  const search = async () => {
    const headers = { 'x-forwarded-for': address(), 'accept-encoding': 'br' }
    const answer = await fetch(`${url}/games?q=${(asked * 7919).toString(36).slice(-4)}`, { headers })
    await answer.arrayBuffer()
    if (answer.ok) done.pages++
  }
  const slow = Array.from({ length: SLOW_READERS }, (_, at) => readSlowly(portal.port, `10.149.${at >> 8}.${at & 255}`))
  const watch = (async () => {
    for (; performance.now() < until; await sleep(SAMPLE_MS)) mb = Math.max(mb, portal.memoryMb())
  })()
  await Promise.all([
    watch,
    ...cookies.map((cookie, at) => repeat(() => upload(cookie, at))),
    ...Array.from({ length: 16 }, () => repeat(signInWrong)),
    ...Array.from({ length: 32 }, () => repeat(search)),
  ])
  for (const socket of slow) socket.destroy()
  const missing = Object.entries(done).find(([, times]) => times === 0)
  if (missing) throw new Error(`None of the ${missing[0]} was accepted, so nothing was mixed`)
  return {
    name: `${PLAYERS} players upload, 16 sign in, 32 search, ${SLOW_READERS} never read`,
    mb,
    ...done,
    seconds: SECONDS,
  }
}

/** Pictures of the maximum upload size, in the kinds that cost most to decode. */
async function createPictures(): Promise<Buffer[]> {
  const side = 4000
  const plain = sharp({
    create: { width: side, height: side, channels: 4, background: { r: 9, g: 99, b: 199, alpha: 0.5 } },
  })
  const noise = sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: 'teal',
      noise: { type: 'gaussian', mean: 128, sigma: 4 },
    },
  })
  return [
    await plain.clone().png({ progressive: true, compressionLevel: 9 }).toBuffer(),
    await noise.clone().jpeg({ quality: 20, progressive: true }).toBuffer(),
    await plain.clone().webp({ lossless: true }).toBuffer(),
  ]
}

async function signInPlayers({ dataDir }: Portal): Promise<string[]> {
  const { connection, release } = await startEmbedded({ dataDir, role: 'command' })
  openDatabase({ primary: connection, onError: () => {} })
  try {
    const players = await Promise.all(Array.from({ length: PLAYERS }, () => createPlayer()))
    return await Promise.all(players.map(async (player) => (await signIn(player)).cookie))
  } finally {
    await closeDatabase()
    await release()
  }
}

/** Requests the home page repeatedly without reading the responses. */
function readSlowly(port: number, address: string) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.pause()
  socket.write(`GET / HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\n\r\n`.repeat(4))
  return socket
}
