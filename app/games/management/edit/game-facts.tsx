import { href } from 'react-router'
import { formatDay, formatMoment } from '../../../lib/dates.ts'
import { countOf, formatCount } from '../../../lib/text.ts'
import { gameHref } from '../../catalogue/games-href.ts'
import { providerLabel } from '../../feeds/providers/provider-labels.ts'
import { describeEvidence } from '../../health/console/evidence.ts'
import { EvidenceList } from '../../health/console/evidence-list.tsx'
import { FIELD_LABELS, isAddedByHand, isSelfHosted } from '../management-rules.ts'
import { EDITED_FIELDS } from './edit-rules.ts'
import type { GameAct } from './game-acts.server.ts'
import type { GameEditor } from './load-game-editor.server.ts'

/** Plays, what points to a broken game, and what the feed says about it. */
export function GameFacts({ editor: { game, days, evidence } }: { editor: GameEditor }) {
  const sum = (name: 'plays' | 'failures') => days.reduce((total, day) => total + day[name], 0)
  const votes = game.likes + game.dislikes
  const facts: [name: string, value: string | null][] = [
    ['Plays in seven days', formatCount(sum('plays'))],
    ['Failed starts in seven days', formatCount(sum('failures'))],
    ['All plays', formatCount(game.views)],
    ['Votes', votes ? `${countOf(game.likes, 'like')}, ${countOf(game.dislikes, 'dislike')}` : 'None yet'],
    [
      'Provider',
      game.provider === 'own' ? (isSelfHosted(game) ? 'This portal' : 'Added by hand') : providerLabel(game.provider),
    ],
    ['The provider’s id', isAddedByHand(game) ? null : game.provider_game_id],
    ['Published by', game.published_by],
    ['Category in the feed', game.raw_category],
    ['Host', hostOf(game.url)],
    ['Added', formatDay(game.created_at)],
    ['Last change', formatMoment(game.updated_at)],
  ]
  return (
    <section className="console-card" aria-labelledby="facts">
      <h2 id="facts">Plays and provider</h2>
      <dl className="game-facts">
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
      </dl>
      {evidence && describeEvidence(evidence).length > 0 && (
        <>
          <h3>Does it work?</h3>
          <EvidenceList evidence={evidence} />
        </>
      )}
    </section>
  )
}

function hostOf(url: string | null): string | null {
  return url && (URL.parse(url)?.host ?? 'This portal')
}

export function FormerAddresses({ slugs }: { slugs: string[] }) {
  if (!slugs.length) return null
  return (
    <section className="console-card" aria-labelledby="former">
      <h2 id="former">Former addresses</h2>
      <p>They redirect to the game permanently, and no other game gets them.</p>
      <ul className="former-slugs">
        {slugs.map((slug) => (
          <li key={slug}>
            <a className="text-link" href={gameHref(slug)}>
              {gameHref(slug)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What operators, bulk actions and feeds did with the game, newest first. */
export function GameActs({ acts }: { acts: GameAct[] }) {
  return (
    <section className="console-card" aria-labelledby="acts">
      <h2 id="acts">History</h2>
      {acts.length ? (
        <ol className="game-acts">
          {acts.map((act) => (
            <li key={act.key}>
              <p>
                <strong>{act.who}</strong> {act.act}
                {act.why && `: ${act.why}`}
              </p>
              <Changes changes={act.changes} />
              <p className="quiet">
                <time dateTime={act.at.toISOString()}>{formatMoment(act.at)}</time>
                {act.to && (
                  <>
                    {' · '}
                    <a className="text-link" href={act.to}>
                      Details
                    </a>
                  </>
                )}
              </p>
            </li>
          ))}
        </ol>
      ) : (
        <p className="quiet">This game has not changed yet.</p>
      )}
      <a className="text-link" href={href('/admin/acts')}>
        Audit log
      </a>
    </section>
  )
}

function Changes({ changes }: Pick<GameAct, 'changes'>) {
  const fields = EDITED_FIELDS.filter((field) => changes[field])
  if (!fields.length) return null
  return (
    <details className="act-changes">
      <summary>{countOf(fields.length, 'change')}</summary>
      <dl>
        {fields.map((field) => (
          <div key={field}>
            <dt>{FIELD_LABELS[field]}</dt>
            <dd>
              <del dir="auto">{changes[field]?.from || 'empty'}</del>{' '}
              <ins dir="auto">{changes[field]?.to || 'empty'}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
