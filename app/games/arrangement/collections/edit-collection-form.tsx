import { Form, Submit, useForm } from '../../../forms/form.tsx'
import { FormError } from '../../../ui/fields/field.tsx'
import { CollectionTexts, RuleFields } from './collection-fields.tsx'
import { collectionRules, type RuleTexts } from './collection-rules.ts'
import type { CollectionRow } from './save-collections.server.ts'

type Props = { collection: CollectionRow; rule: RuleTexts | null; providers: string[] }

export function EditCollectionForm({ collection, rule, providers }: Props) {
  const { version, ...saved } = collection
  const form = useForm(collectionRules, { intent: 'save' })
  return (
    // The key resets the fields when another operator has saved, but not when games are added, moved or removed.
    <Form key={JSON.stringify(saved)} of={form} inert={form.isBusy}>
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="kind" value={rule ? 'rule' : 'picked'} />
      <CollectionTexts form={form} texts={collection} />
      <p className="quiet">Its address is /collections/{saved.slug}.</p>
      {rule && <RuleFields form={form} rule={rule} providers={providers} />}
      <FormError error={form.error} />
      <div>
        <Submit of={form} look="primary" busy="Saving...">
          Save
        </Submit>
      </div>
    </Form>
  )
}
