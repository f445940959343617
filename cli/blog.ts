import { giveFilesToOwner } from '../app/backup/stored-files.server.ts'
import { blogPostHref } from '../app/blog/blog-href.ts'
import { publishFiles, type PublishedFile } from '../app/blog/publish-files.server.ts'
import { PostFileError } from '../app/blog/read-post-file.server.ts'
import { formatMoment } from '../app/lib/dates.ts'
import { countOf } from '../app/lib/text.ts'

const USAGE = 'Usage: npm run portal -- blog publish <file.md or file.html>…'

/**
 * `npm run portal -- blog` (docs/product.md, Operators). Takes the arguments behind `blog`, with the database open; prints,
 * and gives the exit code.
 */
export async function runBlog(args: string[]): Promise<number> {
  const [verb, ...files] = args
  if (verb !== 'publish') return complain(verb ? `there is no "blog ${verb}"` : 'say publish', USAGE)
  if (!files.length) return complain('the file is missing', USAGE)
  const option = files.find((file) => file.startsWith('-'))
  if (option) return complain(`unknown option ${option}`, USAGE)
  try {
    for (const published of (await publishFiles(files)) ?? []) console.log(oneLine(describe(published)))
    return 0
  } catch (error) {
    if (error instanceof PostFileError) return complain(error.message)
    throw error
  } finally {
    giveFilesToOwner()
  }
}

function describe({ slug, title, isNew, now, at, leftOut }: PublishedFile): string {
  const href = blogPostHref(slug)
  const what = {
    published: `${isNew ? 'Published' : 'Changed'} "${title}" at ${href}`,
    scheduled: `Scheduled "${title}" for ${at && formatMoment(at)}, at ${href}`,
    draft: `Kept "${title}" as a draft: ${href} is not shown`,
  }[now]
  if (!leftOut.length) return what
  return `${what}; left out ${countOf(leftOut.length, 'picture')} of other sites: ${leftOut.join(', ').slice(0, 300)}`
}

const oneLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ')

/** Each in one line; a file that someone typed may have any characters in its name. */
function complain(...messages: string[]): number {
  for (const message of messages) console.error(oneLine(message))
  return 1
}
