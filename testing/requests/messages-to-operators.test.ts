import { afterAll, beforeAll, expect, test } from 'vitest'
import { JOBS } from '../../app/jobs.server.ts'
import { workOn } from '../../app/server/jobs/jobs.server.ts'
import { startMailbox } from '../fixtures/mailbox.ts'
import { createActor } from '../fixtures/players.ts'
import { type BuiltPortal, SITE, startBuiltPortal } from '../portal/built-portal.ts'

let portal: BuiltPortal
let mailbox: Awaited<ReturnType<typeof startMailbox>>

beforeAll(async () => {
  mailbox = await startMailbox()
  portal = await startBuiltPortal({ SMTP_URL: mailbox.url, MAIL_FROM: 'Playhall <hall@playhall.example>' })
  await workOn(JOBS)
})
afterAll(async () => {
  await portal?.stop()
  await mailbox?.close()
})

test('without CONTACT_EMAIL a message is mailed to all operators with a confirmed address', async () => {
  await createActor({ role: 'operator', email: 'ada@mail.example', emailVerified: true })
  await createActor({ role: 'operator', email: 'bo@mail.example', emailVerified: true })
  await createActor({ role: 'operator', email: 'cy@mail.example', emailVerified: false })
  await createActor({ email: 'player@mail.example', emailVerified: true })
  const mails = Promise.all([mailbox.next('ada@mail.example'), mailbox.next('bo@mail.example')])
  const fields = {
    name: 'Jo',
    email: 'jo@mail.example',
    category: 'general',
    subject: 'Lamps',
    message: 'Where are they?',
  }
  const answer = await portal.send('/contact', {
    method: 'POST',
    headers: { accept: 'text/html', origin: SITE, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })
  expect(answer.status).toBe(303)
  for (const { subject } of await mails) expect(subject).toContain('Lamps')
  expect(mailbox.mails.map(({ to }) => to).toSorted()).toEqual(['ada@mail.example', 'bo@mail.example'])
})
