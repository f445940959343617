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

/** How many of the omitted pictures are listed for the author. */
const MAX_COUNT_SHOWN = 5

export type RenderedPost = {
  /** The HTML that readers see. */
  content: string
  /** The reading time in minutes, at least 1. */
  minutes: number
  /** The first few pictures on other sites, which readers do not see. */
  leftOut: string[]
  /** Whether the post has neither text nor pictures. */
  isEmpty: boolean
}

/**
 * Renders a post to HTML that contains only allowed markup (docs/safety.md#allowed-markup), and adds the automatic
 * links. `pictures` maps each picture's name in the source to its path and size. Throws a MarkupError if the text is
 * nested too deeply or its HTML is too long.
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

/** Sanitises the stored HTML of a post again. Throws a MarkupError if it is nested too deeply or too long. */
export function cleanContent(content: string): string {
  return htmlOf(readMarkup(content, 'html'))
}
