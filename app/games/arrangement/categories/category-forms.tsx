import { Form, Submit, useForm } from '../../../forms/form.tsx'
import { countOf } from '../../../lib/text.ts'
import { Checkbox, FormError, TextField } from '../../../ui/fields/field.tsx'
import type { PortalCategory } from '../arrangement.ts'
import { NAME_MAX, newCategoryRules, SLUG_MAX, synonymRules } from '../arrangement-rules.ts'
import type { UnmappedWord } from './unmapped-words.server.ts'

export function AddCategoryForm() {
  const form = useForm(newCategoryRules, { intent: 'add' })
  return (
    <section className="console-card">
      <h2>Add a category</h2>
      <Form of={form}>
        <TextField {...form.field('name')} label="Name" maxLength={NAME_MAX} autoComplete="off" required />
        <TextField
          {...form.field('slug')}
          label="Address"
          hint="optional; made from the name, never changes"
          maxLength={SLUG_MAX}
          autoComplete="off"
          autoCapitalize="none"
          placeholder="my-category"
        />
        <FormError error={form.error} />
        <div>
          <Submit of={form} look="primary" busy="Adding...">
            Add
          </Submit>
        </div>
      </Form>
    </section>
  )
}

type WordsProps = { words: UnmappedWord[]; categories: PortalCategory[] }

/** The most frequent names in feeds that match no category, each with a form that maps it. */
export function UnmappedWords({ words, categories }: WordsProps) {
  return (
    <section className="console-card">
      <h2>Names in feeds</h2>
      {words.length ? (
        <>
          <p>The feeds of the newest games use these names, which are not mapped to a category yet.</p>
          <ul className="arrange-list">
            {words.map((one) => (
              <li key={one.word}>
                <MapWordForm {...one} categories={categories} />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className="quiet">All names in the feeds of the newest games are mapped to categories.</p>
      )}
    </section>
  )
}

function MapWordForm({ word, games, categories }: UnmappedWord & { categories: PortalCategory[] }) {
  const form = useForm(synonymRules, { intent: 'map' })
  return (
    <Form of={form} className="console-form">
      <input type="hidden" name="word" value={word} />
      <div className="arrange-row">
        <span className="arrange-word" dir="auto">
          {word} <small>{countOf(games, 'game')}</small>
        </span>
        <select name="category" className="input" aria-label={`Category of ${word}`} defaultValue="">
          <option value="">Choose</option>
          <CategoryOptions categories={categories} />
        </select>
        <Submit of={form} size="small" busy="Mapping...">
          Map
        </Submit>
      </div>
      <Checkbox name="applies" value="1" defaultChecked>
        Apply to existing games
      </Checkbox>
      <FormError error={form.errors.category ?? form.errors.word ?? form.error} />
    </Form>
  )
}

export function CategoryOptions({ categories }: { categories: { slug: string; name: string }[] }) {
  return categories.map(({ slug, name }) => (
    <option key={slug} value={slug}>
      {name}
    </option>
  ))
}
