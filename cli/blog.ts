import { giveFilesToOwner } from '../app/backup/stored-files.server.ts'
import { blogPostHref } from '../app/blog/blog-href.ts'
import { publishFiles, type PublishedFile } from '../app/blog/publishing/publish-files.server.ts'
import { PostFileError } from '../app/blog/publishing/read-post-file.server.ts'
import { formatMoment } from '../app/lib/dates.ts'
import { countOf } from '../app/lib/text.ts'
import { printError } from './command-line.ts'

/**
 * Runs `npm run portal -- blog publish` (docs/product.md#operators) on an open database: publishes the posts in the
 * files, prints the result of each and returns the exit code.
 */
export async function publishPosts(files: string[]): Promise<number> {
  try {
    for (const published of (await publishFiles(files)) ?? []) console.log(oneLine(describe(published)))
    return 0
  } catch (error) {
    if (error instanceof PostFileError) return printError(error.message)
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
    draft: `Saved "${title}" as a draft: ${href} is not public`,
  }[now]
  if (!leftOut.length) return what
  return `${what}; left out ${countOf(leftOut.length, 'picture')} of other sites: ${leftOut.join(', ').slice(0, 300)}`
}

const oneLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ')
