import { ArrowLeft } from 'lucide-react'
import { useEffect } from 'react'
import { data, href } from 'react-router'
import { AdSlot } from '../ads/ad-slot.tsx'
import { formatDay } from '../lib/dates.ts'
import { countOf } from '../lib/text.ts'
import { notFound } from '../server/http/responses.server.ts'
import { cachedByKey } from '../server/cache/data-cache.server.ts'
import { cacheHeaders } from '../server/cache/cache-headers.server.ts'
import { siteOf } from '../site/use-site.ts'
import { EagerImage } from '../ui/eager-image.tsx'
import type { Route } from './+types/post.page'
import { blogCategoryHref, blogHref } from './blog-href.ts'
import { blogPostMeta } from './blog-meta.ts'
import { type BlogPost, findBlogPost } from './blog-posts.server.ts'
import { isBlogSlug } from './blog-rules.ts'
import './blog.css'
import './blog-post.css'
import { NO_BLOG_POST_PAGE } from './no-blog-post.ts'
import { NeedHelp, Neighbours } from './post-end.tsx'
import { shownContent } from './publishing/trusted-content.server.ts'

/** Matches posts that mention help in their text (docs/product.md#content-of-a-blog-post). */
const NAMES_HELP = /need help|support/i

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export async function loader({ params: { slug } }: Route.LoaderArgs) {
  const post = isBlogSlug(slug) ? await findBlogPost(slug) : null
  if (!post) throw notFound(NO_BLOG_POST_PAGE, cacheHeaders('blog'))
  const { signature, ...shown } = post
  const read = await cachedByKey('blog-posts', `${slug} ${post.changedAt}`, ['blog', 'site'], async () => {
    const content = await shownContent({ slug, content: post.content, signature })
    return { content, needsHelp: !NAMES_HELP.test(content.replaceAll(/<[^>]*>/g, '')) }
  })
  return data({ ...shown, ...read }, { headers: cacheHeaders('blog') })
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return loaderData ? blogPostMeta(siteOf(matches), loaderData) : []
}

/** A post of the blog. */
export default function BlogPostPage({ loaderData: post }: Route.ComponentProps) {
  const { id, content, needsHelp, tags } = post
  useViewCount(id)
  return (
    <div className="blog-post">
      <a className="back-link" href={blogHref()}>
        <ArrowLeft aria-hidden="true" /> Back to Blog
      </a>
      <article>
        <Head post={post} />
        {/* `shownContent` returns only sanitised HTML. */}
        <div className="blog-body" dir="auto" dangerouslySetInnerHTML={{ __html: content }} />
        {tags.length > 0 && (
          <ul className="blog-tags" aria-label="Tags">
            {tags.map((tag) => (
              <li key={tag} className="chip">
                #{tag}
              </li>
            ))}
          </ul>
        )}
        {needsHelp && <NeedHelp />}
        <AdSlot slot="blog-end" />
      </article>
      <Neighbours post={post} />
    </div>
  )
}

function Head({ post }: { post: Omit<BlogPost, 'content' | 'signature'> }) {
  const { title, author, category, picture, at, views, minutes } = post
  return (
    <header>
      {picture && <EagerImage className="blog-picture" {...picture} alt="" />}
      {category && (
        <a className="chip" href={blogCategoryHref(category)}>
          {category}
        </a>
      )}
      <h1 dir="auto">{title}</h1>
      <p className="blog-facts">
        <span>{author}</span>
        <time dateTime={at}>{formatDay(new Date(at))}</time>
        <span>{minutes} min read</span>
        <span>{countOf(views, 'view')}</span>
      </p>
    </header>
  )
}

/** Reports a view of the post. The server decides whether the view counts. */
function useViewCount(id: number): void {
  useEffect(() => {
    void fetch(href('/blog/:id/views', { id: String(id) }), { method: 'POST', keepalive: true }).catch(() => {})
  }, [id])
}
