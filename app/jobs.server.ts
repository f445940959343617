import { writeAccountMail } from './accounts/account/account-mails.server.ts'
import { deletingExpiredAccess } from './accounts/account/delete-expired-access.server.ts'
import { openingPosts } from './blog/open-posts.server.ts'
import { deletingMessages } from './contact/delete-old-messages.server.ts'
import { recordMailOutcome } from './contact/inbox/act-on-message.server.ts'
import { refreshingWeeks } from './games/catalogue/refresh-weeks.server.ts'
import { forgettingBulkGames, runningBulkActions } from './games/management/bulk/bulk-job.server.ts'
import { countingWords } from './games/search/count-words.server.ts'
import { deletingNotifications } from './notifications/delete-old-notifications.server.ts'
import { mailingNotifications } from './notifications/mail-notifications.server.ts'
import { deletingFiles } from './server/files/delete-files.server.ts'
import type { Job } from './server/jobs/jobs.server.ts'
import { sendingMails } from './server/mail/mail.server.ts'
import { deletingSharePictures } from './sharing/forget-share-pictures.server.ts'

/** All jobs, one line each. */
export const JOBS = [
  sendingMails(writeAccountMail, recordMailOutcome),
  deletingExpiredAccess,
  deletingFiles,
  mailingNotifications,
  deletingNotifications,
  openingPosts,
  deletingMessages,
  deletingSharePictures,
  countingWords,
  refreshingWeeks,
  runningBulkActions,
  forgettingBulkGames,
] as readonly Job[]
