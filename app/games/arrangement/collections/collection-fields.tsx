import { type FormEvent, useState } from 'react'
import { href } from 'react-router'
import type { FormOf } from '../../../forms/form.tsx'
import type { FormErrors } from '../../../forms/read-form.ts'
import { formatCount } from '../../../lib/text.ts'
import { FieldError } from '../../../ui/fields/field-frame.tsx'
import { Checkbox, TextField } from '../../../ui/fields/field.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { useRead } from '../../../ui/use-read.ts'
import { TAGS } from '../../catalogue/tags.ts'
import { CategoriesField } from '../../management/edit/categories-field.tsx'
import { AGE_LABELS } from '../../management/management-rules.ts'
import { providerLabel } from '../../feeds/providers/provider-labels.ts'
import { COLLECTION_NAME_MAX, DESCRIPTION_MAX } from '../arrangement-rules.ts'
import { MATCHES_MAX, type collectionRules, NO_RULE, type RuleTexts } from './collection-rules.ts'
import type { MatchesAnswer } from './matches.route.ts'
import '../../management/edit/edit-form.css'
import '../order-list.css'

type FieldName = Exclude<keyof typeof collectionRules.shape, 'version'>

/** The form that adds or edits a collection. */
type CollectionForm = {
  field: (name: FieldName, initial?: string) => ReturnType<FormOf<typeof collectionRules>['field']>
  box: (name: FieldName, isTicked?: boolean) => ReturnType<FormOf<typeof collectionRules>['box']>
  errors: FormErrors
}

type Texts = { name: string; description: string; isHidden: boolean }

export function CollectionTexts({ form, texts }: { form: CollectionForm; texts?: Texts }) {
  return (
    <>
      <TextField
        {...form.field('name', texts?.name)}
        label="Name"
        maxLength={COLLECTION_NAME_MAX}
        dir="auto"
        autoComplete="off"
        required
      />
      <TextArea
        {...form.field('description', texts?.description)}
        label="Description"
        hint="optional; on its page and in search results"
        rows={3}
        maxLength={DESCRIPTION_MAX}
      />
      <Checkbox {...form.box('hidden', texts?.isHidden)}>Hide it: no page shows or links to it</Checkbox>
    </>
  )
}

type RuleProps = { form: CollectionForm; rule?: RuleTexts; providers: string[] }

const TYPED_MS = 300

/** The conditions of a rule, with the matching games as the operator changes it. */
export function RuleFields({ form, rule = NO_RULE, providers }: RuleProps) {
  const [query, setQuery] = useState<string | null>(null)
  const changed = ({ currentTarget }: FormEvent<HTMLFieldSetElement>) => {
    const form = currentTarget.form
    if (form) setQuery(matchesQuery(new FormData(form)))
  }
  const known = [...new Set([...providers, ...rule.providers])]
  return (
    <>
      <fieldset className="form" onInput={changed}>
        <legend className="sr-only">Rule</legend>
        <p className="quiet">A game belongs to the collection if it meets all conditions that you set.</p>
        <CategoriesField {...form.field('categories', rule.categories)} hint="any of these" />
        <TextField
          {...form.field('tags', rule.tags)}
          label="Tags"
          hint="any of these, separated by commas"
          list="rule-tags"
          autoComplete="off"
          autoCapitalize="none"
        />
        <datalist id="rule-tags">
          {TAGS.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <fieldset className="field">
          <legend className="field-legend">Providers</legend>
          {known.map((name) => (
            <Checkbox key={name} name="provider" value={name} defaultChecked={rule.providers.includes(name)}>
              {providerLabel(name)}
            </Checkbox>
          ))}
          <FieldError error={form.errors.providers} />
        </fieldset>
        <Checkbox {...form.box('phones', rule.phones)}>Works on phones</Checkbox>
        <SelectField {...form.field('ageRating', rule.ageRating)} label="Age rating" hint="rated games only">
          <option value="">Any</option>
          {(['everyone', '7', '12', '16', '18'] as const).map((rating) => (
            <option key={rating} value={rating}>
              {rating === 'everyone' ? AGE_LABELS[rating] : `At most ${rating}`}
            </option>
          ))}
        </SelectField>
      </fieldset>
      <Matches query={query ?? queryOf(rule)} />
    </>
  )
}

function queryOf({ providers, phones, ...texts }: RuleTexts): string {
  return queryText({ ...texts, providers: providers.join(','), phones: phones ? '1' : '' })
}

function matchesQuery(form: FormData): string {
  const all = (name: string) => form.getAll(name).filter((value) => typeof value === 'string')
  const text = (name: string) => all(name)[0] ?? ''
  return queryText({
    categories: text('categories'),
    tags: text('tags'),
    providers: all('provider').join(','),
    phones: text('phones') && '1',
    ageRating: text('ageRating'),
  })
}

const queryText = (fields: Record<string, string>) =>
  new URLSearchParams(Object.entries(fields).filter(([, value]) => value)).toString()

/** The games that match a rule. Without JavaScript, only the saved collection's own page shows them. */
function Matches({ query }: { query: string }) {
  const path = query ? `${href('/admin/collections/matches')}?${query}` : null
  const { data, latest, error } = useRead<MatchesAnswer>(path, TYPED_MS)
  const shown = path ? (data ?? latest) : null
  return (
    <div className="matches" aria-live="polite">
      {error && <p className="quiet">The games could not be counted.</p>}
      {shown && 'why' in shown && <p className="quiet">{shown.why}</p>}
      {shown && 'games' in shown && (
        <>
          <p className="order-count">{matchesLabel(shown.games)}</p>
          <ul>
            {shown.first.map(({ id, title, picture }) => (
              <li key={id}>
                <img src={picture.small} alt="" width="160" height="90" />
                <span dir="auto">{title}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function matchesLabel(games: number): string {
  const count = games > MATCHES_MAX ? `${formatCount(MATCHES_MAX)}+` : formatCount(games)
  return `${count} public ${games === 1 ? 'game matches' : 'games match'}`
}
