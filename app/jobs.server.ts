import { writeAccountMail } from './accounts/account/account-mails.server.ts'
import { deletingExpiredAccess } from './accounts/account/delete-expired-access.server.ts'
import { openingPosts } from './blog/open-posts.server.ts'
import { deletingMessages } from './contact/delete-old-messages.server.ts'
import { recordMailOutcome } from './contact/inbox/act-on-message.server.ts'
import { arrangingGames } from './games/arrangement/changes/arrangement-changes.server.ts'
import { refreshingWeeks } from './games/catalogue/refresh-weeks.server.ts'
import { checkingGames, findingSuspects, planningChecks } from './games/health/health-jobs.server.ts'
import { deletingOldEntries } from './games/feeds/runs/delete-old-entries.server.ts'
import { hashingPictures } from './games/feeds/runs/hash-pictures.server.ts'
import { hidingDelisted } from './games/feeds/runs/hide-delisted.server.ts'
import { changingRuns, planningRuns } from './games/feeds/runs/run-jobs.server.ts'
import { startingDueFeeds } from './games/feeds/runs/schedule-runs.server.ts'
import { forgettingBulkGames, runningBulkActions } from './games/management/bulk/bulk-job.server.ts'
import { deletingGameFiles } from './games/uploads/game-file-storage.server.ts'
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
  deletingGameFiles,
  mailingNotifications,
  deletingNotifications,
  openingPosts,
  deletingMessages,
  deletingSharePictures,
  countingWords,
  refreshingWeeks,
  planningChecks,
  checkingGames,
  findingSuspects,
  runningBulkActions,
  forgettingBulkGames,
  arrangingGames,
  startingDueFeeds,
  planningRuns,
  changingRuns,
  hidingDelisted,
  hashingPictures,
  deletingOldEntries,
] as readonly Job[]
