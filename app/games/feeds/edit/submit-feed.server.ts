import { runOperatorForm, type Submission } from '../../../accounts/operators/run-operator-form.server.ts'
import { readForm } from '../../../forms/read-form.ts'
import { formDone } from '../../../server/http/responses.server.ts'
import type { Player } from '../../../server/sessions/session.server.ts'
import type { Mapping } from '../../import/mapping/guess-mapping.ts'
import { FEED_DONE, feedRules, fieldsRules, hostsRules, removeHostRules } from '../feed-form-rules.ts'
import type { FeedUpload } from '../feed-files.server.ts'
import { findFeed } from '../find-feed.server.ts'
import { findFeedProvider, listProviders } from '../providers/find-provider.server.ts'
import { approveHosts, removeHosts, saveProvider } from '../providers/save-provider.server.ts'
import { NAME_TAKEN, readOptions, settingsIn } from '../read-settings.server.ts'
import { changeFeed } from '../save-feed.server.ts'
import { readMapping } from '../setup/preview.server.ts'

type Sent = Submission & FeedUpload & { operator: Player; id: number }

/** Saves the settings of a feed. */
export async function submitFeed({ request, redirectTo, form, operator, id, stored, fault }: Sent) {
  const { values, errors, refuse } = readForm(feedRules, form)
  if (errors) return refuse(errors)
  if (fault) return refuse({ file: fault.fault }, fault.status)
  const feed = await findFeed(id)
  const provider = await findFeedProvider(feed.provider)
  const options = readOptions(form, provider?.options ?? [])
  if ('refused' in options) return refuse({ form: options.refused })
  const { address } = values
  if (stored && address && address !== feed.address)
    return refuse({ address: 'Enter an address or choose a file, not both' })
  if (!stored && !address && !feed.fileKey) return refuse({ address: 'Enter an address, or choose a file' })
  const source = stored
    ? { address: null, fileKey: stored.key, fileName: stored.name }
    : address
      ? { address, fileKey: null, fileName: null }
      : { address: null, fileKey: feed.fileKey, fileName: feed.fileName }
  const target = { operator, id, version: values.version }
  const result = await changeFeed(target, { ...settingsIn(values), ...source, options: options.values })
  if ('taken' in result)
    return refuse(result.taken === 'name' ? { name: NAME_TAKEN } : { address: ADDRESS_TAKEN[result.taken] })
  if (result.outcome === 'done') return formDone(request, redirectTo, FEED_DONE.saved)
  return refuse({ form: CHANGED }, 409)
}

const ADDRESS_TAKEN = {
  address: 'Another feed already has this address',
  imported: 'The import command has read this address. Add it as a new feed instead',
}

const CHANGED = 'Another operator changed or deleted this feed after you opened it. Reload to see the changes'

/** Saves the mapping of an added provider. Built-in providers have none. */
export function submitFields(sent: Submission, { operator, id }: { operator: Player; id: number }) {
  return runOperatorForm(sent, {
    rules: fieldsRules,
    done: FEED_DONE.fields,
    run: async ({ mapping, seen }) => {
      const feed = await findFeed(id)
      const provider = (await listProviders()).find(({ name }) => name === feed.provider)
      if (!provider?.mapping) return { outcome: 'gone' }
      const { name, label } = provider
      const hosts = { games: [], pictures: [] }
      const saved = await saveProvider(operator, {
        name,
        label,
        mapping: mappingIn(mapping),
        seen: mappingIn(seen),
        hosts,
      })
      return 'refused' in saved ? { outcome: 'forbidden', why: saved.refused } : { outcome: 'done' }
    },
  })
}

function mappingIn(text: string): Mapping {
  const fields = new URLSearchParams(text)
  return readMapping((field) => fields.get(field) ?? '')
}

/** Approves hosts for a feed's provider. */
export function submitHosts(sent: Submission, { operator, id }: { operator: Player; id: number }) {
  return runOperatorForm(sent, {
    rules: hostsRules,
    done: FEED_DONE.hosts,
    run: async ({ games, pictures }) => {
      const hosts = { games: hostsIn(games), pictures: hostsIn(pictures) }
      if (!hosts.games.length && !hosts.pictures.length) return { outcome: 'forbidden', why: 'Enter a host' }
      return approveHosts(operator, (await findFeed(id)).provider, hosts)
    },
  })
}

/** Withdraws the approval of one host. */
export function submitHostRemoval(sent: Submission, { operator, id }: { operator: Player; id: number }) {
  return runOperatorForm(sent, {
    rules: removeHostRules,
    done: FEED_DONE.hostRemoved,
    run: async ({ host, use }) =>
      removeHosts(operator, (await findFeed(id)).provider, { [use === 'pictures' ? 'pictures' : 'games']: [host] }),
  })
}

function hostsIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean)
}
