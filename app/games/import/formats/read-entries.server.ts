import { readCsv } from './csv-entries.server.ts'
import { ENTRY_LIMIT } from '../json-stream.server.ts'
import { decodeFeed } from './feed-text.server.ts'
import type { FlatEntry } from './flat-entry.ts'
import { readJson } from './json-list.server.ts'
import { type FeedFormat, sniffText } from './sniff-feed.server.ts'
import { readXml } from './xml-entries.server.ts'

/** Characters from which the format is found. */
const HEAD = 4096

type Reader = (texts: AsyncIterable<string>, head: string) => AsyncGenerator<FlatEntry[]>

const READERS: Record<FeedFormat, Reader> = { json: readJson, csv: readCsv, rss: readXml, atom: readXml }

/**
 * Finds the format of a feed and reads its entries, in batches. The source is closed after the last batch, after a
 * fault, and if the caller stops reading. Throws a FeedError.
 */
export async function openEntries(
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ format: FeedFormat; entries: AsyncGenerator<FlatEntry[]> }> {
  const texts = decodeFeed(chunks)
  let head = ''
  let length = 0
  let isOver = false
  try {
    // A feed may begin with blank text, but not without end.
    while (head.length < HEAD && length < ENTRY_LIMIT && !isOver) {
      const next = await texts.next()
      isOver = next.done ?? false
      length += next.value?.length ?? 0
      head = (head + (next.value ?? '')).trimStart()
    }
    const format = sniffText(head)
    return { format, entries: READERS[format](withHead(head, texts), head) }
  } catch (error) {
    await texts.return(undefined)
    throw error
  }
}

async function* withHead(head: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    yield head
    yield* rest
  } finally {
    // A reader that stops after the head has not reached `rest`.
    await rest.return(undefined)
  }
}
