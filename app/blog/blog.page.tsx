import { href } from 'react-router'
import { formatDay } from '../lib/dates.ts'
import { countOf } from '../lib/text.ts'
import { pageOf } from '../server/answers.server.ts'
import type { RouteHandle } from '../server/http-routes.server.ts'
import { sharedPage } from '../server/shared-page.server.ts'
import { siteOf } from '../site/use-site.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EagerImage } from '../ui/eager-image.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Pagination } from '../ui/pagination.tsx'
import type { Route } from './+types/blog.page'
import { blogHref, blogPostHref } from './blog-href.ts'
import { blogMeta } from './blog-meta.ts'
import { type BlogCard, listBlogPosts } from './blog-posts.server.ts'
import './blog.css'

export const handle: RouteHandle = { ownParts: true }

export const headers = () => sharedPage('blog')

export function loader({ request }: Route.LoaderArgs) {
  return listBlogPosts(pageOf(request))
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return loaderData ? blogMeta(siteOf(matches), loaderData) : []
}

/** Cards of the first row on a wide screen: their pictures are fetched at once. */
const EAGER = 3

/** The list of posts, newest first. */
export default function BlogPage({ loaderData: { posts, page, pages } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-(length:--t-2xl)">Blog</h1>
      <p className="mt-2 mb-6 text-[15px]">Latest gaming news, tips, and guides</p>
      {posts.length ? (
        <ul className="blog-grid">
          {posts.map((post, at) => (
            <li key={post.slug}>
              <PostCard post={post} eager={at < EAGER} />
            </li>
          ))}
        </ul>
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
      <Pagination page={page} pages={pages} hrefOf={blogHref} />
    </>
  )
}

const PLACEHOLDER = { src: '/placeholder.svg', width: 640, height: 360 }

function PostCard({ post, eager }: { post: BlogCard; eager: boolean }) {
  const { slug, title, description, picture, at, views } = post
  const Image = eager ? EagerImage : 'img'
  return (
    <a className="blog-card" href={blogPostHref(slug)}>
      <span className="blog-card-picture">
        <Image {...(picture ?? PLACEHOLDER)} alt="" loading={eager ? undefined : 'lazy'} />
      </span>
      <h2>{title}</h2>
      {description && <p>{description}</p>}
      <span className="blog-card-end">
        <time dateTime={at}>{formatDay(new Date(at))}</time>
        <span>{countOf(views, 'view')}</span>
      </span>
    </a>
  )
}
