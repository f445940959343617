import { createHmac, timingSafeEqual } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { database } from '../../db/connection.server.ts'
import { blogPosts } from '../../db/schema/blog.server.ts'
import { log } from '../../server/process/log.server.ts'
import { MARKUP_VERSION, MarkupError } from '../../markup/markup.server.ts'
import { authSecret } from '../../server/process/secret.server.ts'
import { siteTexts } from '../../site/site-texts.server.ts'
import { withoutLinkedWords } from './link-words.server.ts'
import { onMarkupThread } from './markup-thread.server.ts'

/** Returns a post's HTML as this site shows it, without the automatic links if the operators turned them off. */
export async function shownContent(post: StoredContent): Promise<string> {
  const html = await trustedContent(post)
  return siteTexts().hasAutoLinks ? html : withoutLinkedWords(html)
}

type StoredContent = { slug: string; content: string; signature: string | null }

/**
 * Signs a post's HTML from `renderPost` or `cleanContent`. Pages show HTML without a valid signature only after
 * sanitising it.
 */
export function signContent(slug: string, content: string): string {
  return createHmac('sha256', authSecret())
    .update(JSON.stringify(['blog content', MARKUP_VERSION, slug, content]))
    .digest('base64url')
}

/**
 * Returns a post's stored HTML, safe for a page. If the signature is valid, the HTML is returned unchanged. Otherwise
 * (a post of an older release, a restored archive, a changed row) the markup thread sanitises it, and the result is
 * stored and signed. Returns '' and logs an error if the HTML cannot be read.
 */
export async function trustedContent({ slug, content, signature }: StoredContent): Promise<string> {
  if (signature !== null && isEqual(signature, signContent(slug, content))) return content
  let cleaned: string
  try {
    cleaned = await onMarkupThread('cleanContent', content)
  } catch (error) {
    if (!(error instanceof MarkupError)) throw error
    log().error({ slug, reason: error.message }, 'A blog post cannot be shown: publish it again')
    return ''
  }
  await database()
    .update(blogPosts)
    .set({ content: cleaned, contentSignature: signContent(slug, cleaned) })
    .where(and(eq(blogPosts.slug, slug), eq(blogPosts.content, content)))
    // A failure does not affect this page, and the next request tries again.
    .catch((error: unknown) => log().warn({ err: error }, 'The HTML of a blog post could not be stored'))
  return cleaned
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
