import type { FormOf } from '../../../forms/form.tsx'
import { TextField } from '../../../ui/fields/field.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { listCategories } from '../../arrangement/known-categories.ts'
import { TAGS } from '../../catalogue/tags.ts'
import { LIMITS } from '../management-rules.ts'
import { type BulkAction, type BulkRules, RESET_FIELDS } from './bulk-rules.ts'

/** The fields that an action needs. */
export function BulkFields({ action, form }: { action: BulkAction; form: FormOf<BulkRules> }) {
  switch (action) {
    case 'hide':
      return (
        <TextField
          {...form.field('reason')}
          label="Reason"
          hint="required; only operators see it"
          maxLength={LIMITS.reason}
          required
        />
      )
    case 'add-category':
    case 'remove-category':
      return (
        <SelectField {...form.field('category')} label="Category" hint="required" required>
          <option value="">Choose a category</option>
          {listCategories().map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
      )
    case 'add-tag':
    case 'remove-tag':
      return (
        <>
          <TextField {...form.field('tag')} label="Tag" hint="required" list="bulk-tags" autoComplete="off" required />
          <datalist id="bulk-tags">
            {TAGS.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )
    case 'reset':
      return (
        <SelectField {...form.field('field')} label="Fields">
          {RESET_FIELDS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      )
    default:
      return null
  }
}
