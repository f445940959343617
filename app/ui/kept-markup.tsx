import { createContext, createElement, type ReactNode, use } from 'react'
import { UNSAFE_DataRouterDataContext as Loaded } from 'react-router'
import { OwnPlacesContext } from './own-places.ts'

/** How a page that is being rendered on the server finds markup that was kept (app/server/kept-markup.server.ts). */
export type KeptPlaces = (of: readonly object[], as: string) => { name: string; isKept: boolean }

/** Absent in a browser. */
export const KeptPlacesContext = createContext<KeptPlaces | null>(null)

/**
 * All that markup is made from: what it shows, under the name of what it shows it as, and what else it depends on, by
 * name: `{ footer: COLUMNS, year }`. It is kept for as long as the one object lives.
 */
type From = Record<string, object | string | number | boolean | undefined>

/**
 * Children that look the same for everybody, whatever is around them: the server renders them once and puts their markup
 * into each page. A row of cards of `sharedData` is so rendered once a minute. A browser knows nothing of it: it renders
 * and hydrates the children as any others.
 *
 * They may read no context and no `useId`, and have no script, and no picture that is not lazy, since React announces those
 * in the page's head while it renders them. Reading what a route has loaded, as who is signed in, is an error. `from` is
 * null where they show what stands in the address, as a term that was searched for: then nothing is kept.
 */
export function KeptMarkup({ from, children }: { from: From | null; children: () => ReactNode }) {
  const places = use(KeptPlacesContext)
  if (!places || !from) return children()
  const [of, as] = placeOf(from)
  const { name, isKept } = places([of], as)
  return createElement(name, null, isKept ? null : <ForEverybody>{children()}</ForEverybody>)
}

type ListProps<T> = { from: Record<string, readonly T[] | string | boolean>; children: (item: T) => ReactNode }

/** The same for a list of items, each of which many lists show in the same way: what is kept is the markup of each. */
export function KeptItems<T extends object>({ from, children }: ListProps<T>) {
  const places = use(KeptPlacesContext)
  const [items, as] = placeOf(from) as [readonly T[], string]
  if (!places) return items.map(children)
  const { name, isKept } = places(items, as)
  if (isKept) return createElement(name)
  return items.map((item, at) => {
    const place = places([item], as)
    return createElement(place.name, { key: at }, place.isKept ? null : <ForEverybody>{children(item)}</ForEverybody>)
  })
}

/** The one object, and a text that says the rest. */
function placeOf(from: From): [object, string] {
  const [of, ...others] = Object.values(from).filter((value) => typeof value === 'object')
  if (!of || others.length) throw new Error('What is kept is kept for one object: name it, and give texts beside it')
  return [of, JSON.stringify(Object.entries(from).map(([name, value]) => (value === of ? name : [name, value])))]
}

/** What is kept in what is kept belongs to it. */
function ForEverybody({ children }: { children: ReactNode }) {
  const loaded = use(Loaded)
  return (
    <Loaded value={loaded && withoutData(loaded)}>
      <KeptPlacesContext value={null}>
        <OwnPlacesContext value={refuse}>{children}</OwnPlacesContext>
      </KeptPlacesContext>
    </Loaded>
  )
}

function refuse(): never {
  throw new Error('Kept markup is shown to everybody: an <Own> stands beside it, not in it')
}

function withoutData<T extends object>(loaded: T): T {
  return Object.defineProperty({ ...loaded }, 'loaderData', {
    get(): never {
      throw new Error(
        'Kept markup is shown to everybody, so nothing in it may read what a route has loaded (usePlayer, useSite): read it outside, and name it in `from`',
      )
    },
  })
}
