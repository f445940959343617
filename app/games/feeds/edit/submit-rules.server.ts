import { runOperatorForm, type Submission } from '../../../accounts/operators/run-operator-form.server.ts'
import type { ActOutcome } from '../../../accounts/operators/audit-log.server.ts'
import type { FeedRule } from '../../../db/schema/feeds.server.ts'
import { fieldText, refuseIntent } from '../../../forms/read-form.ts'
import type { Player } from '../../../server/sessions/session.server.ts'
import { countOf } from '../../../lib/text.ts'
import { FEED_DONE, feedRulesHref } from '../feed-form-rules.ts'
import { findFeed } from '../find-feed.server.ts'
import { describeConditions, describeEffect, feedRuleForm, RULE_LIMITS, ruleOf } from '../rules/rule-form-rules.ts'
import { applyRuleTo } from '../rules/apply-rule.server.ts'
import { MATCHES_ON_PAGE } from '../rules/rule-matches.server.ts'
import { changeRules } from '../save-feed.server.ts'
import { ruleActRules, rulingRules } from './rule-act-rules.ts'

type Sent = { request: Request; form: FormData; operator: Player; id: number }

/** Handles the forms on the page of a feed's rules. */
export async function submitRules({ request, form, operator, id }: Sent) {
  const { search } = new URL(request.url)
  const submission: Submission = { request, form, redirectTo: feedRulesHref(id) + search }
  const intent = fieldText(form, 'intent')
  if (intent === 'apply') return submitRuling(submission, operator, id)
  if (/^save-\d{1,2}$/.test(intent)) {
    return runOperatorForm(submission, {
      rules: feedRuleForm,
      done: FEED_DONE.rules,
      run: (values) => {
        const rule = ruleOf(values)
        return change(form, operator, id, (rules, index) => {
          if (rules.some(({ name }, at) => at !== index && name === rule.name)) return NAME_TAKEN
          if (index >= RULE_LIMITS.rules) return TOO_MANY
          const what = `${describeConditions(rule)}: ${describeEffect(rule.set)}`
          return {
            rules: [...rules.slice(0, index), rule, ...rules.slice(index + 1)],
            what: `Rule ${rule.name} ${index < rules.length ? 'changed' : 'added'} (${what})`,
          }
        })
      },
    })
  }
  const acts: Record<string, Change> = {
    'move-up': (rules, index) => swap(rules, index, index - 1),
    'move-down': (rules, index) => swap(rules, index, index + 1),
    remove: (rules, index) =>
      rules[index]
        ? { rules: rules.toSpliced(index, 1), what: `Rule ${rules[index].name} removed` }
        : { outcome: 'changed' },
  }
  const act = Object.hasOwn(acts, intent) ? acts[intent] : undefined
  if (!act) return refuseIntent()
  return runOperatorForm(submission, {
    rules: ruleActRules,
    done: FEED_DONE.rules,
    run: () => change(form, operator, id, act),
  })
}

type Change = (rules: FeedRule[], index: number) => { rules: FeedRule[]; what: string } | ActOutcome

const NAME_TAKEN = { outcome: 'forbidden', why: 'Another rule of this feed has this name' } as const
const TOO_MANY = { outcome: 'forbidden', why: `A feed has at most ${RULE_LIMITS.rules} rules` } as const

/** Changes the rules if the feed still has the version that the form names. */
async function change(form: FormData, operator: Player, id: number, work: Change): Promise<ActOutcome> {
  const { version, index } = ruleActRules.parse(Object.fromEntries(form))
  const feed = await findFeed(id)
  if (feed.version !== version || index > feed.rules.length) return { outcome: 'changed' }
  const changed = work(feed.rules, index)
  return 'outcome' in changed ? changed : changeRules({ operator, id, version }, changed.rules, changed.what)
}

function swap(rules: FeedRule[], index: number, other: number): ReturnType<Change> {
  const [rule, neighbour] = [rules[index], rules[other]]
  if (!rule || !neighbour) return { outcome: 'changed' }
  return { rules: rules.with(index, neighbour).with(other, rule), what: `Rule ${rule.name} moved to ${other + 1}` }
}

/** Applies a rule to the existing games that the operator ticked. */
function submitRuling(submission: Submission, operator: Player, id: number) {
  const { form } = submission
  const ids = form
    .getAll('game')
    .slice(0, MATCHES_ON_PAGE)
    .flatMap((text) => (typeof text === 'string' && /^[1-9]\d{0,8}$/.test(text) ? [Number(text)] : []))
  return runOperatorForm(submission, {
    rules: rulingRules,
    done: '',
    run: async ({ rule }) => {
      if (!ids.length) return { outcome: 'forbidden', why: 'Tick the games first' }
      const applied = await applyRuleTo(operator, await findFeed(id), rule, ids)
      if (applied.outcome === 'changed') return applied
      return { outcome: 'done', message: `Rule ${rule} applied to ${countOf(applied.games, 'game')}` }
    },
  })
}
