import { KeptMarkup } from './kept-markup.tsx'

/** A value as a text of JSON, or in the page that shows it, as `<PackedInPage>` with the id `at`. `of` is only for the compiler. */
export type Packed<T> = { text: string; at?: string; of?: T }

const values = new WeakMap<Packed<unknown>, unknown>()

/**
 * For loaders with long lists. The router writes data into the page value by value, thousands of them for a hundred
 * cards; a text it writes at once. Takes what JSON can say: no dates, maps or undefined items.
 */
export function pack<T>(value: T): Packed<T> {
  const packed = { text: swapQuotes(JSON.stringify(value)) }
  values.set(packed, value)
  return packed
}

/** Items that were packed, by what they say: about 2 MB of texts, and a few times that of what is kept of their markup. */
const known = new Map<string, object>()
const MAX_KNOWN = 4000
const texts = new WeakMap<object, { swapped: string; inPage: string }>()

/**
 * The same of a list whose items many lists have: of those that say the same, all lists have the same object, so that the
 * texts of each are made only once, and its markup too where it stands in `KeptItems`. It need not be the object that was
 * given, but says the same, so nothing is ever shown that is older than what was read.
 */
export function packItems<T extends object>(items: T[]): Packed<T[]> {
  const shared = items.map(sharedItem)
  const packed = { text: `[${shared.map((item) => texts.get(item)!.swapped).join(',')}]` }
  values.set(packed, shared)
  return packed
}

/** Of items that say the same, everybody's one: its texts and its markup are made once. */
export function sharedItem<T extends object>(item: T): T {
  if (texts.has(item)) return item
  const json = JSON.stringify(item)
  const same = known.get(json)
  if (same) return same as T
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(json, item)
  texts.set(item, { swapped: swapQuotes(json), inPage: withoutTags(json) })
  return item
}

/** The value, the same object each time: the server has never taken it apart, a browser reads it once. */
export function unpack<T>(packed: Packed<T>): T {
  if (!values.has(packed)) values.set(packed, JSON.parse(packed.at ? textAt(packed.at) : swapQuotes(packed.text)))
  return values.get(packed) as T
}

const pointers = new WeakMap<Packed<unknown>, Packed<unknown>>()

/**
 * What a loader sends with a page that has `<PackedInPage>`, in place of the packed value: the router would write the text
 * anew into each page, in a script, and each page's policy holds a hash of its scripts.
 */
export function packedInPage<T>(packed: Packed<T>, at: string): Packed<T> {
  const known = pointers.get(packed)
  if (known) return known as Packed<T>
  const pointer: Packed<T> = { text: '', at }
  values.set(pointer, unpack(packed))
  pointers.set(packed, pointer)
  return pointer
}

/** The text of a value that came by `packedInPage`; nothing for one that has its text. It runs nothing. */
export function PackedInPage({ packed }: { packed: Packed<object> }) {
  const { at } = packed
  if (!at) return null
  return (
    <KeptMarkup from={{ data: packed, at }}>
      {() => (
        <script
          type="application/json"
          id={at}
          // JSON without a `<`, which cannot leave the script. A browser has read it before it renders this, and leaves it as it stands.
          dangerouslySetInnerHTML={{ __html: typeof document === 'undefined' ? scriptText(unpack(packed)) : '' }}
          suppressHydrationWarning
        />
      )}
    </KeptMarkup>
  )
}

function scriptText(value: object): string {
  return Array.isArray(value) ? listText(value) : withoutTags(JSON.stringify(value))
}

function listText(items: unknown[]): string {
  return `[${items.map((item) => texts.get(item as object)?.inPage ?? withoutTags(JSON.stringify(item ?? null))).join(',')}]`
}

/** The text of a value for a script of a page, in which items of lists that were shared are not written anew. */
export function textInPage(value: unknown): string {
  if (Array.isArray(value)) return listText(value)
  if (value === null || typeof value !== 'object') return withoutTags(JSON.stringify(value ?? null))
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  const textOf = (one: unknown) => (Array.isArray(one) ? listText(one) : withoutTags(JSON.stringify(one)))
  return `{${entries.map(([name, one]) => `${withoutTags(JSON.stringify(name))}:${textOf(one)}`).join(',')}}`
}

/** No text can end the script or begin a comment in it. */
function withoutTags(json: string): string {
  return json.replaceAll('<', '\\u003c')
}

function textAt(id: string): string {
  // A heading of a text may have the same id.
  const text = document.querySelector(`script#${id}`)?.textContent
  if (text) return text
  throw new Error(`The page has no ${id}: a value that was packed for it stands in a <PackedInPage>`)
}

/** On its way into the page the text is quoted twice, which would make four characters of each of its thousands of quotes. */
function swapQuotes(text: string): string {
  return text.replace(/["']/g, (quote) => (quote === '"' ? "'" : '"'))
}
