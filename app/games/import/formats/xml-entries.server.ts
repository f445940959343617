import sax from 'sax'
import { FeedError } from '../feed-error.server.ts'
import { ENTRY_LIMIT } from '../json-stream.server.ts'
import { addField, type FlatEntry } from './flat-entry.ts'

const DEPTH_LIMIT = 50

/** An ampersand that should have been escaped: "Tom & Jerry", "?a=1&b=2". Its meaning is clear. */
const STRAY = /&(?!(?:#\d{1,9}|#x[\da-f]{1,9}|[a-z]\w{0,40});)/gi
const UNFINISHED = /&#?\w{0,41}$/
/** Replaces such an ampersand while the text is parsed: a private-use character, which feeds do not contain. */
const MARK = '\uE000'
const markAmpersands = (text: string) => text.replace(STRAY, MARK)
const unmark = (text: string) => text.replaceAll(MARK, '&')

/** Reads the items of RSS, or the entries of Atom. Throws a FeedError. */
export async function* readXml(texts: AsyncIterable<string>): AsyncGenerator<FlatEntry[]> {
  const read = xmlReader()
  for await (const text of texts) {
    const entries = read(text)
    if (entries.length) yield entries
  }
  const entries = read(null)
  if (entries.length) yield entries
}

/** An element within an entry. */
type Element = { path: string; text: string; hasMore: boolean }

/** Returns a function that takes each piece of text, and null at the end, and returns the entries that it completed. */
function xmlReader(): (piece: string | null) => FlatEntry[] {
  const parser = sax.parser(true)
  const open: Element[] = []
  let depth = 0
  let entryDepth = 0
  let entry: Map<string, string[]> | null = null
  let entries: FlatEntry[] = []
  let sinceEntry = 0
  let buffered = ''

  parser.ondoctype = (type) => {
    if (/<!entity/i.test(type)) throw new FeedError('defines entities, which no feed needs')
  }
  parser.onerror = (error) => {
    throw error
  }
  parser.onopentag = ({ name, attributes }) => {
    if (++depth > DEPTH_LIMIT) throw new FeedError(`is nested more than ${DEPTH_LIMIT} levels deep`)
    if (entry) openElement(entry, name, attributes as Record<string, string>)
    else if (/^(?:\w+:)?(?:item|entry)$/.test(name)) {
      entry = new Map()
      entryDepth = depth
    }
  }
  parser.ontext = (text) => addText(text)
  parser.oncdata = (text) => addText(text)
  parser.onclosetag = () => {
    if (entry && depth === entryDepth) {
      entries.push(entry)
      entry = null
    } else if (entry) {
      const { path, text, hasMore } = open.pop() as Element
      if (text.trim() || !hasMore) addField(entry, path, text.trim())
    }
    depth--
  }

  return function read(piece) {
    entries = []
    try {
      if (piece === null) parser.write(markAmpersands(buffered)).close()
      else {
        const text = buffered + piece
        buffered = UNFINISHED.exec(text)?.[0] ?? ''
        parser.write(markAmpersands(text.slice(0, text.length - buffered.length)))
      }
    } catch (cause) {
      if (cause instanceof FeedError) throw cause
      throw new FeedError(`is not XML: ${piece === null ? 'it ends too early' : describe(cause)}`, { cause })
    }
    sinceEntry = entries.length ? 0 : sinceEntry + (piece?.length ?? 0)
    if (sinceEntry > ENTRY_LIMIT) throw new FeedError('has an entry of more than a million characters')
    return entries
  }

  function openElement(fields: Map<string, string[]>, name: string, attributes: Record<string, string>): void {
    const parent = open.at(-1)
    if (parent) parent.hasMore = true
    let path = parent ? `${parent.path}.${name}` : name
    // Entries of Atom have several links. The one to the game's page has this relation, or none.
    const relation = name === 'link' ? (attributes.rel ?? 'alternate') : 'alternate'
    if (relation !== 'alternate') path += `.${relation}`
    const own = Object.entries(attributes).filter(([key]) => !/^xmlns\b/.test(key))
    for (const [key, value] of own) addField(fields, `${path}@${key}`, unmark(value))
    open.push({ path, text: '', hasMore: own.length > 0 })
  }

  function addText(text: string): void {
    const element = open.at(-1)
    if (element) element.text += unmark(text)
  }
}

/** Returns the parser's message without its details, and the line. */
function describe(error: unknown): string {
  const [, message = '', line = ''] = /^(.+?)\.?\nLine: (\d+)/.exec(error instanceof Error ? error.message : '') ?? []
  if (message.startsWith('Max buffer length')) return 'a name, an attribute or a comment is too long'
  const fault = message === 'Invalid character entity' ? 'unknown entity' : message.toLowerCase().slice(0, 100)
  // The parser counts lines from 0.
  return fault ? `${fault} in line ${Number(line) + 1}` : 'it cannot be parsed'
}
