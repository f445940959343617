import { Outlet } from 'react-router'
import type { Route } from './+types/console-layout'
import type { RouteHandle } from '../server/http/route-table.server.ts'
import { adoptCategories, arrangement } from '../games/arrangement/arrangement.ts'
import { addedLabels, adoptProviderLabels } from '../games/feeds/providers/provider-labels.ts'
import { loadShellPlayer } from '../shell/load-player.server.ts'
import { ErrorScreen } from '../shell/error-screen.tsx'
import { ConsoleHeader } from './console/console-header.tsx'
import { ConsoleMenu } from './console/console-menu.tsx'
import './console/console-layout.css'
// Here, since the list of suggestions is loaded late and cannot bring its styles.
import './search/search.css'

/** The layout of every page below /admin. Each page's loader decides who may enter. */
export const handle: RouteHandle = { console: { Header: ConsoleHeader, Menu: ConsoleMenu } }

/** The portal's categories and the names of providers, for forms and lists. Nothing for those who may not enter. */
export async function loader({ request }: Route.LoaderArgs) {
  const { player } = await loadShellPlayer(request)
  const isOperator = player?.isOperator ?? false
  return { categories: isOperator ? arrangement().categories : [], labels: isOperator ? addedLabels() : {} }
}

export default function ConsoleLayout({ loaderData }: Route.ComponentProps) {
  adoptCategories(loaderData?.categories)
  adoptProviderLabels(loaderData?.labels)
  return <Outlet />
}

/** Within the layout, so that its styles are loaded too. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />
}
