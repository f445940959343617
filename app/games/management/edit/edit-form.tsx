import { useState } from 'react'
import { Form, Submit, useForm } from '../../../forms/form.tsx'
import { countOf } from '../../../lib/text.ts'
import { Checkbox, FormError, TextField } from '../../../ui/fields/field.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { gameHref } from '../../catalogue/games-href.ts'
import { AGE_LABELS, isSelfHosted, LIMITS } from '../management-rules.ts'
import { formTextOf, gameRules, resetRules, SLUG_FIXED } from './edit-rules.ts'
import { CategoriesField } from './categories-field.tsx'
import { ConflictPanel } from './conflict-panel.tsx'
import { FedField, type FedFields } from './fed-field.tsx'
import type { GameEditor } from './load-game-editor.server.ts'
import { PictureField } from './picture-field.tsx'
import { SearchPreview } from './search-preview.tsx'
import type { EditRefusal } from './submit-edit.server.ts'

/**
 * The edit form of a game, and the form behind "Use the feed's value". What was typed survives everything that happens
 * meanwhile: `opened` says which versions of the fields it started from.
 */
export function EditForm({ editor }: { editor: GameEditor }) {
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
  const fed: FedFields = { editor, reset, round: opened.round, onReset: setResetting }

  return (
    <>
      <Form of={form} className="managed-form" encType="multipart/form-data" inert={form.isBusy}>
        <input type="hidden" name="seen" value={conflict?.seen ?? opened.seen} />
        <input type="hidden" name="base" value={conflict?.base ?? opened.base} />
        {conflict && <ConflictPanel conflict={conflict} sentence={form.error} pictures={pictures} />}

        <fieldset className="console-card">
          <legend>Basics</legend>
          <FedField of={fed} field="title">
            <TextField {...form.field('title', text.title)} label="Title" required />
          </FedField>
          <FedField of={fed} field="slug">
            {isFixed ? (
              <p className="managed-fixed">
                <strong>Address</strong> {gameHref(game.slug)}
                <small className="quiet">{SLUG_FIXED}.</small>
              </p>
            ) : (
              <TextField
                {...form.field('slug', text.slug)}
                label="Slug"
                hint="the last part of its address; the old address redirects"
                autoCapitalize="none"
                spellCheck={false}
              />
            )}
          </FedField>
          <FedField of={fed} field="categories">
            <CategoriesField {...form.field('categories', text.categories)} />
          </FedField>
          <FedField of={fed} field="tags">
            <TextField
              {...form.field('tags', text.tags)}
              label="Tags"
              hint={`separated by commas, up to ${LIMITS.tags}`}
              autoCapitalize="none"
            />
          </FedField>
          <FedField of={fed} field="description">
            <TextArea {...form.field('description', text.description)} label="Description" rows={7} />
          </FedField>
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
            <FedField of={fed} field="url">
              <TextField
                {...form.field('url', text.url)}
                label="Play URL"
                hint="https, on a host of a provider"
                inputMode="url"
                spellCheck={false}
              />
            </FedField>
          )}
          <div className="managed-columns">
            <FedField of={fed} field="width">
              <TextField {...form.field('width', text.width)} label="Width" hint="pixels" inputMode="numeric" />
            </FedField>
            <FedField of={fed} field="height">
              <TextField {...form.field('height', text.height)} label="Height" hint="pixels" inputMode="numeric" />
            </FedField>
            <FedField of={fed} field="plays_on_phones">
              <SelectField {...form.field('phones', text.phones)} label="Works on phones">
                <option value="">Unknown</option>
                <option value="yes">Yes</option>
                <option value="no">No</option>
              </SelectField>
            </FedField>
          </div>
          <p className="quiet managed-note">If it is wider than tall, phones suggest turning the screen.</p>
          <FedField of={fed} field="how_to_play">
            <TextArea
              {...form.field('howToPlay', text.howToPlay)}
              label="Instructions"
              hint="one step per line"
              rows={5}
            />
          </FedField>
          <FedField of={fed} field="controls">
            <TextArea
              {...form.field('controls', text.controls)}
              label="Controls"
              hint="one per line, such as “W, ↑: jump”"
              rows={4}
            />
          </FedField>
          <FedField of={fed} field="age_rating">
            <SelectField {...form.field('ageRating', text.ageRating)} label="Age rating">
              <option value="">Not rated</option>
              {Object.entries(AGE_LABELS).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </SelectField>
          </FedField>
        </fieldset>

        <fieldset className="console-card">
          <legend>Search and sharing</legend>
          <SearchPreview game={game}>
            <FedField of={fed} field="seo_title">
              <TextField
                {...form.field('seoTitle', text.seoTitle)}
                label="Search title"
                hint="empty: made from the title"
              />
            </FedField>
            <FedField of={fed} field="seo_description">
              <TextArea
                {...form.field('seoDescription', text.seoDescription)}
                label="Search description"
                hint="empty: the description"
                rows={3}
              />
            </FedField>
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
