import { writeAccountMail } from './accounts/account/account-mails.server.ts'
import { forgettingAccess } from './accounts/account/delete-expired-access.server.ts'
import { openingPosts } from './blog/open-posts.server.ts'
import { forgettingMessages } from './contact/delete-old-messages.server.ts'
import { noteMailOutcome } from './contact/inbox/act-on-message.server.ts'
import { refreshingWeeks } from './games/catalogue/refresh-weeks.server.ts'
import { forgettingBulkGames, runningBulkActions } from './games/management/bulk/bulk-job.server.ts'
import { countingWords } from './games/search/count-words.server.ts'
import { forgettingNews } from './notifications/delete-old-notifications.server.ts'
import { mailingNews } from './notifications/mail-notifications.server.ts'
import { forgettingFiles } from './server/files/delete-files.server.ts'
import type { Job } from './server/jobs/jobs.server.ts'
import { sendingMails } from './server/mail/mail.server.ts'
import { forgettingSharePictures } from './sharing/forget-share-pictures.server.ts'

/** All jobs, one line each. */
export const JOBS = [
  sendingMails(writeAccountMail, noteMailOutcome),
  forgettingAccess,
  forgettingFiles,
  mailingNews,
  forgettingNews,
  openingPosts,
  forgettingMessages,
  forgettingSharePictures,
  countingWords,
  refreshingWeeks,
  runningBulkActions,
  forgettingBulkGames,
] as readonly Job[]
