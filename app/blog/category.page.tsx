import { ArrowLeft } from 'lucide-react'
import { data } from 'react-router'
import { countOf } from '../lib/text.ts'
import { notFound, pageOf } from '../server/http/responses.server.ts'
import { cacheHeaders } from '../server/cache/cache-headers.server.ts'
import { siteOf } from '../site/use-site.ts'
import type { Route } from './+types/category.page'
import { listCategoryPosts } from './blog-categories.server.ts'
import { blogCategoryHref, blogHref } from './blog-href.ts'
import { blogCategoryMeta } from './blog-meta.ts'
import './blog.css'
import './blog-post.css'
import { NO_BLOG_CATEGORY_PAGE } from './no-blog-post.ts'
import { PostList } from './post-list.tsx'

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export async function loader({ request, params }: Route.LoaderArgs) {
  const list = await listCategoryPosts(params.category, pageOf(request))
  if (!list) throw notFound(NO_BLOG_CATEGORY_PAGE, cacheHeaders('blog'))
  return data(list, { headers: cacheHeaders('blog') })
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return loaderData ? blogCategoryMeta(siteOf(matches), loaderData) : []
}

/** The posts of a category, newest first (docs/product.md#blog-categories). */
export default function BlogCategoryPage({ loaderData: { name, count, ...list } }: Route.ComponentProps) {
  return (
    <>
      <a className="back-link" href={blogHref()}>
        <ArrowLeft aria-hidden="true" /> Back to Blog
      </a>
      <h1>{name}</h1>
      <p className="page-intro">{countOf(count, 'post')}</p>
      <PostList {...list} hrefOf={(page) => blogCategoryHref(name, page)} />
    </>
  )
}
