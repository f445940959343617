import { redirect } from 'react-router'
import { database } from '../../../db/connection.server.ts'
import { readForm } from '../../../forms/read-form.ts'
import type { Player } from '../../../server/sessions/session.server.ts'
import {
  ANY_PROVIDER,
  GAME_HOST_FIELD,
  newFeedHref,
  newFeedRules,
  PICTURE_HOST_FIELD,
  runHref,
  sourceRules,
} from '../feed-form-rules.ts'
import { readFeedUpload } from '../feed-files.server.ts'
import { findFeedProvider } from '../providers/find-provider.server.ts'
import { saveProvider } from '../providers/save-provider.server.ts'
import { NAME_TAKEN, readOptions, settingsIn } from '../read-settings.server.ts'
import { startRun } from '../runs/start-run.server.ts'
import { createFeed, type FeedSettings, findTaken } from '../save-feed.server.ts'
import { loadNewFeed, sourceIn } from './load-new-feed.server.ts'
import { readMapping } from './preview.server.ts'

/** Reads the first step with its file, and redirects to the second step. */
export async function submitSource(request: Request) {
  const { form, stored, fault } = await readFeedUpload(request)
  const { values, errors, refuse } = readForm(sourceRules, form)
  if (errors) return refuse(errors)
  if (fault) return refuse({ file: fault.fault }, fault.status)
  const { provider, address } = values
  if (stored && address) return refuse({ address: 'Enter an address or choose a file, not both' })
  if (!stored && !address) return refuse({ address: 'Enter an address, or choose a file' })
  const next = newFeedHref({ provider, address, file: stored?.key ?? '', fileName: stored?.name ?? '' })
  // The source is read now, so that the form can show why it cannot be read.
  const step = await loadNewFeed(new URL(next, request.url).searchParams, { request, mayFetch: true })
  if (step.step === 'source') return refuse({ [stored ? 'file' : 'address']: step.failure ?? 'Choose a provider' })
  return redirect(next, 303)
}

/** Saves a feed and starts its first run. For any other feed, a new provider is saved first. */
export async function submitNewFeed(operator: Player, form: FormData) {
  const { values, errors, refuse } = readForm(newFeedRules, form)
  if (errors) return refuse(errors)
  const source = sourceIn(values)
  if (!source) return refuse({ form: 'The address or file is missing. Start again' })
  const isAny = values.provider === ANY_PROVIDER
  const known = isAny ? null : await findFeedProvider(values.provider)
  if (!isAny && !known) return refuse({ form: 'This provider does not exist any more. Start again' })
  const options = readOptions(form, known?.options ?? [])
  if ('refused' in options) return refuse({ form: options.refused })
  const settings: Omit<FeedSettings, 'provider'> = {
    ...settingsIn(values),
    address: 'address' in source ? source.address : null,
    fileKey: 'fileKey' in source ? source.fileKey : null,
    fileName: 'fileKey' in source ? source.fileName : null,
    options: options.values,
  }
  // Checked before the provider is saved, which would otherwise remain without a feed.
  if (await findTaken(database(), { ...settings, provider: '', address: null }, 0)) return refuse({ name: NAME_TAKEN })
  const provider = known ? { name: known.name } : await saveNewProvider(operator, values, form)
  if ('refused' in provider) return refuse({ form: provider.refused })
  const feed = await createFeed(operator, { ...settings, provider: provider.name })
  if ('taken' in feed)
    return refuse(feed.taken === 'name' ? { name: NAME_TAKEN } : { form: 'Another feed already has this address' })
  const run = await startRun({ feedId: feed.id, startedBy: 'operator', operator })
  return 'runId' in run ? redirect(runHref(run.runId), 303) : refuse({ form: 'The feed was deleted' }, 409)
}

function saveNewProvider(operator: Player, values: { label: string; mapping: string }, form: FormData) {
  const fields = new URLSearchParams(values.mapping)
  return saveProvider(operator, {
    name: null,
    label: values.label,
    mapping: readMapping((field) => fields.get(field) ?? ''),
    hosts: { games: hostsOf(form, GAME_HOST_FIELD), pictures: hostsOf(form, PICTURE_HOST_FIELD) },
  })
}

const hostsOf = (form: FormData, field: string) => form.getAll(field).filter((host) => typeof host === 'string')
