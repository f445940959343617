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
import { offerLogs } from './portal-log.ts'

/** Games that the portal under test has beside its default catalogue. */
export const INVENTED = 320

/**
 * Starts the built portal on an empty folder and a free port, and imports an invented feed; beside it a second one that
 * sends mails and signs in with Google, with the mail server and the issuer that it needs. Stops all of them at the end.
 */
export default async function startPortals() {
  const secret = 'the secret of the portal under test'
  const [portal, others] = [await startPortal({ AUTH_SECRET: secret }), await startSecondPortal(secret)]
  const feed = path.join(portal.dataDir, 'feed.json')
  writeFileSync(feed, JSON.stringify(inventedFeed(INVENTED)))
  const done = spawn(process.execPath, ['cli/portal.ts', 'import', 'gamemonetize', feed], {
    env: portal.environment,
    stdio: 'inherit',
  })
  const code = await new Promise((resolve) => done.once('exit', resolve))
  if (code !== 0) throw new Error(`The import ended with ${String(code)}`)
  await storePictures(portal.dataDir)
  const logs = await offerLogs([portal, others])
  // Set before the workers start, who inherit them: testing/browser/players.ts signs players in by itself.
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
    // Beside a failed test they say why.
    const warnings = portal
      .said()
      .split('\n')
      .filter((line) => /"level":"(warn|error|fatal)"/.test(line))
    if (warnings.length > 0) console.log(`The portal warned:\n${warnings.slice(-20).join('\n')}`)
  }
}

/**
 * Pictures of the invented games, as a portal has them that is visited: else each page asks for some that nobody can fetch,
 * and for posters in their place, which take a browser twice as long to draw.
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

/** Its mails lie in a folder that the tests read, one file each (testing/browser/mails.ts). */
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
    said: portal.said,
    async stop() {
      await portal.stop()
      await services.stop()
      rmSync(mailbox, { recursive: true, force: true })
    },
  }
}
