import { Form, Submit, useForm } from '../../../forms/form.tsx'
import { countOf } from '../../../lib/text.ts'
import { Checkbox, FormError, TextField } from '../../../ui/fields/field.tsx'
import { ANY_PROVIDER, GAME_HOST_FIELD, LOCAL_HOST, newFeedRules, PICTURE_HOST_FIELD } from '../feed-form-rules.ts'
import { OptionsFields, SettingsFields } from '../settings-fields.tsx'
import type { NewFeedStep } from './load-new-feed.server.ts'
import { mappingText } from './mapping-text.ts'
import type { SampleHost } from './preview.server.ts'

type Step = Exclude<NewFeedStep, { step: 'source' }>

/** Saves a feed with its settings, and starts its first run. */
export function NewFeedForm({ step }: { step: Step }) {
  const form = useForm(newFeedRules)
  const { source } = step
  return (
    <Form of={form} className="form console-card">
      <h2>{step.step === 'mapping' ? 'Provider and feed' : 'Settings'}</h2>
      <input type="hidden" name="provider" value={step.step === 'known' ? step.provider.name : ANY_PROVIDER} />
      <input type="hidden" name="address" value={'address' in source ? source.address : ''} />
      <input type="hidden" name="fileKey" value={'fileKey' in source ? source.fileKey : ''} />
      <input type="hidden" name="fileName" value={'fileKey' in source ? source.fileName : ''} />
      {step.step === 'mapping' && (
        <>
          <input type="hidden" name="mapping" value={mappingText(step.mapping)} />
          <TextField
            {...form.field('label', step.suggestedName)}
            label="Provider’s name"
            hint="as the games’ table and filters show it"
            maxLength={60}
            autoComplete="off"
            required
          />
          <HostFields
            name={GAME_HOST_FIELD}
            title="Hosts of games"
            note="Players’ browsers load games from the hosts that you approve. Games on other hosts are rejected."
            hosts={step.hosts.games}
          />
          <HostFields
            name={PICTURE_HOST_FIELD}
            title="Hosts of pictures"
            note="This portal fetches pictures from the hosts that you approve, and stores them."
            hosts={step.hosts.pictures}
          />
        </>
      )}
      <SettingsFields
        form={form}
        initial={{
          name: step.suggestedName,
          schedule: 'address' in source ? 'daily' : 'off',
          mode: 'review',
          usesDefaultRules: true,
          delistDays: 14,
        }}
      />
      {step.step === 'known' && <OptionsFields options={step.provider.options} />}
      <FormError error={form.error} />
      <p className="quiet">
        The portal reads the whole feed and shows what would change. Nothing changes until you apply the plan.
      </p>
      <div className="buttons">
        <Submit of={form} look="primary" busy="Saving...">
          Save and make a plan
        </Submit>
      </div>
    </Form>
  )
}

type HostsProps = { name: string; title: string; note: string; hosts: SampleHost[] }

function HostFields({ name, title, note, hosts }: HostsProps) {
  return (
    <fieldset className="host-fields">
      <legend>{title}</legend>
      <p>{note}</p>
      {hosts.map(({ host, entries, isLocal }) =>
        isLocal ? (
          <p key={host}>
            <strong>{host}</strong> <small className="quiet">{LOCAL_HOST}</small>
          </p>
        ) : (
          <Checkbox key={host} name={name} value={host}>
            <strong>{host}</strong> <small className="quiet">{countOf(entries, 'entry', 'entries')}</small>
          </Checkbox>
        ),
      )}
      {!hosts.length && <p className="quiet">There are none in the first entries.</p>}
    </fieldset>
  )
}
