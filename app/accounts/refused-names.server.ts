import { slugify } from '../lib/slug.ts'
import { hasBlockedWord, hasLinkIn } from '../db/blocklist.server.ts'
import { config } from '../server/process/config.server.ts'

/** Usernames that could impersonate the site's staff. The site's name is also refused. */
const RESERVED = ['admin', 'administrator', 'operator', 'moderator', 'staff', 'support', 'system']

/** Domain endings, as in the importer (games/import/clean-text.ts). */
const SITE = /[\p{L}\p{N}]\.(?:com|net|org|info|biz|ru|xyz)(?![\p{L}\p{N}])/iu

/** Whether a new username is reserved or not allowed as a name. Dots, dashes and trailing digits are ignored. */
export async function isUsernameRefused(username: string): Promise<boolean> {
  return isReserved(username) || (await isNameRefused(username))
}

/** Whether a name contains a blocked word or a link. Names are public at once, without review. */
export async function isNameRefused(name: string): Promise<boolean> {
  const plain = name.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  return hasLinkIn(plain) || SITE.test(plain) || (await hasBlockedWord(name))
}

function isReserved(username: string): boolean {
  const plain = plainName(username)
  return [...RESERVED, plainName(config().siteName)].some(
    (name) => name && [plain, plain.replace(/\d+$/, '')].includes(name),
  )
}

function plainName(name: string): string {
  return slugify(name).replaceAll('-', '')
}
