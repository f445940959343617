import {
  htmlOf,
  MarkupError,
  type MarkupFormat,
  type MarkupPicture,
  readMarkup,
  readMarkupAndPictures,
  wordsOf,
} from '../../markup/markup.server.ts'
import { linkWords } from './link-words.server.ts'

const WORDS_A_MINUTE = 200

/** Maximum length of a post's HTML: three times the longest source. Pages and feeds contain all of it. */
const CONTENT_LENGTH = 600_000

/** Number of omitted pictures that are listed for the author. */
const MAX_COUNT_SHOWN = 5

export type RenderedPost = {
  /** HTML that readers see. */
  content: string
  /** Reading time, at least 1. */
  minutes: number
  /** The first few pictures on other sites, which readers do not see. */
  leftOut: string[]
  /** Whether readers would see nothing. */
  isEmpty: boolean
}

/**
 * Renders a post to HTML with only what is allowed (docs/safety.md#allowed-markup), and links its words. `pictures` are
 * the post's pictures by their names in the source. Throws a MarkupError for a text that is nested too deeply or grows
 * too large.
 */
export function renderPost(
  source: string,
  format: MarkupFormat,
  pictures: ReadonlyMap<string, MarkupPicture>,
): RenderedPost {
  const { tree, leftOut } = readMarkupAndPictures(source, format, pictures)
  linkWords(tree)
  const content = htmlOf(tree)
  if (content.length > CONTENT_LENGTH) throw new MarkupError('The text grows too large')
  const words = wordsOf(tree).trim()
  return {
    content,
    leftOut: leftOut.slice(0, MAX_COUNT_SHOWN).map((address) => address.slice(0, 200)),
    minutes: Math.max(1, Math.round(words.split(/\s+/).length / WORDS_A_MINUTE)),
    isEmpty: words === '' && !content.includes('<img '),
  }
}

/** Sanitises the stored HTML of a post again. Throws a MarkupError as `renderPost` does. */
export function cleanContent(content: string): string {
  return htmlOf(readMarkup(content, 'html'))
}
