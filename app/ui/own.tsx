import { type Context, createElement, type ReactNode, use } from 'react'
import {
  UNSAFE_DataRouterContext as DataRouter,
  UNSAFE_DataRouterDataContext as Loaded,
  UNSAFE_DataRouterNavigationContext as Navigating,
  UNSAFE_DataRouterStateContext as RouterState,
  UNSAFE_FetchersContext as Fetchers,
  UNSAFE_FrameworkContext as Framework,
  UNSAFE_LocationContext as Place,
  UNSAFE_NavigationContext as Navigation,
  UNSAFE_RouteContext as RouteOf,
  UNSAFE_ViewTransitionContext as Transition,
} from 'react-router'
import { OwnPlacesContext, OwnValuesContext } from './own-places.ts'
import { type Packed, unpack } from './packed.tsx'

/** What the router's hooks read: a part is rendered later than the page round it, and sees the same. */
const AROUND = [DataRouter, Loaded, Navigating, RouterState, Fetchers, Framework, Place, Navigation, Transition]

/**
 * What depends on who looks, on a page that is else everybody's (`handle.ownParts`): the server renders such a page once
 * for all, and these parts anew for each. A browser knows nothing of it.
 *
 * What stands in it may have no `useId`, which would count otherwise in the page, no script that runs, and no context but
 * the router's.
 */
export function Own({ children }: { children: ReactNode }) {
  const placeOf = use(OwnPlacesContext)
  if (!placeOf) return children
  const values = (AROUND as Context<unknown>[]).map((context) => ({ context, value: use(context) }))
  const around = (part: ReactNode) =>
    values.reduce((inner, { context, value }) => createElement(context, { value }, inner), part)
  return createElement(placeOf({ children, route: use(RouteOf), around }))
}

/** What a loader gave by `ownFor`. A browser reads it in the page. On the server of pages that are shared it is known in an `<Own>` alone, elsewhere an error. */
export function useOwn<T>(own: Packed<T>): T {
  const values = use(OwnValuesContext)
  const isShared = use(OwnPlacesContext) !== null
  if (isShared)
    throw new Error('Everybody shares this page: put what depends on who looks into an <Own> (app/ui/own.tsx)')
  return values && own.at ? (values.get(own.at) as T) : unpack(own)
}

/** The same for effects and handlers, which know it: while a page is rendered for everybody it is null. */
export function useOwnLater<T>(own: Packed<T>): T | null {
  const values = use(OwnValuesContext)
  if (use(OwnPlacesContext)) return null
  return values && own.at ? (values.get(own.at) as T) : unpack(own)
}
