import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { MAPPED_FIELDS, type MappedField, type Mapping } from '../../import/mapping/guess-mapping.ts'
import { MAPPING_FIELD } from '../feed-form-rules.ts'
import { MAPPED_LABELS } from './mapping-text.ts'

const HINTS: Partial<Record<MappedField, string>> = {
  url: 'required',
  title: 'required',
  id: 'otherwise the play URL',
  smallPicture: 'optional',
}

type Props = {
  /** The path of the page, and the other parameters of its address. */
  to: string
  params: Record<string, string>
  mapping: Mapping
  /** The first entries of the feed. */
  table: { paths: string[]; rows: string[][] }
}

/**
 * Edits the mapping of a feed. With JavaScript, each choice updates the preview; without, a button submits the form.
 */
export function MappingForm({ to, params, mapping, table }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const apply = () => {
    const fields = [...new FormData(form.current as HTMLFormElement)] as [string, string][]
    // A field without a value is sent, too: at least one name shows that the mapping was chosen and not guessed.
    const chosen = fields.filter(
      ([name, value]) => name.startsWith(MAPPING_FIELD) && (value || name === `${MAPPING_FIELD}url`),
    )
    const query = new URLSearchParams([...Object.entries(params), ...chosen]).toString()
    void navigate(`${to}?${query}`, { replace: true, preventScrollReset: true })
  }
  return (
    <form
      ref={form}
      className="console-card"
      action={to}
      onChange={apply}
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <h2>Fields</h2>
      <p>Choose the field of the feed for each field of a game. The preview shows the result.</p>
      {Object.entries(params).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="mapping-fields">
        {MAPPED_FIELDS.map((field) => (
          <SelectField
            // The key restores the choice from the address after going back.
            key={`${field} ${mapping[field] ?? ''}`}
            label={MAPPED_LABELS[field]}
            hint={HINTS[field]}
            name={MAPPING_FIELD + field}
            defaultValue={mapping[field] ?? ''}
          >
            <option value="">Not in this feed</option>
            {mapping[field] && !table.paths.includes(mapping[field]) && (
              <option value={mapping[field]}>{mapping[field]}</option>
            )}
            {table.paths.map((path, at) => (
              <option key={path} value={path}>
                {path}: {table.rows[0]?.[at]?.slice(0, EXAMPLE) || 'empty'}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
      <noscript>
        <Button type="submit">Preview</Button>
      </noscript>
      <details>
        <summary>First entries of the feed</summary>
        <div className="sample-table">
          <table>
            <thead>
              <tr>
                {table.paths.map((path) => (
                  <th key={path} scope="col">
                    {path}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map((row, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- entries have no other key
                <tr key={at}>
                  {row.map((cell, column) => (
                    <td key={table.paths[column]} dir="auto">
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </form>
  )
}

const EXAMPLE = 40
