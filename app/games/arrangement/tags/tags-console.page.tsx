import { href } from 'react-router'
import { requireStaff } from '../../../accounts/operators/require-staff.server.ts'
import '../../../accounts/operators/console.css'
import { countOf, formatCount } from '../../../lib/text.ts'
import { pageMeta } from '../../../site/page-meta.ts'
import { siteOf } from '../../../site/use-site.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { TextField } from '../../../ui/fields/field.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { gamesTableHref } from '../../management/table/table-rules.ts'
import { tagAdminHref, TAG_MAX } from '../arrangement-rules.ts'
import { listChanges } from '../changes/arrangement-changes.server.ts'
import { ChangeNotes } from '../changes/change-notes.tsx'
import type { Route } from './+types/tags-console.page'
import { listTags } from './list-tags.server.ts'
import { readTagsQuery, TAG_SORTS, tagsAdminHref } from './tags-query.ts'
import '../arrangement.css'

export async function loader({ request }: Route.LoaderArgs) {
  await requireStaff(request, 'games')
  const query = readTagsQuery(new URL(request.url).searchParams)
  const [list, changes] = await Promise.all([listTags(query), listChanges(['tag'])])
  return { query, changes, ...list }
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Tags',
    description: 'Manage the tags of games.',
    path: href('/admin/tags'),
    noindex: true,
  })
}

/** Lists all tags of games, public or not (docs/product.md#tags). */
export default function TagsConsolePage({
  loaderData: { query, tags, total, page, pages, changes },
}: Route.ComponentProps) {
  return (
    <>
      <header className="arrange-head">
        <div>
          <h1>Tags</h1>
          <p className="quiet" role="status">
            {countOf(total, 'tag')}
          </p>
        </div>
      </header>
      <p className="arrange-text">Games get their tags from feeds. Open a tag to rename, describe, hide or merge it.</p>
      <ChangeNotes changes={changes} />
      {/* The key restores the search from the address after going back. */}
      <form key={tagsAdminHref(query)} className="arrange-search" role="search" aria-label="Tags">
        <TextField
          label="Search tags"
          type="search"
          name="q"
          defaultValue={query.q}
          maxLength={TAG_MAX}
          autoComplete="off"
          enterKeyHint="search"
        />
        <SelectField label="Sort by" name="sort" defaultValue={query.sort}>
          {Object.entries(TAG_SORTS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <Button type="submit">Search</Button>
      </form>
      {tags.length ? (
        <table className="arrange-table">
          <thead>
            <tr>
              <th scope="col">Tag</th>
              <th scope="col" className="arrange-number">
                Games
              </th>
            </tr>
          </thead>
          <tbody>
            {tags.map(({ tag, name, games, isHidden, hasDescription }) => (
              <tr key={tag}>
                <th scope="row">
                  <a href={tagAdminHref(tag)} dir="auto">
                    {name}
                  </a>{' '}
                  {isHidden && <span className="chip">Hidden</span>}{' '}
                  {hasDescription && <span className="chip">Described</span>}
                </th>
                <td className="arrange-number">
                  <a href={gamesTableHref({ tag })}>{formatCount(games)}</a>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <EmptyState
          title={query.q ? 'No tags found' : 'No tags yet'}
          action={query.q ? <ButtonLink href={href('/admin/tags')}>Show all tags</ButtonLink> : undefined}
        >
          {query.q ? `No tag contains “${query.q}”.` : 'Tags appear here once games have some.'}
        </EmptyState>
      )}
      <Pagination page={page} pages={pages} hrefOf={(at) => tagsAdminHref({ ...query, page: at })} />
    </>
  )
}
