import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { type ReceivedMail, readMail } from '../fixtures/mailbox.ts'

/** Waits for a mail with a link: the newest to an address whose subject contains the given text. */
export async function mailTo(address: string, subject: RegExp): Promise<ReceivedMail & { link: string }> {
  const folder = process.env.E2E_MAILBOX as string
  let found: ReceivedMail | undefined
  await expect
    .poll(
      () => {
        found = readdirSync(folder)
          .filter((name) => name.endsWith(` ${address}.eml`))
          .toSorted()
          .map((name) => readMail(address, readFileSync(path.join(folder, name), 'utf8')))
          .findLast((mail) => subject.test(mail.subject))
        return found?.link ?? null
      },
      { timeout: 20_000 },
    )
    .not.toBeNull()
  return found as ReceivedMail & { link: string }
}
