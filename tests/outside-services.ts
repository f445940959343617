import { startIssuer } from './issuer.ts'
import { startMailbox } from './mailbox.ts'

/** A mail server and an OpenID issuer in place of Google, with the settings by which a portal finds them. */
export async function startOutsideServices(given: Parameters<typeof startMailbox>[0] = {}) {
  const [mailbox, issuer] = [await startMailbox(given), await startIssuer('the-client')]
  return {
    mailbox,
    issuer,
    settings: {
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'Playhall <hall@playhall.example>',
      GOOGLE_CLIENT_ID: 'the-client',
      GOOGLE_CLIENT_SECRET: 'the-secret',
      GOOGLE_ISSUER: issuer.url,
    },
    async stop() {
      await Promise.all([mailbox.close(), issuer.stop()])
    },
  }
}
