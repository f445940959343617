import { Readable, pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { FeedError } from '../feed-error.server.ts'
import { addField, type FlatEntry } from './flat-entry.ts'

const DELIMITERS = [',', ';', '\t', '|']
/** As for JSON (json-stream.server.ts), in bytes. */
const ENTRY_LIMIT = 1024 * 1024
const HEADER_LIMIT = 20_000
const BATCH = 100
const MAX_COLUMNS = 300

/** Returns the delimiter that occurs most often in the first line, outside of quotes, or null. */
export function delimiterOf(text: string): string | null {
  const line = /^(?:"[^"]*"|[^"\r\n])*/.exec(text.trimStart().slice(0, HEADER_LIMIT))?.[0] ?? ''
  const bare = line.replace(/"[^"]*"/g, '')
  const counts = DELIMITERS.map((delimiter) => bare.split(delimiter).length - 1)
  const most = Math.max(...counts)
  return most ? (DELIMITERS[counts.indexOf(most)] as string) : null
}

/**
 * Reads CSV with any of four delimiters. The first line names the fields. If it contains an address, it is a game, and
 * the fields are `column 1`, `column 2` and so on. Throws a FeedError.
 *
 * @param head the start of the text, with its first line
 */
export async function* readCsv(texts: AsyncIterable<string>, head: string): AsyncGenerator<FlatEntry[]> {
  const parser = parse({
    delimiter: delimiterOf(head) ?? ',',
    max_record_size: ENTRY_LIMIT,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  })
  // Errors of both reach the loop.
  pipeline(Readable.from(texts), parser, () => {})
  let names: string[] | undefined
  let batch: FlatEntry[] = []
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      if (!names) {
        if (record.length > MAX_COLUMNS) throw new FeedError(`has more than ${MAX_COLUMNS} columns`)
        const hasHeader = !record.some((cell) => /^\s*(https?:\/\/|<iframe\b)/i.test(cell))
        names = record.map((cell, at) => (hasHeader && cell.trim()) || `column ${at + 1}`)
        if (hasHeader) continue
      }
      batch.push(entryOf(names, record))
      if (batch.length < BATCH) continue
      yield batch
      batch = []
    }
  } catch (error) {
    throw error instanceof CsvError ? new FeedError(describe(error), { cause: error }) : error
  }
  if (batch.length) yield batch
}

/** Columns of the same name are one field. Cells beyond the header are ignored. */
function entryOf(names: string[], record: string[]): FlatEntry {
  const entry = new Map<string, string[]>()
  names.forEach((name, at) => addField(entry, name, record[at] ?? ''))
  return entry
}

function describe({ code, lines }: CsvError): string {
  if (code === 'CSV_MAX_RECORD_SIZE') return 'has an entry of more than a million characters'
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'is not CSV: a quoted field has no end'
  return `is not CSV: wrong in line ${Number(lines) || 1}`
}
