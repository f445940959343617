import { HTML, open, page, type Row, SITE, visitorOnly } from '../route-row.ts'

const none = (route: string, at: string, shows: string[]): Row =>
  open(route, at, 404, { type: HTML, noindex: true, cache: 'shared', shows: [...shows, 'Back to Blog'] })
const noCategory = (at: string) =>
  none('blog/category/:category', at, ['Blog Category Not Found', 'There are no blog posts in this category.'])
const noPost = (at: string) =>
  none('blog/:slug', at, ['Blog Post Not Found', "The blog post you're looking for doesn't exist."])

export const BLOG: Row[] = [
  page('blog', '/blog?page=1', {
    canonical: '/blog',
    structured: ['ItemList'],
    shows: ['Blog', 'Latest gaming news, tips, and guides', 'Lamps at night', 'Which one to turn first.', '2 Jan 2026', '7 views'],
    hides: ['A draft'],
  }), // prettier-ignore
  ...visitorOnly(
    page('blog', '/blog?page=99', { canonical: '/blog', shows: ['Lamps at night'] }),
    page('blog/:slug', '/blog/lamps-at-night', {
      canonical: '/blog/lamps-at-night',
      structured: ['BlogPosting', 'BreadcrumbList'],
      shows: ['Back to Blog', 'Lamps at night', 'Admin', '2 Jan 2026', '7 views', '1 min read', 'Guides', '#puzzle', 'Supported by lamps.'],
      hides: ['Need help?'],
    }), // prettier-ignore
    page('blog/category/:category', '/blog/category/guides?page=99', {
      canonical: '/blog/category/guides',
      structured: ['ItemList', 'BreadcrumbList'],
      shows: [
        'Back to Blog',
        'Guides',
        '1 post',
        'Lamps at night',
        'Which one to turn first.',
        '2 Jan 2026',
        '7 views',
      ],
    }),
    noCategory('/blog/category/Guides'),
    noCategory('/blog/category/views'),
    noPost('/blog/a-draft'),
    noPost('/blog/Lamps-at-night'),
  ),
  noCategory('/blog/category/none?page=1'),
  noPost('/blog/none'),
  open('blog/:id/views', '/blog/1/views', 204, { method: 'POST' }),
  ...visitorOnly(open('blog/:id/views', '/blog/x/views', 404, { method: 'POST' })),
  ...(['rss', 'atom'] as const).map((kind) =>
    open(`blog/${kind}.xml`, `/blog/${kind}.xml`, 200, {
      type: `application/${kind}+xml; charset=utf-8`,
      cache: 'shared',
      shows: ['Lamps at night', `${SITE}/blog/lamps-at-night`],
    }),
  ),
]
