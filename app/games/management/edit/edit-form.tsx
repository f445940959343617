import { useState } from 'react'
import { Form, Submit, useForm } from '../../../forms/form.tsx'
import { UnsavedChanges } from '../../../forms/unsaved-changes.tsx'
import { countOf } from '../../../lib/text.ts'
import { Checkbox, FormError } from '../../../ui/fields/field.tsx'
import { gameHref } from '../../catalogue/games-href.ts'
import { AGE_LABELS, type EditedField, isIncluded, isSelfHosted, LIMITS } from '../management-rules.ts'
import { formTextOf, gameRules, resetRules, SLUG_FIXED } from './edit-rules.ts'
import { CategoriesField } from './categories-field.tsx'
import { ConflictPanel } from './conflict-panel.tsx'
import { FedField, type FedFields, FedLine, FedSelect, FedText } from './fed-field.tsx'
import type { GameEditor } from './load-game-editor.server.ts'
import { PictureField } from './picture-field.tsx'
import { SearchPreview } from './search-preview.tsx'
import type { EditRefusal } from './submit-edit.server.ts'
import { useDirtyFields } from './use-dirty-fields.ts'

const PHONES = [
  ['', 'Unknown'],
  ['yes', 'Yes'],
  ['no', 'No'],
] as const
const AGES = [
  ['', 'Not rated'],
  // An object has numbers first.
  ...Object.entries(AGE_LABELS).toSorted(([one], [other]) => Number(other === 'everyone') - Number(one === 'everyone')),
] as const

/**
 * The edit form of a game, and the form behind "Use the feed's value". What was typed survives everything that happens
 * meanwhile: `opened` says which versions of the fields it started from.
 */
export function EditForm({ editor, taken }: { editor: GameEditor; taken: File | null }) {
  const { game, base, pictures } = editor
  const [opened, setOpened] = useState({ round: 0, seen: game.seen, base })
  const reopen = () => setOpened(({ round }) => ({ round: round + 1, seen: game.seen, base }))
  const form = useForm(gameRules, { intent: 'save', onDone: reopen })
  const [resetting, setResetting] = useState('')
  const reset = useForm<typeof resetRules.shape>(null, {
    intent: 'reset',
    onDone: () => setOpened((was) => ({ ...was, base: withVersionOf(resetting, base, was.base) })),
  })
  const refusal = form.refusal as EditRefusal | null
  const conflict = form.isBusy ? undefined : refusal?.conflict
  const text = formTextOf(game)
  const isFixed = isSelfHosted(game)
  const set = Object.keys(game.overrides) as EditedField[]
  const { isDirty, onInput } = useDirtyFields({ form: form.frame.ref, round: opened.round, set })
  const fed: FedFields = { editor, form, reset, round: opened.round, onReset: setResetting }

  return (
    <>
      <UnsavedChanges isDirty={isDirty} />
      <Form of={form} className="managed-form" encType="multipart/form-data" inert={form.isBusy} onInput={onInput}>
        <input type="hidden" name="seen" value={conflict?.seen ?? opened.seen} />
        <input type="hidden" name="base" value={conflict?.base ?? opened.base} />
        {conflict && <ConflictPanel conflict={conflict} sentence={form.error} pictures={pictures} />}

        <fieldset className="console-card">
          <legend>Basics</legend>
          <FedLine of={fed} field="title" hint="required" required />
          {isIncluded(game) ? (
            <p className="managed-fixed">
              <strong>Address</strong> {gameHref(game.slug)}
              <small className="quiet">{SLUG_FIXED}.</small>
            </p>
          ) : (
            <FedLine
              of={fed}
              field="slug"
              hint="the last part of its address; the old address redirects"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
          <FedField of={fed} field="categories">
            <CategoriesField {...form.field('categories', text.categories)} />
          </FedField>
          <FedLine of={fed} field="tags" hint={`separated by commas, up to ${LIMITS.tags}`} autoCapitalize="none" />
          <FedText of={fed} field="description" rows={7} />
          <div className="managed-boxes" key={opened.round}>
            <Checkbox {...form.box('featured', game.is_featured)}>Featured</Checkbox>
            <Checkbox {...form.box('original', game.is_original)}>Original: made for this site</Checkbox>
          </div>
        </fieldset>

        <fieldset className="console-card">
          <legend>Picture</legend>
          <FedField of={fed} field="image_url">
            <PictureField
              address={form.field('imageUrl', text.imageUrl)}
              file={form.field('picture')}
              choices={pictures}
              uploaded={refusal?.uploaded}
              taken={taken}
            />
          </FedField>
        </fieldset>

        <fieldset className="console-card">
          <legend>Playing</legend>
          {isFixed ? (
            <p className="managed-fixed">
              <strong>Play URL</strong> {game.url}
              <small className="quiet">This portal serves the game.</small>
            </p>
          ) : (
            <FedLine of={fed} field="url" hint="https, on a host of a provider" inputMode="url" spellCheck={false} />
          )}
          <div className="managed-columns">
            <FedLine of={fed} field="width" hint="pixels" inputMode="numeric" />
            <FedLine of={fed} field="height" hint="pixels" inputMode="numeric" />
            <FedSelect of={fed} field="plays_on_phones" options={PHONES} />
          </div>
          <p className="quiet managed-note">If it is wider than tall, phones suggest turning the screen.</p>
          <FedText of={fed} field="how_to_play" hint="one step per line" rows={5} />
          <FedText of={fed} field="controls" hint="one per line, such as “W, ↑: jump”" rows={4} />
          <FedSelect of={fed} field="age_rating" options={AGES} />
        </fieldset>

        <fieldset className="console-card">
          <legend>Search and sharing</legend>
          <SearchPreview game={game}>
            <FedLine of={fed} field="seo_title" hint="empty: made from the title" />
            <FedText of={fed} field="seo_description" hint="empty: the description" rows={3} />
          </SearchPreview>
        </fieldset>

        <div className="managed-save">
          <FormError error={form.error} />
          <Submit of={form} look="primary" busy="Saving...">
            Save changes
          </Submit>
          {conflict && <span className="quiet">{countOf(conflict.fields.length, 'field')} to choose</span>}
        </div>
      </Form>
      <Form of={reset} className="managed-reset">
        <input type="hidden" name="base" value={opened.base} />
        <FormError error={reset.error} />
      </Form>
    </>
  )
}

/** The versions that a form was opened with, with the latest one of a field that was reset meanwhile. */
function withVersionOf(field: string, latest: string, opened: string): string {
  const version = (JSON.parse(latest) as Record<string, string>)[field]
  return JSON.stringify({ ...(JSON.parse(opened) as Record<string, string>), [field]: version })
}
