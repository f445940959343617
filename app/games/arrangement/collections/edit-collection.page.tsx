import { ArrowLeft, ExternalLink } from 'lucide-react'
import { href } from 'react-router'
import { requireStaff } from '../../../accounts/operators/require-staff.server.ts'
import { runOperatorForm, type Submission } from '../../../accounts/operators/run-operator-form.server.ts'
import '../../../accounts/operators/console.css'
import { fieldText, readForm, refuseIntent } from '../../../forms/read-form.ts'
import { RefusedNote } from '../../../forms/refused-note.tsx'
import { sendForm } from '../../../forms/send-form.ts'
import { formOf } from '../../../server/http/request-body.server.ts'
import { idOf, type Missing, notFound } from '../../../server/http/responses.server.ts'
import { pageMeta } from '../../../site/page-meta.ts'
import { siteOf } from '../../../site/use-site.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { listManagedGames, listProviders } from '../../management/table/list-managed-games.server.ts'
import { readGamesQuery } from '../../management/table/table-rules.ts'
import { listChanges } from '../changes/arrangement-changes.server.ts'
import { ChangeNotes } from '../changes/change-notes.tsx'
import { addToHomeHref, collectionHref } from '../collection-href.ts'
import type { Route } from './+types/edit-collection.page'
import {
  COLLECTION_DONE,
  collectionRules,
  gameOfCollectionRules,
  pickedOrderRules,
  readRule,
  ruleTexts,
} from './collection-rules.ts'
import { EditCollectionForm } from './edit-collection-form.tsx'
import { findManagedCollection, listPickedGames } from './find-collections.server.ts'
import { pickGame, reorderPicked, unpickGame } from './pick-games.server.ts'
import { PickedGames } from './picked-games.tsx'
import { joinProviders } from './rule-form.server.ts'
import { saveCollection } from './save-collections.server.ts'
import '../arrangement.css'

const FOUND = 10

export async function loader({ request, params }: Route.LoaderArgs) {
  await requireStaff(request, 'games')
  const id = idOf(params.id, NO_COLLECTION)
  const collection = await findManagedCollection(id)
  if (!collection) throw notFound(NO_COLLECTION)
  const query = readGamesQuery(new URL(request.url).searchParams)
  const search = { ...query, status: '', after: 0, sort: 'newest' } as const
  const [picked, providers, found, changes] = await Promise.all([
    collection.rule ? [] : listPickedGames(id),
    collection.rule ? listProviders() : [],
    query.q && !collection.rule ? listManagedGames({ ...search }, FOUND) : { games: [] },
    listChanges(['collection']),
  ])
  const games = found.games.map(({ id, title, provider, status, picture }) => ({
    id,
    title,
    provider,
    status,
    picture,
  }))
  return {
    collection,
    rule: collection.rule && ruleTexts(collection.rule),
    picked,
    providers,
    found: games,
    q: query.q,
    changes,
  }
}

/** Saves a collection, or adds, moves and removes its games (docs/product.md#collections). */
export async function action({ request, params }: Route.ActionArgs) {
  const operator = await requireStaff(request, 'games')
  const id = idOf(params.id, NO_COLLECTION)
  const form = joinProviders(await formOf(request))
  const { search } = new URL(request.url)
  const submission: Submission = { request, form, redirectTo: href('/admin/collections/:id', params) + search }
  switch (fieldText(form, 'intent')) {
    case 'save': {
      const { values, errors, refuse } = readForm(collectionRules, form)
      if (errors) return refuse(errors)
      const isByRule = fieldText(form, 'kind') === 'rule'
      const read = isByRule ? readRule(values) : { rule: null }
      if ('field' in read) return refuse({ [read.field]: read.why })
      return runOperatorForm(submission, {
        rules: collectionRules,
        done: COLLECTION_DONE.saved,
        run: () => saveCollection(operator, id, { ...values, rule: read.rule }),
      })
    }
    case 'add':
      return runOperatorForm(submission, {
        rules: gameOfCollectionRules,
        done: COLLECTION_DONE.added,
        run: ({ game }) => pickGame(operator, id, game),
      })
    case 'order':
      if (form.has('remove')) {
        const game = Number(fieldText(form, 'remove')) || 0
        return runOperatorForm(submission, {
          rules: pickedOrderRules,
          done: COLLECTION_DONE.removed,
          run: () => unpickGame(operator, id, game),
        })
      }
      return runOperatorForm(submission, {
        rules: pickedOrderRules,
        done: COLLECTION_DONE.moved,
        run: (values) => reorderPicked(operator, id, values),
      })
    default:
      return refuseIntent()
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction)
}

const NO_COLLECTION: Missing = {
  name: 'Collection not found',
  title: 'Collection not found',
  text: 'No collection has this number.',
  action: { label: 'All collections', href: href('/admin/collections') },
}

export function meta({ matches, params, loaderData }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: loaderData?.collection.name ?? 'Collection',
    description: 'Edit a collection and its games.',
    path: href('/admin/collections/:id', params),
    noindex: true,
  })
}

/** A collection with its games or its rule. */
export default function EditCollectionPage({ loaderData, params }: Route.ComponentProps) {
  const { collection, rule, picked, providers, found, q, changes } = loaderData
  const { id, slug, name, isHidden } = collection
  return (
    // The key resets the forms when another collection is shown.
    <div key={id}>
      <a className="back-link" href={href('/admin/collections')}>
        <ArrowLeft aria-hidden="true" /> All collections
      </a>
      <header className="arrange-head">
        <h1 dir="auto">{name}</h1>
        {!isHidden && (
          <div>
            <a className="text-link" href={addToHomeHref(id)}>
              Add to the home page
            </a>
            <a className="text-link" href={collectionHref(slug)} target="_blank" rel="noopener">
              Open its page <ExternalLink aria-hidden="true" size={14} />
              <span className="sr-only"> in a new tab</span>
            </a>
          </div>
        )}
      </header>
      <RefusedNote />
      <ChangeNotes changes={changes} />
      <div className={rule ? 'arrange-columns arrange-single' : 'arrange-columns'}>
        {!rule && <PickedGames collection={collection} picked={picked} found={found} q={q} />}
        <div className="arrange-side">
          <section className="console-card">
            <EditCollectionForm collection={collection} rule={rule} providers={providers} />
          </section>
          <div>
            <ButtonLink look="destructive" href={href('/admin/collections/:id/delete', params)}>
              Delete the collection
            </ButtonLink>
          </div>
        </div>
      </div>
    </div>
  )
}
