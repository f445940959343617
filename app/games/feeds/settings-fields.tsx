import { listOf } from '../../lib/text.ts'
import { Checkbox, Choice, TextField } from '../../ui/fields/field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import type { AddressOption } from '../import/feed-entry.ts'
import { FEED_LIMITS, MODES, OPTION_FIELD, SCHEDULE_LABELS } from './feed-form-rules.ts'
import { DEFAULT_RULES } from './rules/default-rules.ts'

type Name = 'name' | 'schedule' | 'mode' | 'delistDays'
type FieldState = { name: string; error: string | undefined }

/** The state of a form that contains the settings. */
type Settings = {
  field: (name: Name, initial?: string) => FieldState & { defaultValue: string | undefined }
  box: (name: 'defaultRules', isTicked?: boolean) => FieldState & { defaultChecked: boolean }
}

type Props = {
  form: Settings
  initial: { name: string; schedule: string; mode: string; usesDefaultRules: boolean; delistDays: number }
}

/** The settings that all feeds have. */
export function SettingsFields({ form, initial }: Props) {
  const { name, schedule, mode, usesDefaultRules, delistDays } = initial
  return (
    <>
      <TextField
        {...form.field('name', name)}
        label="Name"
        hint="only operators see it"
        maxLength={FEED_LIMITS.name}
        autoComplete="off"
        required
      />
      <SelectField {...form.field('schedule', schedule)} label="Schedule">
        {Object.entries(SCHEDULE_LABELS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <Choice {...form.field('mode', mode)} label="New games" options={MODES} />
      <DefaultRules {...form.box('defaultRules', usesDefaultRules)} />
      <TextField
        {...form.field('delistDays', String(delistDays))}
        label="Days until a game that left the feed is hidden"
        hint={`0 to ${FEED_LIMITS.delistDays}`}
        inputMode="numeric"
        autoComplete="off"
        required
      />
    </>
  )
}

/** The switch for the default rules, with a description of their topics. */
function DefaultRules(box: { name: string; error: string | undefined; defaultChecked: boolean }) {
  return (
    <div className="default-rules">
      <Checkbox {...box} value="on">
        Use the default rules: games about {listOf(DEFAULT_RULES.map(({ name }) => name.toLowerCase()))} are held for
        review
      </Checkbox>
      <details>
        <summary>What they cover</summary>
        <dl>
          {DEFAULT_RULES.map(({ name, covers }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{covers}.</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  )
}

type OptionsProps = { options: readonly AddressOption[]; values?: Record<string, string> }

/** The operator's affiliate and publisher ids, if the provider has any. */
export function OptionsFields({ options, values = {} }: OptionsProps) {
  if (!options.length) return null
  return (
    <div className="feed-options">
      <p>
        The play URLs in this provider’s feeds contain ids, such as an affiliate id, that decide which account is paid.
        Enter your own to replace them. An id that you leave empty is removed.
      </p>
      {options.map(({ name, label }) => (
        <TextField
          key={name}
          name={OPTION_FIELD + name}
          label={label}
          hint="optional"
          defaultValue={values[name]}
          maxLength={FEED_LIMITS.option}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      ))}
    </div>
  )
}
