import {
  htmlOf,
  MarkupError,
  type MarkupFormat,
  type MarkupPicture,
  readMarkupAndPictures,
  wordsOf,
} from '../server/markup.server.ts'
import { linkWords } from './link-words.server.ts'

const WORDS_A_MINUTE = 200

/** Of the HTML of a post: three times the longest text. Readers and feeds get all of it. */
const CONTENT_LENGTH = 600_000

/** Pictures that are left out, told to who writes. */
const MOST_TOLD = 5

export type RenderedPost = {
  /** The HTML that is shown. */
  content: string
  /** That it takes to read, at least one. */
  minutes: number
  /** Pictures of other sites, which readers do not see; the first few. */
  leftOut: string[]
  /** Whether nobody would see anything of it. */
  isEmpty: boolean
}

/**
 * Makes what is shown of what was written: only what is allowed (docs/safety.md, Texts with markup), with links of its words.
 * `pictures`: those of the post by the names that it gives them. Throws a MarkupError for what is nested too deeply.
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
    leftOut: leftOut.slice(0, MOST_TOLD).map((address) => address.slice(0, 200)),
    minutes: Math.max(1, Math.round(words.split(/\s+/).length / WORDS_A_MINUTE)),
    isEmpty: words === '' && !content.includes('<img '),
  }
}
