import { Form, Submit, useForm } from '../../../forms/form.tsx'
import { countOf, formatCount } from '../../../lib/text.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { CursorPagination } from '../../../ui/cursor-pagination.tsx'
import { FormError } from '../../../ui/fields/field.tsx'
import { TabsNav } from '../../../ui/tabs-nav.tsx'
import { StatusChip } from '../../management/edit/status-card.tsx'
import { managedGameHref } from '../../management/management-rules.ts'
import { reviewHref } from '../feed-form-rules.ts'
import { describeEffect } from '../rules/rule-form-rules.ts'
import type { RuleMatches as Matches } from '../rules/rule-matches.server.ts'
import { rulingRules } from './rule-act-rules.ts'

type Props = {
  feedId: number
  /** Null unless the operator is reviewing existing games. */
  matches: Matches | null
  after: number
}

/** The existing games that a rule would change, with a checkbox for each. */
export function RuleMatches({ feedId, matches, after }: Props) {
  return (
    <section className="rule-matches" id="review" aria-labelledby="review-title">
      <h2 id="review-title">Existing games</h2>
      <p className="rules-text">
        Rules apply to new games at once. Existing games change only if you apply a rule to them.
      </p>
      {matches ? (
        <Review feedId={feedId} matches={matches} after={after} />
      ) : (
        <ButtonLink href={reviewHref(feedId, {})}>Find games that the rules would change</ButtonLink>
      )}
    </section>
  )
}

function Review({ feedId, matches, after }: { feedId: number; matches: Matches; after: number }) {
  const { rules, rule, games, checked, isComplete, next } = matches
  if (rule === null) return <p>This feed has no rules.</p>
  const isAll = isComplete && after === 0
  return (
    <>
      <TabsNav label="Rules">
        {rules.map(({ name, found }) => (
          <a
            key={name}
            href={reviewHref(feedId, { rule: name })}
            aria-current={name === rule ? 'page' : undefined}
            dir="auto"
          >
            {name} {found > 0 && <span className="chip">{isAll ? formatCount(found) : `${formatCount(found)}+`}</span>}
          </a>
        ))}
      </TabsNav>
      {games.length ? (
        <ApplyForm key={`${rule} ${after}`} rule={rule} games={games} />
      ) : (
        <p className="quiet">
          The rule {rule} would change none of {isAll ? 'the' : 'these'} {countOf(checked, 'game')}.
        </p>
      )}
      <CursorPagination
        start={after ? reviewHref(feedId, { rule }) : null}
        next={next === null ? null : reviewHref(feedId, { rule, after: String(next) })}
        labels={{ start: 'First page', next: 'Next page' }}
      />
    </>
  )
}

function ApplyForm({ rule, games }: { rule: string; games: Matches['games'] }) {
  const form = useForm(rulingRules, { intent: 'apply' })
  return (
    <Form of={form} className="rule-games-form">
      <input type="hidden" name="rule" value={rule} />
      <ul className="plan-entries">
        {games.map(({ id, title, picture, status, categories, change }) => (
          <li key={id} className="plan-entry">
            <span className="plan-tick">
              <input type="checkbox" name="game" value={id} defaultChecked aria-label={`Apply to ${title}`} />
            </span>
            <img className="plan-picture" src={picture.small} alt="" width="320" height="180" loading="lazy" />
            <div className="plan-about">
              <p className="plan-title">
                <a href={managedGameHref(id)} dir="auto">
                  {title}
                </a>
                <StatusChip status={status} />
              </p>
              <p className="plan-facts">
                {categories.map((category) => (
                  <span key={category} className="chip">
                    {category}
                  </span>
                ))}
              </p>
              <p className="plan-note">{describeEffect(change)}</p>
            </div>
          </li>
        ))}
      </ul>
      <FormError error={form.error} />
      <div className="apply-bar">
        <div className="buttons">
          <Submit of={form} look="primary" busy="Applying...">
            Apply the rule to the ticked games
          </Submit>
        </div>
        <p className="quiet">You can undo this for ten minutes on the page of games.</p>
      </div>
    </Form>
  )
}
