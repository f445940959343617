import { Plus } from 'lucide-react'
import { href } from 'react-router'
import { Form, Submit, useForm } from '../../forms/form.tsx'
import { ADD_ROW } from '../../games/arrangement/collection-href.ts'
import { FormError } from '../../ui/fields/field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { collectionRules, rowId } from './arrangement-rules.ts'
import type { Editor } from './load-editor.server.ts'

type Props = {
  editor: Pick<Editor, 'collections' | 'hasCollections' | 'rows'>
  /** The collection that the operator came to add, if any, and its row. */
  wanted: { id: number; row: string }
}

/** Adds a row with the games of a collection that has no row yet. */
export function AddCollection({ editor: { collections, hasCollections, rows }, wanted }: Props) {
  const form = useForm(collectionRules, { intent: 'add' })
  const present = rows.find(({ row }) => row === wanted.row)
  return (
    <div id={ADD_ROW} className="arranged-new">
      {present && (
        <p className="arranged-intro">
          <a className="text-link" href={`#${rowId(present.row)}`}>
            {present.title}
          </a>{' '}
          has a row already.
        </p>
      )}
      {collections.length ? (
        <Form of={form} className="arranged-add">
          <SelectField
            // The key resets the choice when the page is opened for another collection.
            key={wanted.id}
            label="Add a row from a collection"
            name="collection"
            defaultValue={collections.some(({ id }) => id === wanted.id) ? wanted.id : undefined}
          >
            {collections.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <Submit of={form} busy="Adding...">
            <Plus aria-hidden="true" /> Add row
          </Submit>
          <FormError error={form.error} />
        </Form>
      ) : (
        <p className="arranged-intro">
          {hasCollections ? 'Every public collection has a row.' : 'A row can show the games of a collection.'}{' '}
          <a className="text-link" href={href('/admin/collections')}>
            {hasCollections ? 'Manage collections' : 'Create a collection'}
          </a>
        </p>
      )}
    </div>
  )
}
