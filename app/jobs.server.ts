import { writeAccountMail } from './accounts/account-mails.server.ts'
import { forgettingAccess } from './accounts/forget-access.server.ts'
import type { Job } from './server/jobs.server.ts'
import { sendingMails } from './server/mail.server.ts'

/** Every kind of job, one line each. */
export const JOBS = [sendingMails(writeAccountMail), forgettingAccess] as readonly Job[]
