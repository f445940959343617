import { createContext, createElement, type ReactNode, use } from 'react'

/** How a page that is being rendered on the server finds markup that was kept (app/server/kept-markup.server.ts). */
export type KeptPlaces = (of: readonly object[], as: string) => { name: string; isKept: boolean }

/** Absent in a browser. */
export const KeptPlacesContext = createContext<KeptPlaces | null>(null)

type Props = {
  /** What is shown: its markup is kept for as long as it lives. */
  of: object
  /** What it is shown as, and all else that the markup depends on. */
  as: string
  children: () => ReactNode
}

/**
 * Children that look the same for everybody, whatever is around them: the server renders them once and puts their markup
 * into each page. A row of cards of `sharedData` is so rendered once a minute. A browser knows nothing of it: it renders
 * and hydrates the children as any others.
 *
 * They may read no context and no `useId` that is not in `as`, above all not who is signed in; and have no script, and no
 * picture that is not lazy, since React announces those in the page's head while it renders them.
 */
export function KeptMarkup({ of, as, children }: Props) {
  const places = use(KeptPlacesContext)
  if (!places) return children()
  const { name, isKept } = places([of], as)
  // What is kept in what is kept belongs to it.
  const rendered = isKept ? null : <KeptPlacesContext value={null}>{children()}</KeptPlacesContext>
  return createElement(name, null, rendered)
}

type ListProps<T> = { of: readonly T[]; as: string; children: (item: T) => ReactNode }

/** A list of items, each of which many lists show in the same way: what is kept is the markup of each. */
export function KeptItems<T extends object>({ of, as, children }: ListProps<T>) {
  const places = use(KeptPlacesContext)
  if (!places) return of.map(children)
  const { name, isKept } = places(of, as)
  if (isKept) return createElement(name)
  return of.map((item, at) => (
    <KeptMarkup key={at} of={item} as={as}>
      {() => children(item)}
    </KeptMarkup>
  ))
}
