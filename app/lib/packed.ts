/** A value as a text of JSON. `of` is only for the compiler. */
export type Packed<T> = { text: string; of?: T }

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
  if (!values.has(packed)) values.set(packed, JSON.parse(swapQuotes(packed.text)))
  return values.get(packed) as T
}

/** On its way into the page the text is quoted twice, which would make four characters of each of its thousands of quotes. */
function swapQuotes(text: string): string {
  return text.replace(/["']/g, (quote) => (quote === '"' ? "'" : '"'))
}
