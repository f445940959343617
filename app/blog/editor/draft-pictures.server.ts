import { visit } from 'unist-util-visit'
import {
  isSitePath,
  listPictures,
  type MarkupFormat,
  type MarkupPicture,
  readMarkup,
} from '../../markup/markup.server.ts'

type Written = { source: string; format: MarkupFormat; content: string }

/**
 * Maps the names that a post's source uses for its pictures to the stored pictures, which its HTML shows in the same
 * order. Files use their own names. Empty if the numbers of pictures differ.
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

/** Whether a picture is on another site; such pictures are not shown. */
export function isElsewhere(name: string): boolean {
  return !isSitePath(name) && /^(?:[a-z][a-z\d+.-]*:|[/\\]{2})/i.test(name)
}
