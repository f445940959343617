import { Form, Submit, useForm } from '../../../forms/form.tsx'
import { FieldError } from '../../../ui/fields/field-frame.tsx'
import { FormError, TextField } from '../../../ui/fields/field.tsx'
import { Note } from '../../../ui/note.tsx'
import { ANY_PROVIDER, FEED_LIMITS, sourceRules } from '../feed-form-rules.ts'
import type { NewFeedStep } from './load-new-feed.server.ts'

/** The first step of adding a feed: its provider, and an address or a file. */
export function SourceForm({ step }: { step: Extract<NewFeedStep, { step: 'source' }> }) {
  const form = useForm(sourceRules)
  const provider = form.field('provider', step.given.provider)
  const file = form.field('file')
  return (
    <Form of={form} className="form new-feed-source" encType="multipart/form-data">
      {step.failure && <Note text={step.failure} isFault />}
      <fieldset
        className="console-card"
        tabIndex={-1}
        aria-invalid={provider.error ? true : undefined}
        aria-describedby={provider.error ? 'provider-error' : undefined}
      >
        <legend>Provider</legend>
        <div className="provider-tiles">
          {step.providers.map(({ name, label }) => (
            <label key={name} className="provider-tile" data-wide={name === ANY_PROVIDER || undefined}>
              <input type="radio" name="provider" value={name} defaultChecked={name === provider.defaultValue} />
              <span>
                {label} {name === ANY_PROVIDER && <small>You map its fields to the fields of a game.</small>}
              </span>
            </label>
          ))}
        </div>
        <FieldError id="provider-error" error={provider.error} />
      </fieldset>
      <fieldset className="console-card">
        <legend>Where the feed is</legend>
        <TextField
          {...form.field('address', step.given.address)}
          label="Address"
          hint="the provider shows it in your account"
          type="url"
          inputMode="url"
          placeholder="https://"
          maxLength={FEED_LIMITS.address}
          autoComplete="off"
          spellCheck={false}
        />
        <p className="new-feed-or">or</p>
        <TextField
          {...file}
          defaultValue={undefined}
          label="File"
          hint="up to 50 MB"
          type="file"
          accept=".json,.csv,.xml,.rss,.atom,.txt,application/json,text/csv,application/xml"
        />
      </fieldset>
      <FormError error={form.error} />
      <div className="buttons">
        <Submit of={form} look="primary" busy="Reading the feed...">
          Continue
        </Submit>
      </div>
    </Form>
  )
}
