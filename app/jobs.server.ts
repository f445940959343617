import { writeAccountMail } from './accounts/account-mails.server.ts'
import { forgettingAccess } from './accounts/forget-access.server.ts'
import { openingPosts } from './blog/open-posts.server.ts'
import { forgettingMessages } from './contact/forget-messages.server.ts'
import { noteMailOutcome } from './contact/settle-message.server.ts'
import { countingWords } from './games/search/count-words.server.ts'
import { forgettingNews } from './notifications/forget-news.server.ts'
import { mailingNews } from './notifications/mail-news.server.ts'
import { forgettingFiles } from './server/forget-files.server.ts'
import type { Job } from './server/jobs.server.ts'
import { sendingMails } from './server/mail.server.ts'
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
] as readonly Job[]
