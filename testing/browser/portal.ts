import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { PICTURE_WIDTHS } from '../../app/games/pictures/stored-picture.server.ts'
import { inventedFeed } from '../fixtures/invented-feed.ts'
import { startOutsideServices } from '../fixtures/outside-services.ts'
import { type PortalProcess, type Settings, startPortal as startPortalProcess } from '../portal/portal-process.ts'
import { serveLogs } from './portal-log.ts'

/** The number of games in addition to the default catalogue. */
export const INVENTED = 320

/**
 * Starts the built portal on an empty folder and a free port and imports an invented feed, and a second portal with a
 * mail server and an issuer for Google. Stops all of them at the end.
 */
export default async function startPortals() {
  const secret = 'the secret of the portal under test'
  const [portal, others] = await Promise.all([startFirstPortal(secret), startSecondPortal(secret)])
  const logs = await serveLogs([portal, others])
  // Set before the workers start, which inherit them: testing/browser/players.ts signs players in itself.
  Object.assign(process.env, {
    E2E_URL: portal.url,
    DATA_DIR: portal.dataDir,
    AUTH_SECRET: secret,
    E2E_MAIL_URL: others.url,
    E2E_MAILBOX: others.mailbox,
    E2E_LOG_URL: logs.url,
  })
  return async () => {
    logs.stop()
    await Promise.all([portal.stop(), others.stop()])
    // Warnings explain failed tests.
    const warnings = portal
      .output()
      .split('\n')
      .filter((line) => /"level":"(warn|error|fatal)"/.test(line))
    if (warnings.length > 0) console.log(`The portal warned:\n${warnings.slice(-20).join('\n')}`)
  }
}

/** Starts the portal with the invented games. */
async function startFirstPortal(secret: string): Promise<PortalProcess> {
  const portal = await startPortal({ AUTH_SECRET: secret })
  const feed = path.join(portal.dataDir, 'feed.json')
  writeFileSync(feed, JSON.stringify(inventedFeed(INVENTED)))
  const done = spawn(process.execPath, ['cli/portal.ts', 'import', 'gamemonetize', feed], {
    env: portal.environment,
    stdio: 'inherit',
  })
  const code = await new Promise((resolve) => done.once('exit', resolve))
  if (code !== 0) throw new Error(`The import ended with ${String(code)}`)
  await storePictures(portal.dataDir)
  return portal
}

/**
 * Stores pictures of the invented games. Without them each page would request unreachable ones and posters instead,
 * which take twice as long to draw.
 */
async function storePictures(dataDir: string): Promise<void> {
  for (const width of PICTURE_WIDTHS) {
    const height = (width * 9) / 16
    const picture = await sharp({ create: { width, height, channels: 3, background: 'teal' } })
      .webp()
      .toBuffer()
    for (const { thumb } of inventedFeed(INVENTED)) {
      // As in app/games/pictures/stored-picture.server.ts.
      const name = createHash('sha256').update(thumb).digest('base64url')
      const folder = path.join(dataDir, 'pictures', name.slice(0, 2))
      mkdirSync(folder, { recursive: true })
      writeFileSync(path.join(folder, `${name}-${width}.webp`), picture)
    }
  }
}

function startPortal(settings: Settings): Promise<PortalProcess> {
  return startPortalProcess({ settings: { TRUST_PROXY: '1', LOG_LEVEL: 'info', ...settings } })
}

/** Starts the portal with mails, which are written to a folder, one file each (testing/browser/mails.ts). */
async function startSecondPortal(secret: string) {
  const mailbox = mkdtempSync(path.join(tmpdir(), 'playhall-mailbox-'))
  let count = 0
  const services = await startOutsideServices({
    onMail: ({ to, raw }) => {
      const file = path.join(mailbox, `${String(++count).padStart(5, '0')} ${to}.eml`)
      writeFileSync(`${file}.part`, raw)
      renameSync(`${file}.part`, file)
    },
  })
  services.issuer.state.identity = { sub: '1', email: 'gina@mail.example', email_verified: true, name: 'Gina Grün' }
  const portal = await startPortal({ AUTH_SECRET: secret, ...services.settings })
  return {
    url: portal.url,
    mailbox,
    output: portal.output,
    async stop() {
      await portal.stop()
      await services.stop()
      rmSync(mailbox, { recursive: true, force: true })
    },
  }
}
