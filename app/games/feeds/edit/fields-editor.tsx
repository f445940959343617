import { useNavigate } from 'react-router'
import { Form, Submit, useForm } from '../../../forms/form.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/fields/field.tsx'
import { Note } from '../../../ui/note.tsx'
import { feedHref, fieldsHref, fieldsRules } from '../feed-form-rules.ts'
import type { ListedProvider } from '../providers/find-provider.server.ts'
import { GamePreviews } from '../setup/game-previews.tsx'
import { MappingForm } from '../setup/mapping-form.tsx'
import { MAPPED_LABELS, mappedEntries, mappingText } from '../setup/mapping-text.ts'
import type { FieldsEditing } from './load-fields.server.ts'

type Props = { feedId: number; provider: ListedProvider }

/** The mapping of a provider's feed fields, with a link to change it. */
export function FieldsCard({ feedId, provider: { label, mapping } }: Props) {
  if (!mapping) return null
  return (
    <section className="console-card" aria-labelledby="fields-title">
      <h2 id="fields-title">Fields of {label}</h2>
      <dl className="feed-fields">
        {mappedEntries(mapping).map(([field, path]) => (
          <div key={field}>
            <dt>{MAPPED_LABELS[field]}</dt>
            <dd>{path}</dd>
          </div>
        ))}
      </dl>
      <div className="buttons">
        <ButtonLink size="small" href={fieldsHref(feedId)}>
          Change fields...
        </ButtonLink>
      </div>
    </section>
  )
}

/** Changes the mapping of fields, with a preview of the feed's first games as they would be imported. */
export function FieldsEditor({ feedId, provider, editing }: Props & { editing: FieldsEditing }) {
  if (editing.failure !== null) {
    return (
      <div className="feed-side">
        <Note text={editing.failure} isFault />
        <div className="buttons">
          <ButtonLink href={feedHref(feedId)}>Back to the settings</ButtonLink>
        </div>
      </div>
    )
  }
  const { mapping, table, preview } = editing
  return (
    <div className="feed-side">
      <MappingForm to={feedHref(feedId)} params={{ fields: '1' }} mapping={mapping} table={table} />
      <GamePreviews preview={preview} />
      <SaveFields feedId={feedId} provider={provider} chosen={mappingText(mapping)} />
    </div>
  )
}

function SaveFields({ feedId, provider: { label, mapping }, chosen }: Props & { chosen: string }) {
  const navigate = useNavigate()
  const form = useForm(fieldsRules, { intent: 'save-fields', onDone: () => void navigate(feedHref(feedId)) })
  return (
    <Form of={form} className="form console-card">
      <h2>Save the fields</h2>
      <input type="hidden" name="mapping" value={chosen} />
      <input type="hidden" name="seen" value={mappingText(mapping ?? {})} />
      <p>
        They apply to all feeds of {label} from the next run on. The ID, or the play URL if there is no ID, identifies a
        game: if you change it, the next run adds all games again and delists the existing ones.
      </p>
      <FormError error={form.error} />
      <div className="buttons">
        <Submit of={form} look="primary" busy="Saving...">
          Save fields
        </Submit>
        <ButtonLink href={feedHref(feedId)}>Cancel</ButtonLink>
      </div>
    </Form>
  )
}
