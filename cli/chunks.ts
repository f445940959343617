import path from 'node:path'
import type { Plugin } from 'vite'

type Module = { id: string; code: string | null; importedIds: readonly string[] }
type Modules = { getModuleInfo(id: string): Module | null }

const APP = path.join(import.meta.dirname, '../app')
const ICON = /lucide-react\/dist\/esm\/icons\/(?!index\.)(.+)\.m?js$/
const ICONS_USED = /import\s*\{([^}]+)\}\s*from\s*["']lucide-react["']/g

/**
 * A name for the file of what some screens import, and what that imports: `name` where a module is among it, else null. Of
 * the package of icons, where all of them hang together, those that are used by name.
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
    // Screens keep their own files, and their stylesheets.
    return new Set([...ids].filter((id) => !own.includes(id)))
  }

  return (id, modules) => {
    reached ??= reach(modules)
    const icon = ICON.exec(id)?.[1]
    return (icon ? icons.has(nameOfIcon(icon)) : reached.has(id) && !id.endsWith('.css')) ? name : null
  }
}

/** `chevron-right` is imported as ChevronRight. */
function nameOfIcon(file: string): string {
  return file.replaceAll(/(?:^|-)(.)/g, (_, first: string) => first.toUpperCase())
}

/** Parts of the router that this project does not use, and that it takes into every page all the same. */
const UNUSED = new Map([
  [
    // Routes that are found as one goes: ours are known from the start (react-router.config.ts).
    'dom/ssr/fog-of-war.js',
    [
      'getManifestPath',
      'getPartialManifest',
      'getPatchRoutesOnNavigationFunction',
      'getPathsWithAncestors',
      'handleClientVersionMismatch',
      'isFogOfWarEnabled',
      'useFogOFWarDiscovery',
    ],
  ],
  // Measuring of each navigation, where `instrumentations` are given.
  [
    'router/instrumentation.js',
    [
      'consumeInstrumentationClientResultMetaReceiver',
      'getRouteInstrumentationUpdates',
      'instrumentClientSideRouter',
      'instrumentHandler',
      'instrumentationResultMetaContext',
    ],
  ],
])

const ROUTER = '/react-router/dist/production/lib/'

/**
 * Leaves these out of what browsers get; functions in their place do nothing, and whatever else the router should ask of them
 * fails the build. Components that nobody uses stay out once nothing names them.
 */
export function leaveOutUnused(): Plugin {
  return {
    name: 'leave-out-unused',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    load(id) {
      const names = UNUSED.get(id.replaceAll('\\', '/').split(ROUTER)[1] ?? '')
      return names ? `const none = () => {}\nexport { ${names.map((name) => `none as ${name}`).join(', ')} }` : null
    },
    transform(code, id) {
      if (!id.replaceAll('\\', '/').includes(ROUTER)) return null
      return (
        code
          .replaceAll(/^\w+\.displayName = .*;$/gm, '')
          .replaceAll('= React$1.forwardRef(', '= /* @__PURE__ */ React$1.forwardRef(')
          // A page whose script is no more since the portal was renewed: the router loads the page one is on anew, and one
          // would have to press twice.
          .replace(
            'window.location.reload()',
            'window.location.assign(((to) => to ? to.pathname + to.search + to.hash : "")(window.__reactRouterDataRouter?.state.navigation.location))',
          )
          // Of its own error page, which ours stands in for.
          .replace('React$1.createElement(Scripts, null)', 'null')
      )
    },
  }
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

/** Icons of Lucide as their shapes alone, which `app/ui/icon.tsx` draws, for the server and for browsers alike. */
export function plainIcons(): Plugin {
  return {
    name: 'plain-icons',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!ICON.test(id)) return null
      const [, shapes = ''] = /^  node: (\[\s*\[[^]*?\]\s*\])/m.exec(code) ?? []
      // The keys are for React, which needs none among shapes that never change.
      const plain = shapes.replaceAll(/,? key: "[^"]*"/g, '')
      if (!plain || plain.includes('key:')) this.error(`${id} is an icon in a form that is not known`)
      return `import { icon } from ${JSON.stringify(path.join(APP, 'ui/icon.tsx'))}\nexport default /* @__PURE__ */ icon(${plain})`
    },
  }
}
