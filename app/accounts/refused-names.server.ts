import { slugify } from '../lib/slug.ts'
import { hasHeldWord, hasLinkIn } from '../server/blocklist.server.ts'
import { config } from '../server/config.server.ts'

/** Usernames under which a player could pass for somebody who runs the site; its own name is another. */
const RESERVED = ['admin', 'administrator', 'operator', 'moderator', 'staff', 'support', 'system']

/** Endings of sites, as the importer knows them (games/import/clean-text.ts). */
const SITE = /[\p{L}\p{N}]\.(?:com|net|org|info|biz|ru|xyz)(?![\p{L}\p{N}])/iu

/** Whether a new username is reserved, or is refused as a name. Dots, dashes and digits at the end make no difference. */
export async function isUsernameRefused(username: string): Promise<boolean> {
  return isReserved(username) || (await isNameRefused(username))
}

/** Whether a name has a word of the operators' list or a link in it: names are public at once, nobody looks at them first. */
export async function isNameRefused(name: string): Promise<boolean> {
  const plain = name.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  return hasLinkIn(plain) || SITE.test(plain) || (await hasHeldWord(name))
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
