import { X } from 'lucide-react'
import { Form, Submit, useForm } from '../../../forms/form.tsx'
import { Checkbox, FormError, TextField } from '../../../ui/fields/field.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import type { PortalCategory } from '../arrangement.ts'
import { categoryRules, DESCRIPTION_MAX, NAME_MAX, synonymRules } from '../arrangement-rules.ts'

type Props = { category: PortalCategory; seen: number }

export function EditCategoryForm({ category, seen }: Props) {
  const { slug, name, description, isInMenu, isHidden } = category
  const form = useForm(categoryRules, { intent: 'save' })
  return (
    // The key resets the fields when another operator has saved.
    <Form key={JSON.stringify(category)} of={form} inert={form.isBusy}>
      <input type="hidden" name="seen" value={seen} />
      <TextField
        {...form.field('name', name)}
        label="Name"
        hint={`/category/${slug} stays`}
        maxLength={NAME_MAX}
        dir="auto"
        autoComplete="off"
        required
      />
      <TextArea
        {...form.field('description', description)}
        label="Description"
        hint="optional; on its page and in search results"
        rows={4}
        maxLength={DESCRIPTION_MAX}
      />
      <Checkbox {...form.box('inMenu', isInMenu)}>Link to it in the menu</Checkbox>
      <Checkbox {...form.box('hidden', isHidden)}>
        Hide it: no menu, list or filter shows it; its games stay public
      </Checkbox>
      <FormError error={form.error} />
      <div>
        <Submit of={form} look="primary" busy="Saving...">
          Save
        </Submit>
      </div>
    </Form>
  )
}

type SynonymsProps = { category: string; synonyms: string[]; builtIn: string[] }

/** The names in feeds that are mapped to a category. */
export function Synonyms({ category, synonyms, builtIn }: SynonymsProps) {
  const form = useForm(synonymRules, { intent: 'map' })
  return (
    <section className="console-card">
      <h2>Names in feeds</h2>
      <p>Games that imports find under these names get this category.</p>
      {builtIn.length > 0 && <p className="quiet">Built in: {builtIn.join(', ')}</p>}
      {synonyms.length > 0 && (
        <ul className="chips" aria-label="Synonyms">
          {synonyms.map((word) => (
            <li key={word}>
              <RemoveSynonym word={word} />
            </li>
          ))}
        </ul>
      )}
      <Form of={form}>
        <input type="hidden" name="category" value={category} />
        <TextField
          {...form.field('word')}
          label="Name in a feed"
          maxLength={100}
          dir="auto"
          autoComplete="off"
          autoCapitalize="none"
          required
        />
        <Checkbox {...form.box('applies', true)} value="1">
          Apply to existing games
        </Checkbox>
        <FormError error={form.error} />
        <div>
          <Submit of={form} busy="Adding...">
            Add
          </Submit>
        </div>
      </Form>
    </section>
  )
}

function RemoveSynonym({ word }: { word: string }) {
  const form = useForm(null, { intent: 'unmap' })
  return (
    <Form of={form} className="console-form">
      <input type="hidden" name="word" value={word} />
      <button type="submit" form={form.id} className="chip chip-large" aria-label={`Remove ${word}`}>
        {word} <X aria-hidden="true" />
      </button>
      <FormError error={form.error} />
    </Form>
  )
}
