import { href } from 'react-router'
import { pageOf } from '../server/http/responses.server.ts'
import { cacheHeaders } from '../server/cache/cache-headers.server.ts'
import { siteOf } from '../site/use-site.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Route } from './+types/blog.page'
import { blogHref } from './blog-href.ts'
import { blogMeta } from './blog-meta.ts'
import { listBlogPosts } from './blog-posts.server.ts'
import './blog.css'
import './blog-post.css'
import { PostList } from './post-list.tsx'

export const headers = () => cacheHeaders('blog')

export function loader({ request }: Route.LoaderArgs) {
  return listBlogPosts(pageOf(request))
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return loaderData ? blogMeta(siteOf(matches), loaderData) : []
}

/** The list of posts, newest first. */
export default function BlogPage({ loaderData: list }: Route.ComponentProps) {
  return (
    <>
      <h1>Blog</h1>
      <p className="page-intro">Latest gaming news, tips, and guides</p>
      {list.posts.length ? (
        <PostList {...list} hrefOf={blogHref} />
      ) : (
        <EmptyState
          title="No blog posts found"
          action={
            <ButtonLink look="primary" href={href('/games')}>
              Browse Games
            </ButtonLink>
          }
        >
          Check back later for new content!
        </EmptyState>
      )}
    </>
  )
}
