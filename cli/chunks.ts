import path from 'node:path'
import type { Plugin } from 'vite'

type Module = { id: string; code: string | null; importedIds: readonly string[] }
type Modules = { getModuleInfo(id: string): Module | null }

const APP = path.join(import.meta.dirname, '../app')
const ICON = /lucide-react\/dist\/esm\/icons\/(.+)\.m?js$/
const ICONS_USED = /import\s*\{([^}]+)\}\s*from\s*["']lucide-react["']/g

/**
 * A name for the file of what some screens import, and what that imports: `name` where a module is among it, else null. Of
 * the package of icons, where all of them hang together, those that are used by name.
 */
export function reachedFrom(name: string, screens: string[]): (id: string, modules: Modules) => string | null {
  let reached: Set<string> | undefined
  const icons = new Set<string>()

  function reach(modules: Modules): Set<string> {
    const ids = new Set(screens.map((screen) => path.join(APP, screen)))
    for (const id of ids) {
      const { code, importedIds = [] } = modules.getModuleInfo(id) ?? {}
      for (const imported of importedIds) ids.add(imported)
      for (const [, names = ''] of code?.matchAll(ICONS_USED) ?? [])
        for (const one of names.split(',')) icons.add(one.split(' as ')[0]!.trim())
    }
    return ids
  }

  return (id, modules) => {
    reached ??= reach(modules)
    const icon = ICON.exec(id)?.[1]
    // Stylesheets stay with the screens that import them.
    return (icon ? icons.has(nameOfIcon(icon)) : reached.has(id) && !id.endsWith('.css')) ? name : null
  }
}

/** `chevron-right` is imported as ChevronRight. */
function nameOfIcon(file: string): string {
  return file.replaceAll(/(?:^|-)(.)/g, (_, first: string) => first.toUpperCase())
}

/**
 * What is loaded late is imported as it stands: Vite's own helper, a kilobyte on every page, fetches stylesheets beside it,
 * which nothing here has. The router fetches those of pages.
 */
export function importPlainly(): Plugin {
  return {
    name: 'import-plainly',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : null),
    generateBundle(_, files) {
      for (const file of Object.values(files)) {
        if (file.type === 'chunk' && file.isDynamicEntry && !file.isEntry && file.viteMetadata?.importedCss.size)
          this.error(
            `${file.facadeModuleId} is loaded late and would come without its stylesheet: import that in app.css`,
          )
      }
    },
  }
}
