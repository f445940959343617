import { SITE_COPY } from '../../../app/site/site-copy.ts'
import { type Asked, operatorForm, operators, type Row } from '../route-row.ts'

/** Everything that an operator may say in place of the site's own words. */
const SITE_WORDS = { ...SITE_COPY, socialLinks: 'Board https://board.example/us' }
const DRAFT = {
  title: 'Lamps',
  slug: '',
  featuredImage: '',
  metaTitle: '',
  metaDescription: '',
  author: '',
  category: '',
  tags: 'puzzle',
  source: 'Turn the last lamp first.',
}

/** Next to what all forms of the inbox take. */
const FIELDS_OF_INBOX: Record<string, Record<string, string>> = { note: { note: 'Looks well' }, answer: { answer: '' } }

export const ADMIN: Row[] = [...site(), ...moderation(), ...inbox(), ...blog()]

function site(): Row[] {
  return [
    operators('admin', '/admin', { operator: 302 }),
    operators('admin/acts', '/admin/acts?before=1000'),
    operators('admin/site'),
    operatorForm('admin/site', '/admin/site', { ...SITE_WORDS, contactEmail: 'nobody' }, 400),
    operators('admin/site/defaults'),
    operatorForm('admin/site/defaults', '/admin/site/defaults', {}, 303),
  ]
}

function moderation(): Row[] {
  return [
    operators('admin/moderation', '/admin/moderation?before=1'),
    operators('admin/moderation/removed', '/admin/moderation/removed?before=1'),
    operators('admin/moderation/suspended', '/admin/moderation/suspended?before=1'),
    operators('admin/moderation/words'),
    operatorForm('admin/moderation/words', '/admin/moderation/words', { words: '!' }, 400),
    // The first succeeds; the second has no reason; the third has not seen the first.
    ...Object.entries({ approval: 303, removal: 400, restoration: 409 }).flatMap(([decision, status]) => {
      const route = `admin/moderation/${decision}`
      const at = `/${route}?kind=player&id={id}`
      return [operators(route, at), operatorForm(route, at, { why: '' }, status)]
    }),
    ...Object.entries({ '': 400, '/end': 409 }).flatMap(([end, status]) => {
      const route = `admin/players/:username/suspension${end}`
      const at = `/admin/players/{username}/suspension${end}`
      return [operators(route, at), operatorForm(route, at, { days: '', until: '', why: '' }, status)]
    }),
  ]
}

function inbox(): Row[] {
  return [
    operators('admin/inbox', '/admin/inbox?list=all&about=contact.general&search=lamps&after=1.1'),
    operators('admin/inbox/:id', '/admin/inbox/{message}'),
    // The first succeeds; the second has no text; the others have not seen the first.
    ...Object.entries({ note: 303, answer: 400, closing: 409, reopening: 409 }).flatMap(([what, status]) => {
      const [route, at] = [`admin/inbox/:id/${what}`, `/admin/inbox/{message}/${what}`]
      return [operators(route, at), operatorForm(route, at, { seen: '0', ...FIELDS_OF_INBOX[what] }, status)]
    }),
  ]
}

/** What an operator does with a post of the blog, and at last deletes. */
function blog(): Row[] {
  const route = 'admin/blog/:id'
  const at = '/admin/blog/{blogPost}'
  const typed = { revision: '0', ...DRAFT }
  // Nobody else is shown a page there.
  const noPage = { type: undefined, noindex: undefined, shows: [] }
  const script = (method: Asked['method'], end: string, json: unknown): Row =>
    operators(`${route}/${end}`, `${at}/${end}`, { method, json, ...noPage })
  return [
    operators('admin/blog', '/admin/blog?page=1'),
    operatorForm('admin/blog', '/admin/blog', {}, 303),
    operators(route, at),
    operatorForm(route, `${at}?preview=`, typed, 303),
    script('PUT', 'draft', typed),
    script('POST', 'rendering', { source: DRAFT.source }),
    operators(`${route}/preview`, `${at}/preview?revision=1`),
    operatorForm(`${route}/preview`, `${at}/preview?revision=1`, {}, 303),
    { ...operatorForm(`${route}/pictures`, `${at}/pictures`, { alt: '' }, 303), ...noPage },
    operators(`${route}/publication`, `${at}/publication`),
    operatorForm(`${route}/publication`, `${at}/publication`, { ...typed, when: 'at', day: '', time: '' }, 400),
    operators(`${route}/publication/end`, `${at}/publication/end`, { operator: 302 }),
    operatorForm(`${route}/publication/end`, `${at}/publication/end`, {}, 303),
    operators(`${route}/delete`, `${at}/delete`),
    operatorForm(`${route}/delete`, `${at}/delete`, {}, 303),
  ]
}
