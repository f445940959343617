import type { CommentList } from './comments.server.ts'

/** Reads the pages after a fresh first page again, up to the comment with the id `last`, or to the end for null. */
export async function rereadComments(
  first: CommentList,
  last: number | null,
  readAfter: (id: number) => Promise<CommentList>,
): Promise<CommentList[]> {
  const pages: CommentList[] = []
  let { next } = first
  while (next !== null && (last === null || next < last)) {
    const page = await readAfter(next)
    pages.push(page)
    next = page.next
  }
  return pages
}
