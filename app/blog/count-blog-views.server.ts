import { createViewCounter } from '../server/http/count-views.server.ts'

/** Counts a view of a post by the same rules as views of games (docs/product.md#views-of-a-blog-post). */
export const { countView: countBlogView } = createViewCounter({
  kind: 'blog_post',
  lock: 4718303,
  add: `
  update blog_posts p set views = p.views + s.views from seen s where p.id = s.id and s.views > 0 and p.is_published`,
})
