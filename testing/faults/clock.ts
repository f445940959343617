import { startMailbox } from '../fixtures/mailbox.ts'
import { query } from '../portal/portal-database.ts'
import { newSignUp } from './players.ts'
import { onCleanUp, openPortal, openServer } from './portals.ts'
import { sendRequest } from './requests.ts'
import { watchMachineSpeed } from '../portal/machine-speed.ts'
import { addFault, expectWithin, HANG_MS, type Run } from './results.ts'

const MAIL_MS = 10_000

/** What a clock a month ahead leaves in the database, as after a restart with the right time. */
const AHEAD = `
  update jobs.job set created_on = created_on + interval '30 days', start_after = start_after + interval '30 days';
  update jobs.version set cron_on = now() + interval '30 days';
  update jobs.queue set maintain_on = now() + interval '30 days', monitor_on = now() + interval '30 days'`

/** After the clock was wrong, schedules and queued mail continue once it is right. */
export async function clock({ check }: Run): Promise<void> {
  const [server, mailbox] = [await openServer(), await startMailbox()]
  onCleanUp(mailbox.close)
  const settings = { DATABASE_URL: server.url, SMTP_URL: mailbox.url, MAIL_FROM: 'Playhall <hall@playhall.example>' }
  const target = `queued mail arrives within ${MAIL_MS / 1000} s of the start, schedules continue, one warning`
  await check('the clock was a month fast', target, async (tally) => {
    tally.rounds++
    await mailbox.goOffline()
    const before = await openPortal({ settings })
    const form = newSignUp()
    await sendRequest(before.url, '/signup', { form })
    await before.stop()
    await query({ connectionString: server.url }, AHEAD)
    const came = mailbox.next(form.email)
    await mailbox.goOnline()
    const after = await openPortal({ settings })
    const [started, machineSpeed] = [performance.now(), watchMachineSpeed()]
    const late = new Promise<null>((resolve) => setTimeout(resolve, HANG_MS, null).unref())
    const mail = await Promise.race([came, late])
    const ms = performance.now() - started
    tally.ms.push(ms)
    if (mail) expectWithin(tally, machineSpeed, 'the mail arrived', ms, MAIL_MS)
    else addFault(tally, 'the mail did not arrive')
    const [version] = await query<{ isRight: boolean }>(
      { connectionString: server.url },
      `select cron_on <= now() as "isRight" from jobs.version`,
    )
    if (!version?.isRight) addFault(tally, 'schedules do not continue')
    // Completes the log.
    await after.stop()
    const warnings = after.output().split('lay in the future').length - 1
    if (warnings !== 1) addFault(tally, `${warnings} warnings`)
  })
}
