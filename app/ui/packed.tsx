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

const texts = new WeakMap<object, string>()

/** The same of a list whose items many lists have, the same objects each time: a text is made of each only once. */
export function packItems<T extends object>(items: T[]): Packed<T[]> {
  const packed = { text: `[${items.map(textOf).join(',')}]` }
  values.set(packed, items)
  return packed
}

function textOf(item: object): string {
  const known = texts.get(item) ?? swapQuotes(JSON.stringify(item))
  texts.set(item, known)
  return known
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
    <KeptMarkup of={packed} as={at}>
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

/** No text can end the script or begin a comment in it. */
function scriptText(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

function textAt(id: string): string {
  return document.getElementById(id)?.textContent ?? 'null'
}

/** On its way into the page the text is quoted twice, which would make four characters of each of its thousands of quotes. */
function swapQuotes(text: string): string {
  return text.replace(/["']/g, (quote) => (quote === '"' ? "'" : '"'))
}
