import { spawn } from 'node:child_process'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inventedFeed } from '../fixtures/invented-feed.ts'
import { startOutsideServices } from '../fixtures/outside-services.ts'
import { type PortalProcess, type Settings, startPortal as startPortalProcess } from '../portal/portal-process.ts'

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
  // Set before the workers start, who inherit them: testing/browser/players.ts signs players in by itself.
  Object.assign(process.env, {
    E2E_URL: portal.url,
    DATA_DIR: portal.dataDir,
    AUTH_SECRET: secret,
    E2E_MAIL_URL: others.url,
    E2E_MAILBOX: others.mailbox,
  })
  return async () => {
    await Promise.all([portal.stop(), others.stop()])
    // Beside a failed test they say why.
    if (portal.said().includes('"level":"warn"')) console.log(`The portal said:\n${portal.said().slice(-5000)}`)
  }
}

function startPortal(settings: Settings): Promise<PortalProcess> {
  return startPortalProcess({ settings: { TRUST_PROXY: '1', ...settings } })
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
    async stop() {
      await portal.stop()
      await services.stop()
      rmSync(mailbox, { recursive: true, force: true })
    },
  }
}
