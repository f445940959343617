import { linksIn, PAGES } from '../../site/navigation.ts'
import { CONSOLE_PAGES } from '../console/console-pages.ts'
import { type Hit, HITS_OF_KIND } from './search-rules.ts'

type Named = { path: string; label: string }

/** The pages of the console, then those of the site and its lists. */
const NAMED: Named[] = [
  ...CONSOLE_PAGES.flatMap((page) => [page, ...(page.pages ?? [])]),
  ...PAGES.filter((page) => page.for !== 'operators').map(({ path, in: labels }) => ({
    path,
    label: Object.values(labels)[0] ?? path,
  })),
  ...[...linksIn('sidebarLists'), ...linksIn('sidebarCategories')].map(({ to, label }) => ({ path: to, label })),
]

/** Finds pages of the console and the site by a part of the name or the address; names that begin with it first. */
export function findPages(term: string): Hit[] {
  const text = term.toLowerCase()
  const found = NAMED.filter(({ path, label }) => label.toLowerCase().includes(text) || path.includes(text))
  return found
    .toSorted((a, b) => rankOf(a, text) - rankOf(b, text))
    .slice(0, HITS_OF_KIND)
    .map(({ path, label }) => ({ to: path, title: label, detail: path }))
}

function rankOf({ label }: Named, text: string): number {
  const at = label.toLowerCase().indexOf(text)
  return at === 0 ? 0 : at > 0 ? 1 : 2
}
