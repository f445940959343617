import { visit } from 'unist-util-visit'
import {
  htmlOf,
  isSitePath,
  listPictures,
  type MarkupFormat,
  type MarkupPicture,
  readMarkup,
} from '../../markup/markup.server.ts'

type Written = { source: string; format: MarkupFormat; content: string }

/**
 * Maps the paths of a post's stored pictures, and the names that its source uses for them, to the pictures. Files use
 * their own names. The HTML shows the pictures in the same order; if their numbers differ, names are left out.
 */
export function picturesOf({ source, format, content }: Written): ReadonlyMap<string, MarkupPicture> {
  const names = listPictures(source, format).filter((name) => !isElsewhere(name))
  const shown = new Map<string, MarkupPicture>()
  visit(readMarkup(content, 'html'), { tagName: 'img' }, ({ properties: { src, width, height } }) => {
    if (typeof src === 'string') shown.set(src, { src, width: Number(width), height: Number(height) })
  })
  const paths = [...shown.values()]
  if (names.length === paths.length) for (const [at, name] of names.entries()) shown.set(name, paths[at]!)
  return shown
}

/** What precedes the address of a picture in Markdown and HTML. */
const BEFORE_ADDRESS = ['](', '](<', ']: ', 'src="', "src='"]

/**
 * Returns a post's source with the paths of its stored pictures instead of the names that its file uses, which have no
 * meaning once another version is published. Returns it unchanged if it would not show the same.
 */
export function withStoredPaths(post: Written): string {
  const pictures = picturesOf(post)
  let source = post.source
  for (const [name, { src }] of pictures)
    if (name !== src) for (const before of BEFORE_ADDRESS) source = source.replaceAll(before + name, () => before + src)
  const render = (text: string) => htmlOf(readMarkup(text, post.format, pictures))
  return source === post.source || render(source) === render(post.source) ? source : post.source
}

/** Whether a picture is on another site; such pictures are not shown. */
export function isElsewhere(name: string): boolean {
  return !isSitePath(name) && /^(?:[a-z][a-z\d+.-]*:|[/\\]{2})/i.test(name)
}
