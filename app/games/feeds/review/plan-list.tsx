import { type ReactNode, useEffect, useRef } from 'react'
import { Form, Submit, useForm } from '../../../forms/form.tsx'
import { countOf, formatCount, listOf } from '../../../lib/text.ts'
import { FormError } from '../../../ui/fields/field.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { TabsNav } from '../../../ui/tabs-nav.tsx'
import { feedHref } from '../feed-form-rules.ts'
import { type FeedRun, hasNoChanges, type PlanFilter, type PlanPage } from '../runs/feed-run.ts'
import { PlanEntryItem } from './plan-entry.tsx'
import { planHref, tabsOf } from './plan-query.ts'
import { choiceRules, pageChoiceRules } from './run-forms-rules.ts'
import { KIND_TEXTS } from './run-texts.ts'

type Props = { run: FeedRun; query: PlanFilter; plan: PlanPage }

/** The entries of a plan in tabs and pages. Each has a checkbox while the plan can be changed. */
export function PlanList({ run, query, plan }: Props) {
  const { kind, filter, page } = query
  const here = planHref(run.id, query)
  return (
    <section className="plan" aria-label="Plan">
      <TabsNav label="Entries">
        {tabsOf(run).map((tab) => (
          <a
            key={tab.label}
            href={planHref(run.id, tab)}
            aria-current={tab.kind === kind && tab.filter === filter ? 'page' : undefined}
          >
            {tab.label} <span className="chip">{formatCount(tab.count)}</span>
          </a>
        ))}
      </TabsNav>
      {kind && <p className="plan-text">{KIND_TEXTS[kind]}</p>}
      {run.isSaved && <RejectedHosts feedId={run.feedId} plan={plan} />}
      {run.state === 'planned' && plan.count > 0 && kind !== 'rejected' && canLeaveOut(run) && (
        <Choices run={run} query={query} />
      )}
      {/* The key resets the checkboxes when another page is shown. */}
      <PageForm key={here} run={run} query={query} plan={plan} />
      <Pagination page={page} pages={plan.pages} hrefOf={(to) => planHref(run.id, { kind, filter, page: to })} />
    </section>
  )
}

/** Whether the plan has entries that are not rejected. */
const canLeaveOut = ({ counts }: FeedRun) => counts !== null && !hasNoChanges(counts)

/** The unapproved hosts because of which entries on the page were rejected, with a link to approve them. */
function RejectedHosts({ feedId, plan }: { feedId: number; plan: PlanPage }) {
  const found = plan.entries.map(({ reason }) => /host that is not the provider's: (\S+)$/.exec(reason ?? '')?.[1])
  const hosts = [...new Set(found.filter((host) => host !== undefined))]
  if (!hosts.length) return null
  return (
    <p className="note plan-hosts">
      Games on {listOf(hosts)} were rejected. If you trust {hosts.length === 1 ? 'this host' : 'these hosts'},{' '}
      <a className="text-link" href={`${feedHref(feedId)}#hosts`}>
        approve {hosts.length === 1 ? 'it' : 'them'} on the feed’s page
      </a>{' '}
      and run the feed again.
    </p>
  )
}

/** Entries of old runs are deleted, so the page shows only a note. */
const FORGOTTEN = 'The entries of this old run are no longer stored.'

/**
 * The checkboxes of a page. With JavaScript, each change is saved at once, or after the changes that are being saved: a
 * request that the router aborts could be stored after the next one. Without JavaScript, a button saves the page.
 */
function PageForm({ run, query, plan }: Props) {
  const touched = useRef<HTMLInputElement>(null)
  const form = useForm(pageChoiceRules, {
    intent: 'choose',
    onDone: (isReset) => {
      if (!isReset) ref.current?.requestSubmit()
      else if (touched.current) touched.current.value = ''
    },
  })
  const { ref } = form.frame
  // A checkbox that was hydrated or clicked does not follow its `defaultChecked`, for example after "Include all".
  useEffect(() => {
    if (!touched.current?.value) ref.current?.reset()
  }, [plan, ref])
  const isOpen = run.state === 'planned'
  const list = (
    <ul className="plan-entries">
      {plan.entries.map((entry) => (
        <PlanEntryItem key={entry.position} runId={run.id} entry={entry} isOpen={isOpen} />
      ))}
    </ul>
  )
  const canChoose = isOpen && plan.entries.some(({ kind }) => kind !== 'rejected')
  if (!plan.entries.length) {
    const tab = tabsOf(run).find((one) => one.kind === query.kind && one.filter === query.filter)
    return <p className="quiet plan-text">{tab?.count && plan.count === 0 ? FORGOTTEN : 'No entries here.'}</p>
  }
  if (!canChoose) return list
  return (
    <Form
      of={form}
      className="plan-form"
      onInput={({ currentTarget, target }) => {
        touched.current!.value += `,${(target as HTMLInputElement).value}`
        if (!form.isBusy) currentTarget.requestSubmit()
      }}
    >
      <input
        type="hidden"
        name="was"
        value={plan.entries.flatMap(({ isChosen, position }) => (isChosen ? [position] : [])).join(',')}
      />
      <input type="hidden" name="touched" ref={touched} />
      {list}
      <FormError error={form.error} />
      <noscript>
        <Submit of={form}>Save the choice on this page</Submit>
      </noscript>
    </Form>
  )
}

/** Excludes or includes all entries of the tab, or all suspected duplicates. */
function Choices({ run, query }: { run: FeedRun; query: PlanFilter }) {
  const of = query.filter === 'skipped' ? 'all' : (query.kind ?? query.filter ?? 'all')
  const duplicates = run.counts?.duplicates ?? 0
  return (
    <div className="plan-choices">
      <ChoiceButton of={of} isChosen="no">
        Leave all {of === 'all' ? '' : 'of these '}out
      </ChoiceButton>
      <ChoiceButton of={of} isChosen="yes">
        Include all{of === 'all' ? '' : ' of these'}
      </ChoiceButton>
      {duplicates > 0 && of !== 'duplicates' && (
        <ChoiceButton of="duplicates" isChosen="no">
          Leave out {countOf(duplicates, 'suspected duplicate')}
        </ChoiceButton>
      )}
    </div>
  )
}

type ChoiceProps = { of: string; isChosen: 'yes' | 'no'; children: ReactNode }

function ChoiceButton({ of, isChosen, children }: ChoiceProps) {
  const form = useForm(choiceRules, { intent: 'choose-all' })
  return (
    <Form of={form} className="console-form">
      <input type="hidden" name="of" value={of} />
      <input type="hidden" name="isChosen" value={isChosen} />
      <Submit of={form} look="outline" size="small" busy="Saving...">
        {children}
      </Submit>
      <FormError error={form.error} />
    </Form>
  )
}
