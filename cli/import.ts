import { FeedError } from '../app/games/import/feed-error.server.ts'
import { importFeed, type Refusal } from '../app/games/import/import-feed.server.ts'
import { printError } from './command-line.ts'

type Options = { limit?: number; dryRun?: boolean }

/**
 * Runs `npm run portal -- import` (docs/product.md#operators) on an open database: imports a feed from a file or an
 * address, prints the result and returns the exit code.
 */
export async function runImport(provider: string, source: string, options: Options = {}): Promise<number> {
  try {
    const { created, changed, unchanged, refused } = await importFeed({
      provider,
      source,
      ...options,
      onProgress: showProgress,
    })
    hideProgress()
    for (const refusal of refused) console.log(describe(refusal))
    if (options.dryRun) console.log('Dry run: nothing was written')
    console.log(`${created} new, ${changed} changed, ${unchanged} unchanged, ${refused.length} refused`)
    if (created + changed + unchanged) return 0
    return printError(refused.length ? 'No entry was accepted' : 'The feed has no games')
  } catch (error) {
    hideProgress()
    if (error instanceof FeedError) return printError(error.message)
    throw error
  }
}

function describe({ entry, title, reason }: Refusal): string {
  return `Refused entry ${entry}${title && ` "${title}"`}: ${reason}`
}

function showProgress(entries: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${entries} entries read`)
}

function hideProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001B[K')
}
