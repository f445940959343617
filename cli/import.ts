import { parseArgs } from 'node:util'
import { FeedError } from '../app/games/import/feed-error.server.ts'
import { importFeed, type Refusal } from '../app/games/import/import-feed.server.ts'
import { PROVIDERS } from '../app/games/import/providers.server.ts'
import type { FetchLimits } from '../app/server/fetch-public.server.ts'

const USAGE = `Usage: npm run portal -- import <${PROVIDERS.map(({ name }) => name).join('|')}> <file or address> [--limit N] [--dry-run]`
const NO_LIMIT = '--limit needs a number from 1'

/**
 * `npm run portal -- import` (docs/product.md, Operators). Takes the arguments behind `import`, with the database
 * open; prints, and gives the exit code.
 */
export async function runImport(args: string[], limits: FetchLimits = {}): Promise<number> {
  const asked = parse(args)
  if (typeof asked === 'string') return complain(asked, USAGE)
  try {
    const { created, changed, unchanged, refused } = await importFeed({ ...asked, limits, onProgress: showProgress })
    hideProgress()
    for (const refusal of refused) console.log(describe(refusal))
    if (asked.dryRun) console.log('Dry run: nothing was written')
    console.log(`${created} new, ${changed} changed, ${unchanged} unchanged, ${refused.length} refused`)
    if (created + changed + unchanged) return 0
    return complain(refused.length ? 'No entry was accepted' : 'The feed has no games')
  } catch (error) {
    hideProgress()
    if (error instanceof FeedError) return complain(error.message)
    throw error
  }
}

type Asked = { provider: string; source: string; limit: number | undefined; dryRun: boolean }

/** Gives what is asked for, or what is wrong with it. */
function parse(args: string[]): Asked | string {
  try {
    const options = { limit: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [provider, source, ...more] = positionals
    if (values.limit !== undefined && !/^[1-9]\d{0,8}$/.test(values.limit)) return NO_LIMIT
    if (!provider) return 'the provider is missing'
    if (!source) return 'the file or address is missing'
    if (more.length) return `${more.length === 1 ? 'one word' : `${more.length} words`} too many: ${more.join(' ')}`
    return { provider, source, limit: values.limit ? Number(values.limit) : undefined, dryRun: values['dry-run'] }
  } catch (error) {
    return misuse((error as Error).message)
  }
}

/** In our words what `parseArgs` says: "Unknown option '--foo'. To specify…". */
function misuse(message: string): string {
  const [option = ''] = /--?[\w-]+/.exec(message) ?? []
  if (message.startsWith('Unknown')) return `unknown option ${option}`
  return option === '--limit' ? NO_LIMIT : `${option} takes no value`
}

function describe({ entry, title, reason }: Refusal): string {
  return `Refused entry ${entry}${title && ` "${title}"`}: ${reason}`
}

/** Each in one line; an address that someone typed may have any characters. */
function complain(...messages: string[]): number {
  for (const message of messages) console.error(message.replace(/\p{Cc}+/gu, ' '))
  return 1
}

function showProgress(entries: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${entries} entries read`)
}

function hideProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001B[K')
}
