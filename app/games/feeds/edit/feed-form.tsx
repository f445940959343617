import { Fragment } from 'react'
import { Form, Submit, useForm } from '../../../forms/form.tsx'
import { FormError, TextField } from '../../../ui/fields/field.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'
import type { AddressOption } from '../../import/feed-entry.ts'
import { FEED_LIMITS, feedRules } from '../feed-form-rules.ts'
import type { Feed } from '../find-feed.server.ts'
import { OptionsFields, SettingsFields } from '../settings-fields.tsx'

/** Changes the settings of a feed. */
export function FeedForm({ feed, options }: { feed: Feed; options: readonly AddressOption[] }) {
  const form = useForm(feedRules, { intent: 'save' })
  const { version, address, fileName, nextRunAt } = feed
  return (
    <Form of={form} className="form console-card" encType="multipart/form-data" inert={form.isBusy}>
      <h2>Settings</h2>
      <input type="hidden" name="version" value={version} />
      {/* The key resets the fields to the stored values after a save. The button keeps the focus. */}
      <Fragment key={version}>
        <SettingsFields form={form} initial={feed} />
        {nextRunAt && (
          <p className="quiet">
            The next run is on <LocalTime at={nextRunAt} />.
          </p>
        )}
        <TextField
          {...form.field('address', address ?? '')}
          label="Address"
          type="url"
          inputMode="url"
          placeholder="https://"
          maxLength={FEED_LIMITS.address}
          autoComplete="off"
          spellCheck={false}
        />
        <TextField
          {...form.field('file')}
          defaultValue={undefined}
          label={fileName ? `Replace the file ${fileName}` : 'Or a file'}
          hint="up to 50 MB"
          type="file"
        />
        <OptionsFields options={options} values={feed.options} />
      </Fragment>
      <FormError error={form.error} />
      <div className="buttons">
        <Submit of={form} look="primary" busy="Saving...">
          Save changes
        </Submit>
      </div>
    </Form>
  )
}
