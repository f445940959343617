import { ChevronRight, X } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import { href, useNavigate } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { ClearLink } from '../../../ui/floating/clear-link.tsx'
import { Checkbox, TextField } from '../../../ui/fields/field.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { listCategories } from '../../arrangement/known-categories.ts'
import { TAGS } from '../../catalogue/tags.ts'
import { AGE_LABELS, STATUS_LABELS } from '../management-rules.ts'
import { providerLabel } from '../../feeds/providers/provider-labels.ts'
import {
  type GamesQuery,
  gamesTableHref,
  PHONES,
  readGamesQuery,
  setFilters,
  SORTS,
  SWITCHES,
  TERM_MAX,
} from './table-rules.ts'

const TYPED_MS = 250

const { everyone: _everyone, ...NUMBERED_AGES } = AGE_LABELS

type Props = { query: GamesQuery; providers: string[] }

/**
 * Search, filters and order of the table. With JavaScript they apply while the operator types and chooses; without, a
 * button sends the form.
 */
export function GamesFilters({ query, providers }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  // The address may change by a link, too. A field that is being edited keeps its text.
  useEffect(() => showQuery(form.current, query), [query])

  const apply = (isTyped: boolean) => {
    clearTimeout(timer.current)
    const asked = queryIn(form.current as HTMLFormElement)
    void navigate(gamesTableHref(asked), { replace: isTyped, preventScrollReset: true })
  }
  const changed = ({ target }: FormEvent<HTMLFormElement>) => {
    if (!isText(target)) return apply(false)
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => apply(true), TYPED_MS)
  }
  const more = ['tag', 'phones', 'age', ...Object.keys(SWITCHES)]
  return (
    <form
      ref={form}
      className="games-filters"
      role="search"
      aria-label="Games"
      action={href('/admin/games')}
      onInput={changed}
      onSubmit={(event) => {
        event.preventDefault()
        apply(false)
      }}
    >
      <div className="games-filter-row">
        <TextField
          label="Search titles"
          type="search"
          name="q"
          defaultValue={query.q}
          maxLength={TERM_MAX}
          autoComplete="off"
          enterKeyHint="search"
        />
        <SelectField label="Status" name="status" defaultValue={query.status}>
          <option value="">All but deleted</option>
          <Options of={STATUS_LABELS} />
        </SelectField>
        <SelectField label="Provider" name="provider" defaultValue={query.provider}>
          <option value="">All</option>
          {providers.map((name) => (
            <option key={name} value={name}>
              {providerLabel(name)}
            </option>
          ))}
        </SelectField>
        <SelectField label="Category" name="category" defaultValue={query.category}>
          <option value="">All</option>
          {listCategories().map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField label="Sort by" name="sort" defaultValue={query.sort}>
          <Options of={SORTS} />
        </SelectField>
      </div>
      <details className="games-more" open={setFilters(query).some(({ name }) => more.includes(name))}>
        <summary>
          <ChevronRight aria-hidden="true" /> More filters
        </summary>
        <div className="games-filter-row">
          <TextField
            label="Tag"
            name="tag"
            defaultValue={query.tag}
            list="tags"
            maxLength={TERM_MAX}
            autoComplete="off"
          />
          <datalist id="tags">
            {TAGS.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <SelectField label="Phones" name="phones" defaultValue={query.phones}>
            <option value="">All</option>
            <Options of={PHONES} />
          </SelectField>
          <SelectField label="Age rating" name="age" defaultValue={query.age}>
            <option value="">All</option>
            <option value="everyone">{AGE_LABELS.everyone}</option>
            <Options of={NUMBERED_AGES} />
          </SelectField>
        </div>
        <div className="games-switches">
          {Object.entries(SWITCHES).map(([name, label]) => (
            <Checkbox key={name} name={name} value="1" defaultChecked={query[name as keyof typeof SWITCHES]}>
              {label}
            </Checkbox>
          ))}
        </div>
      </details>
      <noscript>
        <Button type="submit">Apply</Button>
      </noscript>
      <FilterChips query={query} />
    </form>
  )
}

function Options({ of }: { of: Record<string, string> }) {
  return Object.entries(of).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}

/** The filters that are set, each with a link that removes it. */
function FilterChips({ query }: { query: GamesQuery }) {
  const filters = setFilters(query)
  if (!filters.length) return null
  return (
    <ul className="chips" aria-label="Filters">
      {filters.map(({ name, label }) => (
        <li key={name}>
          <ClearLink className="chip chip-large" href={gamesTableHref({ ...query, [name]: '', after: 0 })}>
            <span>{label}</span> <X aria-hidden="true" />
            <span className="sr-only">Remove this filter</span>
          </ClearLink>
        </li>
      ))}
      <li>
        <ClearLink className="chip chip-large games-clear" href={gamesTableHref({ sort: query.sort })}>
          Clear all
        </ClearLink>
      </li>
    </ul>
  )
}

function isText(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.type !== 'checkbox'
}

function queryIn(form: HTMLFormElement): GamesQuery {
  const fields = Array.from(new FormData(form)).filter(([, value]) => typeof value === 'string') as [string, string][]
  return readGamesQuery(new URLSearchParams(fields))
}

function showQuery(form: HTMLFormElement | null, query: GamesQuery): void {
  for (const field of form?.elements ?? []) {
    if (field === document.activeElement && isText(field)) continue
    if (field instanceof HTMLInputElement && field.type === 'checkbox')
      field.checked = Boolean(query[field.name as keyof GamesQuery])
    else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
      field.value = String(query[field.name as keyof GamesQuery] ?? '')
  }
}
