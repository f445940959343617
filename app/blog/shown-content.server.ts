import { htmlOf, readMarkup, wordsOf } from '../server/markup.server.ts'
import { siteWords } from '../server/site-words.server.ts'
import { withoutLinkedWords } from './link-words.server.ts'

/**
 * What is kept of a post as it is shown: looked through again, so that what came into the database by another way can do no
 * more than what came by ours. `needsHelp`: its text says neither "Need help" nor "support", so the page says where help is.
 */
export function readContent(content: string): { content: string; needsHelp: boolean } {
  const tree = readMarkup(content, 'html')
  return { content: linked(htmlOf(tree)), needsHelp: !/need help|support/i.test(wordsOf(tree)) }
}

/** The HTML of a post as this site wants it: with the links that were made of its words, or without. */
export function linked(html: string): string {
  return siteWords().hasAutoLinks ? html : withoutLinkedWords(html)
}
