import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { createCertificate } from '../fixtures/private-ca.ts'
import { random } from '../fixtures/seeded-random.ts'

const GAME = `<!doctype html><title>A game</title><body style="margin:0;background:#264653"><canvas></canvas>`
const draw = random('pictures')
/** The number of different pictures, which games share. */
const PICTURES = 40
const WIDTHS = [320, 640]

/**
 * A local server in place of every game's host. `chromeFlags` redirects a browser's requests to it, except those for
 * this machine; `stop` ends it.
 */
export async function startProviderStub() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-provider-'))
  const { cert, key } = createCertificate(folder, 'games.example')
  const server = createServer({ cert: readFileSync(cert), key: readFileSync(key) }, (_, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(GAME)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    chromeFlags: `--ignore-certificate-errors --host-resolver-rules="MAP * 127.0.0.1:${port}, EXCLUDE 127.0.0.1, EXCLUDE localhost"`,
    stop() {
      server.closeAllConnections()
      server.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/**
 * Stores a picture for each game of a feed, as if fetched from its provider
 * (app/games/pictures/stored-picture.server.ts). Like real ones, they have a few KB at 320 pixels and tens at 640.
 */
export async function storePictures(feed: string, dataDir: string): Promise<void> {
  const pictures = await Promise.all(Array.from({ length: PICTURES }, drawPicture))
  const entries = JSON.parse(readFileSync(feed, 'utf8')) as { thumb?: string }[]
  for (const [at, { thumb }] of entries.entries()) {
    if (!thumb) continue
    const name = createHash('sha256').update(thumb).digest('base64url')
    const folder = path.join(dataDir, 'pictures', name.slice(0, 2))
    mkdirSync(folder, { recursive: true })
    for (const [index, width] of WIDTHS.entries())
      writeFileSync(path.join(folder, `${name}-${width}.webp`), pictures[at % PICTURES]![index]!)
  }
}

/** Blurred spots of colour with some noise, which compress about as well as a game's scene. */
async function drawPicture(): Promise<Buffer[]> {
  const spots = Array.from({ length: 14 }, () => {
    const hue = Math.floor(draw() * 360)
    return `<circle cx="${draw() * 640}" cy="${draw() * 360}" r="${20 + draw() * 90}" fill="hsl(${hue} 70% 55%)"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"><rect width="640" height="360" fill="#234"/>${spots.join('')}</svg>`
  const noise = { type: 'gaussian', mean: 128, sigma: 22 } as const
  const grain = sharp({ create: { width: 640, height: 360, channels: 3, background: '#808080', noise } })
  const scene = await sharp(Buffer.from(svg))
    .composite([{ input: await grain.png().toBuffer(), blend: 'overlay' }])
    .png()
    .toBuffer()
  return Promise.all(WIDTHS.map((width) => sharp(scene).resize(width).webp({ quality: 80 }).toBuffer()))
}
