import { breadcrumbList, itemList, pageMeta, type Site } from '../site/page-meta.ts'
import { blogCategoryHref, blogHref, blogPostHref } from './blog-href.ts'
import type { BlogCard, BlogPost } from './blog-posts.server.ts'

export function blogMeta(site: Site, { posts, page }: { posts: BlogCard[]; page: number }) {
  return pageMeta(site, {
    title: `Blog${page > 1 ? `, Page ${page}` : ''} | ${site.name}`,
    description: `Latest gaming news, tips, and guides from ${site.name}.`,
    path: blogHref(page),
    feed: '/blog',
    structured: [listOf(site, posts)],
  })
}

export function blogCategoryMeta(site: Site, { name, posts, page }: { name: string; posts: BlogCard[]; page: number }) {
  const titles = posts.map(({ title }) => title).join(', ')
  return pageMeta(site, {
    title: `${name}${page > 1 ? `, Page ${page}` : ''} - Blog | ${site.name}`,
    description: `Posts on the ${site.name} blog in the category ${name}: ${titles}`,
    path: blogCategoryHref(name, page),
    feed: '/blog',
    structured: [
      listOf(site, posts),
      breadcrumbList(site, [
        { name: 'Home', path: '/' },
        { name: 'Blog', path: blogHref() },
        { name, path: blogCategoryHref(name) },
      ]),
    ],
  })
}

function listOf(site: Site, posts: BlogCard[]): object {
  return itemList(
    site,
    posts.map(({ title, slug }) => ({ name: title, path: blogPostHref(slug) })),
  )
}

/**
 * Returns the metadata of a post. It uses the post's meta title and description; if the meta title is empty, it uses
 * the title (docs/product.md#published-posts).
 */
export function blogPostMeta(site: Site, post: Omit<BlogPost, 'content' | 'signature'>) {
  const { title, metaTitle, description, author, category, tags, picture, at, changedAt, slug } = post
  const absolute = (to: string) => new URL(to, site.url).href
  const path = blogPostHref(slug)
  return pageMeta(site, {
    title: metaTitle || title,
    description: description || title,
    path,
    type: 'article',
    shared: { kind: 'blog', id: post.id },
    feed: '/blog',
    structured: [
      {
        '@type': 'BlogPosting',
        headline: title,
        description: description || title,
        url: absolute(path),
        mainEntityOfPage: absolute(path),
        image: picture ? [absolute(picture.src)] : undefined,
        datePublished: at,
        dateModified: changedAt > at ? changedAt : at,
        author: { '@type': 'Person', name: author },
        publisher: { '@type': 'Organization', name: site.name, url: absolute('/') },
        articleSection: category || undefined,
        keywords: tags.join(', ') || undefined,
      },
      breadcrumbList(site, [
        { name: 'Home', path: '/' },
        { name: 'Blog', path: blogHref() },
        { name: title, path },
      ]),
    ],
  })
}
