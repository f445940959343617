import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { listFiles } from '../app/server/http/stored-files.server.ts'

type Route = { id: string; path?: string; hasLoader: boolean; imports: string[]; css: string[] }
type Manifest = { entry: { imports: string[] }; routes: Record<string, Route> }

const START = 'window.__reactRouterManifest='
const CONSOLE = /^admin(\/|$)/

/**
 * Shrinks the router's manifest of all pages in a build folder. Throws if there is no manifest or its format is
 * unknown.
 */
export async function shrinkManifestIn(folder: string): Promise<void> {
  const files = listFiles(folder).filter((file) => /(^|[/\\])manifest-\w+\.js$/.test(file))
  if (!files.length) throw new Error(`${folder} has no route manifest`)
  for (const file of files.map((one) => path.join(folder, one)))
    await writeFile(file, shrinkManifest(await readFile(file, 'utf8')))
}

/**
 * Returns a shorter script that sets the same manifest, which every page loads. It omits what the browser does not
 * need: values that are false or empty, files that every page loads, and the files of console pages, which are listed
 * only for prefetching. The script restores the ids from the keys.
 *
 * The form of the script is private to React Router, which has no option that shortens it. Throws for any other form,
 * so that an upgrade fails the build instead of the portal.
 */
export function shrinkManifest(script: string): string {
  if (!script.startsWith(`${START}{`) || !script.endsWith('};')) throw new Error('The route manifest has another form')
  const manifest = JSON.parse(script.slice(START.length, -1)) as Manifest
  const { entry, routes } = manifest
  const everywhere = new Set([...entry.imports, ...(routes.root?.imports ?? [])])
  const short = Object.entries(routes).map(([key, { id, ...route }]) => {
    if (id !== key) throw new Error(`The route ${key} has another id: ${id}`)
    const isConsole = CONSOLE.test(route.path ?? '')
    // The same order everywhere compresses better.
    const imports = isConsole ? [] : route.imports.filter((file) => !everywhere.has(file)).sort()
    const values = Object.entries({ ...route, imports: key === 'root' ? route.imports : imports })
    return [key, Object.fromEntries(values.filter(([, value]) => value !== false && !isEmpty(value)))]
  })
  const json = JSON.stringify({ ...manifest, routes: Object.fromEntries(short) })
  return `${START}${json};for(const[id,route]of Object.entries(${START.slice(0, -1)}.routes))route.id=id;`
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && !value.length
}
