import path from 'node:path'
import type { Plugin } from 'vite'

type Module = { id: string; code: string | null; importedIds: readonly string[] }
type Modules = { getModuleInfo(id: string): Module | null }

const APP = path.join(import.meta.dirname, '../app')
const ICON = /lucide-react\/dist\/esm\/icons\/(?!index\.)(.+)\.m?js$/
const ICONS_USED = /import\s*\{([^}]+)\}\s*from\s*["']lucide-react["']/g

/**
 * Returns a function for `codeSplitting.groups`. The function returns `name` for a module that the screens import,
 * directly or indirectly, and null for any other module. Icons, which all import one another, are included only if
 * imported by name.
 */
export function reachedFrom(name: string, screens: string[]): (id: string, modules: Modules) => string | null {
  let reached: Set<string> | undefined
  const icons = new Set<string>()

  function reach(modules: Modules): Set<string> {
    const own = screens.map((screen) => path.join(APP, screen))
    const ids = new Set(own)
    for (const id of ids) {
      const { code, importedIds = [] } = modules.getModuleInfo(id) ?? {}
      for (const imported of importedIds) ids.add(imported)
      for (const [, names = ''] of code?.matchAll(ICONS_USED) ?? [])
        for (const one of names.split(',')) icons.add(one.split(' as ')[0]!.trim())
    }
    // Screens and their stylesheets stay in separate files.
    return new Set([...ids].filter((id) => !own.includes(id)))
  }

  return (id, modules) => {
    reached ??= reach(modules)
    const icon = ICON.exec(id)?.[1]
    return (icon ? icons.has(nameOfIcon(icon)) : reached.has(id) && !id.endsWith('.css')) ? name : null
  }
}

/** Converts the file name of an icon to its import name, such as `chevron-right` to `ChevronRight`. */
function nameOfIcon(file: string): string {
  return file.replaceAll(/(?:^|-)(.)/g, (_, first: string) => first.toUpperCase())
}

/**
 * Replaces Vite's preload helper, which adds a kilobyte to every page, with a plain import. The helper also fetches
 * stylesheets, but modules that we import late have none, and the router fetches the stylesheets of pages.
 */
export function importPlainly(): Plugin {
  return {
    name: 'import-plainly',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : null),
    generateBundle(_, files) {
      const styles = (name: string, seen = new Set<string>()): string[] => {
        const file = files[name]
        if (seen.has(name) || file?.type !== 'chunk') return []
        seen.add(name)
        return [...(file.viteMetadata?.importedCss ?? []), ...file.imports.flatMap((one) => styles(one, seen))]
      }
      const chunks = Object.values(files).filter((file) => file.type === 'chunk')
      const everywhere = chunks.filter(({ facadeModuleId }) => facadeModuleId?.includes('/app/root.tsx'))
      const known = new Set(everywhere.flatMap(({ fileName }) => styles(fileName)))
      for (const { fileName, facadeModuleId, isDynamicEntry, isEntry } of chunks) {
        if (!isDynamicEntry || isEntry || styles(fileName).every((one) => known.has(one))) continue
        this.error(`${facadeModuleId} is loaded late and would come without its stylesheet: import that in app.css`)
      }
    },
  }
}

/** Reduces Lucide icons to their shapes, which `app/ui/icon.tsx` draws on the server and in browsers. */
export function plainIcons(): Plugin {
  return {
    name: 'plain-icons',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!ICON.test(id)) return null
      const [, shapes = ''] = /^  node: (\[\s*\[[^]*?\]\s*\])/m.exec(code) ?? []
      // React needs no keys for shapes that never change.
      const plain = shapes.replaceAll(/,? key: "[^"]*"/g, '')
      if (!plain || plain.includes('key:')) this.error(`${id} is an icon in a form that is not known`)
      return (
        `import { icon } from ${JSON.stringify(path.join(APP, 'ui/icon.tsx'))}\n` +
        `export default /* @__PURE__ */ icon(${plain})`
      )
    },
  }
}
