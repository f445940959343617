import { ArrowDown, ArrowUp, ChevronRight, Plus, Trash2 } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'
import type { FeedRule } from '../../../db/schema/feeds.server.ts'
import { Form, Submit, useForm } from '../../../forms/form.tsx'
import { Checkbox, FormError, TextField } from '../../../ui/fields/field.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { AGE_LABELS } from '../../management/management-rules.ts'
import {
  describeConditions,
  describeEffect,
  feedRuleForm,
  RULE_LIMITS,
  RULED_STATUSES,
  ruleFormOf,
} from '../rules/rule-form-rules.ts'
import { ruleActRules } from './rule-act-rules.ts'

type Props = {
  /** Null for the form that adds a rule. */
  rule: FeedRule | null
  index: number
  /** The number of rules. */
  count: number
  version: number
  /** The names of all categories. */
  categories: string[]
}

/** A rule with its form and its buttons to move and remove it. */
export function RuleCard({ rule, index, count, version, categories }: Props) {
  const form = useForm(feedRuleForm, { intent: `save-${index}` })
  const text = rule ? ruleFormOf(rule) : null
  // Without JavaScript, the page is loaded again to show an error. With it, the card is open then.
  const [isOpen] = useState(Object.keys(form.errors).length > 0)
  return (
    <details className="console-card rule" open={isOpen}>
      <summary>
        {rule ? (
          <>
            <ChevronRight className="rule-open" aria-hidden="true" />
            <strong dir="auto">{rule.name}</strong>
            <span className="chip">{describeEffect(rule.set)}</span>
            <small>{describeConditions(rule)}</small>
          </>
        ) : (
          <strong className="rule-add">
            <Plus aria-hidden="true" /> Add a rule
          </strong>
        )}
      </summary>
      <Form of={form} className="form rule-form" inert={form.isBusy}>
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="index" value={index} />
        {/* The key resets the fields to the stored values after a change of this rule, and not of another one. */}
        <Fragment key={JSON.stringify(rule)}>
          <TextField
            {...form.field('name', text?.name)}
            label="Name"
            hint="the audit log and plans mention it"
            maxLength={RULE_LIMITS.name}
            autoComplete="off"
            required
          />
          <fieldset className="rule-part">
            <legend>If a game has</legend>
            <TextArea
              {...form.field('words', text?.words)}
              label="Words or phrases"
              hint="in its texts, separated by commas"
              rows={2}
            />
            <div className="rule-columns">
              <TextField
                {...form.field('categories', text?.categories)}
                label="Categories"
                hint="separated by commas"
              />
              <TextField {...form.field('tags', text?.tags)} label="Tags" hint="separated by commas" />
              <TextField {...form.field('hosts', text?.hosts)} label="Hosts" hint="separated by commas" />
              <TextField
                {...form.field('smallerThan', text?.smallerThan)}
                label="A side smaller than"
                hint="pixels"
                inputMode="numeric"
              />
              <SelectField {...form.field('phones', text?.phones)} label="Phones">
                <option value="">Any</option>
                <option value="yes">Works on phones</option>
                <option value="no">Does not work on phones</option>
              </SelectField>
            </div>
            <Checkbox {...form.box('noPicture', Boolean(text?.noPicture))} value="on">
              No picture
            </Checkbox>
          </fieldset>
          <fieldset className="rule-part">
            <legend>Then</legend>
            <div className="rule-columns">
              <SelectField {...form.field('status', text?.status)} label="Status">
                <option value="">No change</option>
                {Object.entries(RULED_STATUSES).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </SelectField>
              <SelectField {...form.field('category', text?.category)} label="Category">
                <option value="">No change</option>
                {categories.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </SelectField>
              <SelectField {...form.field('ageRating', text?.ageRating)} label="Age rating">
                <option value="">No change</option>
                {Object.entries(AGE_LABELS).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </SelectField>
            </div>
          </fieldset>
        </Fragment>
        <FormError error={form.error} />
        <div className="buttons">
          <Submit of={form} look="primary" busy="Saving...">
            {rule ? 'Save the rule' : 'Add the rule'}
          </Submit>
        </div>
      </Form>
      {rule && (
        <div className="rule-acts">
          {index > 0 && (
            <RuleAct intent="move-up" index={index} version={version}>
              <ArrowUp aria-hidden="true" /> Move up
            </RuleAct>
          )}
          {index < count - 1 && (
            <RuleAct intent="move-down" index={index} version={version}>
              <ArrowDown aria-hidden="true" /> Move down
            </RuleAct>
          )}
          <RuleAct intent="remove" index={index} version={version}>
            <Trash2 aria-hidden="true" /> Remove <span className="sr-only">the rule {rule.name}</span>
          </RuleAct>
        </div>
      )}
    </details>
  )
}

type ActProps = { intent: string; index: number; version: number; children: ReactNode }

function RuleAct({ intent, index, version, children }: ActProps) {
  const form = useForm(ruleActRules, { intent })
  return (
    <Form of={form} className="console-form">
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="index" value={index} />
      <Submit of={form} look="quiet" size="small" busy="Saving...">
        {children}
      </Submit>
      <FormError error={form.error} />
    </Form>
  )
}
