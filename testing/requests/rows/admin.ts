import { SITE_COPY } from '../../../app/site/site-copy.ts'
import { type Asked, operatorForm, operators, type Row } from '../route-row.ts'

/** All site copy that an operator can replace. */
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

/** What others get from an endpoint of operators. */
const NO_PAGE = { type: undefined, noindex: undefined, shows: [] }

export const ADMIN: Row[] = [...site(), ...moderation(), ...inbox(), ...blog()]

function site(): Row[] {
  return [
    operators('admin', '/admin', { operator: 302 }),
    operators('admin/search', '/admin/search?q=lamps'),
    operators('admin/search/results', '/admin/search/results?q=lamps', NO_PAGE),
    operators('admin/acts', '/admin/acts?before=1000'),
    operators('admin/site'),
    operatorForm('admin/site', '/admin/site', { intent: 'save', ...SITE_WORDS, contactEmail: 'nobody' }, 400),
    operatorForm('admin/site', '/admin/site', { intent: 'reset', seen: '0' }, 303),
  ]
}

function moderation(): Row[] {
  const decision = '/admin/moderation/decision?kind=player&id={id}'
  const suspension = '/admin/players/{username}/suspension'
  return [
    operators('admin/moderation', '/admin/moderation?before=1'),
    operators('admin/moderation/removed', '/admin/moderation/removed?before=1'),
    operators('admin/moderation/suspended', '/admin/moderation/suspended?before=1'),
    operators('admin/moderation/words'),
    operatorForm('admin/moderation/words', '/admin/moderation/words', { words: '!' }, 400),
    operators('admin/moderation/decision', decision),
    // The first succeeds, the second lacks a reason, the third has not seen the first.
    ...Object.entries({ approve: 303, remove: 400, restore: 409 }).map(([intent, status]) =>
      operatorForm('admin/moderation/decision', decision, { intent, seen: '0', version: '', why: '' }, status),
    ),
    operators('admin/players', '/admin/players?q=jo&state=active&after=1.00000000-0000-4000-8000-000000000000'),
    operators('admin/players/:username/suspension', suspension),
    ...Object.entries({ suspend: 400, lift: 409 }).map(([intent, status]) =>
      operatorForm(
        'admin/players/:username/suspension',
        suspension,
        { intent, seen: '0', length: '', until: '', why: '' },
        status,
      ),
    ),
  ]
}

function inbox(): Row[] {
  return [
    operators('admin/inbox', '/admin/inbox?list=all&about=contact.general&search=lamps&after=1.1'),
    operators('admin/inbox/:id', '/admin/inbox/{message}'),
    // The first succeeds, the second lacks a text, the others have not seen the first.
    ...Object.entries({ note: 303, answer: 400, close: 409, reopen: 409 }).map(([intent, status]) =>
      operatorForm(
        'admin/inbox/:id',
        '/admin/inbox/{message}',
        { intent, seen: '0', note: 'Looks well', answer: '' },
        status,
      ),
    ),
  ]
}

/** What an operator does with a blog post, ending with its deletion. */
function blog(): Row[] {
  const route = 'admin/blog/:id'
  const at = '/admin/blog/{blogPost}'
  const typed = { revision: '0', ...DRAFT }
  const script = (method: Asked['method'], end: string, json: unknown): Row =>
    operators(`${route}/${end}`, `${at}/${end}`, { method, json, ...NO_PAGE })
  return [
    operators('admin/blog', '/admin/blog?page=1'),
    operatorForm('admin/blog', '/admin/blog', {}, 303),
    operators(route, at),
    operatorForm(route, at, { intent: 'save', ...typed }, 303),
    operatorForm(route, at, { intent: 'preview', ...typed, revision: '1' }, 303),
    operatorForm(route, at, { intent: 'publish', ...typed, when: 'at', day: '', time: '' }, 400),
    operatorForm(route, at, { intent: 'unpublish' }, 303),
    script('PUT', 'draft', typed),
    script('POST', 'rendering', { source: DRAFT.source }),
    operators(`${route}/preview`, `${at}/preview?revision=1`),
    operatorForm(`${route}/preview`, `${at}/preview?revision=1`, {}, 303),
    { ...operatorForm(`${route}/pictures`, `${at}/pictures`, { alt: '' }, 303), ...NO_PAGE },
    operators(`${route}/delete`, `${at}/delete`),
    operatorForm(`${route}/delete`, `${at}/delete`, {}, 303),
  ]
}
