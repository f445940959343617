import { FeedError } from '../app/games/import/feed-error.server.ts'
import { importFeed } from '../app/games/import/import-feed.server.ts'
import type { Refusal } from '../app/games/import/read-games.server.ts'
import { type ImportReport, SHOWN_TITLES } from '../app/games/import/read-report.server.ts'
import { countOf, formatCount } from '../app/lib/text.ts'
import { printError } from './command-line.ts'

type Options = { limit?: number; dryRun?: boolean }

/**
 * Runs `npm run portal -- import` (docs/product.md#operators) on an open database: imports a feed from a file or an
 * address, prints the result and returns the exit code.
 */
export async function runImport(provider: string, source: string, options: Options = {}): Promise<number> {
  try {
    const report = await importFeed({
      provider,
      source,
      ...options,
      onProgress: (entries) => showProgress(`Reading: ${countOf(entries, 'entry', 'entries')}`),
      onApplied: (done, total) => showProgress(progressBar(done, total)),
    })
    hideProgress()
    for (const line of linesOf(report, options.dryRun ?? false)) console.log(line)
    const { created, changed, unchanged, refused } = report
    // The specification quotes this line.
    console.log(`${created} new, ${changed} changed, ${unchanged} unchanged, ${refused.length} refused`)
    if (created + changed + unchanged) return 0
    return printError(refused.length ? 'No entry was accepted' : 'The feed has no games')
  } catch (error) {
    hideProgress()
    if (error instanceof FeedError) return printError(error.message)
    throw error
  }
}

/** Returns the lines printed before the numbers. A dry run also lists the first games of each kind. */
function linesOf({ created, changed, refused, plan }: ImportReport, isDryRun: boolean): string[] {
  const { first, relisted, duplicates, rulings, skipped } = plan
  const named = (games: { title: string; fields: string[] }[]) =>
    games.map(({ title, fields }) => (fields.length ? `${title} (${fields.map(fieldName).join(', ')})` : title))
  return [
    ...refused.map(describe),
    ...(isDryRun ? listOf('New', created, named(first.new)) : []),
    ...(isDryRun ? listOf('Changed', changed - relisted, named(first.changed)) : []),
    ...(isDryRun ? listOf('In the feed again', relisted, named(first.relisted)) : []),
    ...listOf(
      'Matched by rules',
      rulings.length,
      rulings.map(({ title, rulings: all }) => `${title}: ${all.map(describeRuling).join('; ')}`),
    ),
    ...listOf(
      'Possible duplicates',
      duplicates.length,
      duplicates.map(({ title, of }) => `${title}: ${of.map((one) => `“${one.title}” has ${one.why}`).join('; ')}`),
    ),
    ...(skipped ? [`Skipped because they changed during the import: ${countOf(skipped, 'game')}`] : []),
    ...(isDryRun ? ['Dry run: nothing was written'] : []),
  ]
}

/** A heading with the number, the first lines, and the number of the remaining lines. */
function listOf(heading: string, count: number, lines: string[]): string[] {
  if (!count) return []
  const shown = lines.slice(0, SHOWN_TITLES)
  const more = count - shown.length
  return [
    `${heading}: ${formatCount(count)}`,
    ...shown.map((line) => `  ${line}`),
    ...(more > 0 ? [`  and ${formatCount(more)} more`] : []),
  ]
}

function describe({ entry, title, reason }: Refusal): string {
  return `Rejected entry ${entry}${title && ` "${title}"`}: ${reason}`
}

function describeRuling({ rule, status, category, ageRating }: ImportReport['plan']['rulings'][0]['rulings'][0]) {
  const set = [status, category, ageRating && `age rating ${ageRating}`].filter(Boolean).join(', ')
  return `${rule}${set && ` (${set})`}`
}

/** Returns a column's display name: `how_to_play` becomes "how to play". */
function fieldName(column: string): string {
  return column.replace(/^feed_value:/, '').replaceAll('_', ' ')
}

const BAR = 24

function progressBar(done: number, total: number): string {
  const share = total ? done / total : 1
  const full = Math.round(share * BAR)
  return `Importing [${'#'.repeat(full)}${'.'.repeat(BAR - full)}] ${Math.floor(share * 100)}% of ${formatCount(total)}`
}

function showProgress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${line}`)
}

function hideProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001B[K')
}
