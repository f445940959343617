import { formatDay } from '../lib/dates.ts'
import { countOf } from '../lib/text.ts'
import { EagerImage } from '../ui/eager-image.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { blogCategoryHref, blogPostHref } from './blog-href.ts'
import type { BlogCard, BlogList } from './blog-posts.server.ts'

/** The number of cards in the first row on a wide screen, whose pictures load immediately. */
const EAGER = 3

/** The cards of a page of posts, with pagination. */
export function PostList({ posts, page, pages, hrefOf }: BlogList & { hrefOf: (page: number) => string }) {
  return (
    <>
      <ul className="blog-grid">
        {posts.map((post, at) => (
          <li key={post.slug}>
            <PostCard post={post} eager={at < EAGER} />
          </li>
        ))}
      </ul>
      <Pagination page={page} pages={pages} hrefOf={hrefOf} />
    </>
  )
}

const PLACEHOLDER = { src: '/placeholder.svg', width: 640, height: 360 }

function PostCard({ post, eager }: { post: BlogCard; eager: boolean }) {
  const { slug, title, description, category, picture, at, views } = post
  const Image = eager ? EagerImage : 'img'
  return (
    <article className="blog-card">
      <span className="blog-card-picture">
        <Image {...(picture ?? PLACEHOLDER)} alt="" loading={eager ? undefined : 'lazy'} />
      </span>
      {category && (
        <a className="chip" href={blogCategoryHref(category)}>
          {category}
        </a>
      )}
      <h2 dir="auto">
        <a href={blogPostHref(slug)}>{title}</a>
      </h2>
      {description && <p dir="auto">{description}</p>}
      <span className="blog-card-end">
        <time dateTime={at}>{formatDay(new Date(at))}</time>
        <span>{countOf(views, 'view')}</span>
      </span>
    </article>
  )
}
