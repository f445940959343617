import { ChevronRight } from 'lucide-react'
import { DEFAULT_RULES } from '../rules/default-rules.ts'
import { describeEffect } from '../rules/rule-form-rules.ts'
import { feedHref } from '../feed-form-rules.ts'

/** The default rules, which a setting of the feed turns on and off. */
export function DefaultRulesCard({ isOn, feedId }: { isOn: boolean; feedId: number }) {
  return (
    <details className="console-card rule" data-off={!isOn || undefined}>
      <summary>
        <ChevronRight className="rule-open" aria-hidden="true" />
        <strong>Default rules</strong>
        <span className="chip">{isOn ? 'On' : 'Off'}</span>
        <small>{DEFAULT_RULES.map(({ name }) => name).join(', ')}</small>
      </summary>
      <dl className="default-rules-list">
        {DEFAULT_RULES.map(({ name, covers, set }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {covers}. <span className="quiet">{describeEffect(set)}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p>
        <a className="text-link" href={feedHref(feedId)}>
          {isOn ? 'Switch them off' : 'Switch them on'} in the settings
        </a>
      </p>
    </details>
  )
}
