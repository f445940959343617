import { visit } from 'unist-util-visit'
import { isOwnPath, listPictures, type MarkupFormat, type MarkupPicture, readMarkup } from '../server/markup.server.ts'

type Written = { source: string; format: MarkupFormat; content: string }

/**
 * The pictures of a post by the names that its source gives them. A file calls them by their own names; what is shown has them in
 * the same order, each at the path where it was stored.
 */
export function picturesOf({ source, format, content }: Written): ReadonlyMap<string, MarkupPicture> {
  const names = listPictures(source, format).filter((name) => !isElsewhere(name))
  const shown = new Map<string, MarkupPicture>()
  visit(readMarkup(content, 'html'), { tagName: 'img' }, ({ properties: { src, width, height } }) => {
    if (typeof src === 'string') shown.set(src, { src, width: Number(width), height: Number(height) })
  })
  if (names.length !== shown.size) return new Map()
  const paths = [...shown.values()]
  return new Map(names.flatMap((name, at) => (paths[at] ? [[name, paths[at]] as const] : [])))
}

/** Whether a picture is of another site, which is not shown. */
export function isElsewhere(name: string): boolean {
  return !isOwnPath(name) && /^(?:[a-z][a-z\d+.-]*:|[/\\]{2})/i.test(name)
}
