import {
  HTML,
  JSON_TYPE,
  open,
  page,
  personal,
  personalForm,
  type Row,
  sent,
  signInFirst,
  visitorOnly,
  written,
} from '../route-row.ts'

const POST = {
  type: 'discussion',
  title: 'Lamps',
  content: 'Turn the last lamp first.',
  tags: 'puzzle',
  redirectUrl: '',
  redirectTitle: '',
  game: '',
  mediaUrl: '',
}
const NO_POST = { type: HTML, noindex: true, shows: ['Post not found'] }
const [POST_PAGE, COMMENT_PAGE] = ['/community/{post}', '/comments/{comment}']

export const COMMUNITY: Row[] = [...board(), ...writing(), ...ofOnePost(), ...comments(), ...removal()]

function board(): Row[] {
  return [
    page('community', '/community?tab=popular&type=question&search=lamps&after=1', { noindex: true }),
    ...visitorOnly(
      page('community', '/community', {
        canonical: '/community',
        structured: ['ItemList'],
        shows: ['Community', 'New Post', 'Recent', 'Popular', 'All Posts', 'Need Help?', 'All nine doors', 'Took eleven evenings.'],
        hides: ['My Posts', 'Load more', 'No posts found'],
      }), // prettier-ignore
      page('community', '/community', { shows: ['Contact Support', 'Guidelines', 'FAQ', 'Report Issue'] }),
      page('community', '/community?tab=popular&type=showcase&utm=x', {
        canonical: '/community?tab=popular&type=showcase',
        shows: ['All nine doors'],
      }),
      page('community', '/community?type=question', {
        canonical: '/community?type=question',
        shows: ['No posts found', 'There are no posts under Tips yet.', 'Create the first post'],
      }),
      page('community', '/community?search=nine+do', {
        canonical: '/community',
        noindex: true,
        shows: ['All nine doors'],
        hides: ['No posts found'],
      }),
      page('community', '/community?search=%3Cb%3E&type=showcase', {
        canonical: '/community?type=showcase',
        noindex: true,
        shows: ['No posts found', 'No posts under Showcase match "<b>".'],
      }),
      page('community', '/community?after=1', {
        canonical: '/community',
        noindex: true,
        shows: ['No posts found', 'There are no older posts.', 'Show previous posts'],
      }),
      personal('community', '/community?tab=my-posts'),
    ),
    open('community/posts', '/community/posts?tab=popular&type=question&search=lamps&after=1', 200, {
      type: JSON_TYPE,
      cache: 'shared',
    }),
    ...visitorOnly(
      open('community/posts', '/community/posts?type=showcase', 200, {
        type: JSON_TYPE,
        cache: 'shared',
        shows: ['"title":"All nine doors"', '"next":null'],
      }),
    ),
  ]
}

function writing(): Row[] {
  return [
    open('community/new', '/community/new?game=lamps&type=question', 200, {
      type: HTML,
      noindex: true,
      shows: ['Create a Post', 'You must be logged in to create a post.', 'Login'],
      hides: ['Content'],
    }),
    ...visitorOnly(
      open('community/new', '/community/new', 200, {
        type: HTML,
        noindex: true,
        shows: ['Create a Post', 'You must be logged in to create a post.', 'Login'],
        hides: ['Content'],
      }),
      open('community/new', '/community/new?game=none&type=none', 200, { type: HTML, noindex: true }),
    ),
    personalForm('community/new', { ...POST, content: '' }, 400),
    ...written('community/:id/edit', `${POST_PAGE}/edit`, POST, `${POST_PAGE}/edit`),
    ...visitorOnly(open('community/:id/edit', '/community/x/edit', 404, NO_POST)),
  ]
}

function ofOnePost(): Row[] {
  const next = signInFirst(POST_PAGE)
  const like = `${POST_PAGE}/like`
  return [
    page('community/:id', `${POST_PAGE}?after=1`, { canonical: POST_PAGE, shows: ['Show previous comments'] }),
    ...visitorOnly(
      page('community/:id', '/community/1', {
        canonical: '/community/1',
        structured: ['DiscussionForumPosting'],
        shows: ['Back to Community', 'Showcase', 'All nine doors', 'Took eleven evenings.', 'horror', '0 likes', 'Comments (1)', 'Well done'],
        hides: ['Delete Post'],
      }), // prettier-ignore
      open('community/:id', '/community/999', 404, {
        ...NO_POST,
        cache: 'shared',
        shows: ['Post not found', 'Back to Community'],
      }),
      open('community/:id', '/community/x', 404, NO_POST),
    ),
    personalForm('community/:id', { content: '' }, 400, { at: POST_PAGE }),
    open('community/:id/comments', `${POST_PAGE}/comments?after=1`, 200, { type: JSON_TYPE, cache: 'shared' }),
    ...visitorOnly(
      open('community/:id/comments', '/community/1/comments', 200, {
        type: JSON_TYPE,
        cache: 'shared',
        shows: ['"content":"Well done"', '"next":null'],
      }),
      open('community/:id/comments', '/community/999/comments', 404),
    ),
    open('community/:id/content', `${POST_PAGE}/content`, 200, { type: JSON_TYPE, cache: 'shared' }),
    ...visitorOnly(
      open('community/:id/content', '/community/1/content', 200, {
        type: JSON_TYPE,
        cache: 'shared',
        shows: ['{"content":"Took eleven evenings.'],
      }),
      open('community/:id/content', '/community/999/content', 404),
    ),
    personalForm('community/:id/like', {}, 303, { at: like, location: next }),
    sent('PUT', 'community/:id/like', like, 200),
    sent('DELETE', 'community/:id/like', like, 200),
    // A browser that requests a page is redirected, whatever the method.
    ...visitorOnly(personalForm('community/:id/like', {}, 200, { method: 'PUT', at: like, location: next })),
  ]
}

function comments(): Row[] {
  return [
    open('comments/:id', COMMENT_PAGE, 302, { location: `${POST_PAGE}#comment-{comment}` }),
    ...visitorOnly(
      open('comments/:id', '/comments/999', 404, { type: HTML, noindex: true, shows: ['Comment not found'] }),
    ),
    // The world's post is not a question, so no answer can be marked.
    sent('PUT', 'comments/:id/answer', `${COMMENT_PAGE}/answer`, 404),
    sent('DELETE', 'comments/:id/answer', `${COMMENT_PAGE}/answer`, 204, { others: 404 }),
    personalForm('comments/:id/answer', { _method: 'DELETE' }, 303, {
      at: `${COMMENT_PAGE}/answer`,
      location: signInFirst(COMMENT_PAGE),
      others: 404,
    }),
    ...written('comments/:id/edit', `${COMMENT_PAGE}/edit`, { content: 'Changed' }, COMMENT_PAGE),
  ]
}

/** Last, because the rows above need what these delete. */
function removal(): Row[] {
  return [
    ...written('comments/:id/delete', `${COMMENT_PAGE}/delete`, {}, COMMENT_PAGE),
    ...written('community/:id/delete', `${POST_PAGE}/delete`, {}, POST_PAGE),
  ]
}
