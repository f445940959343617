/**
 * Builds every self-hosted game into build/play/: the bridge, the originals, the open-source games of bundled/ with
 * their files from npm packages, and catalogue.json. Run it as `node cli/build-games.ts`.
 */
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join, relative } from 'node:path'
import { build, type Plugin } from 'vite'
import { fileTypeOf, isJunk } from '../app/games/uploads/archive/archive-rules.ts'
import { insertBridge } from '../app/games/uploads/archive/insert-bridge.ts'

const root = join(import.meta.dirname, '..')
const originals = join(root, 'originals')
const bundled = join(root, 'bundled')
const packages = join(root, 'node_modules')

/**
 * The package that contains a bundled game's files, and the paths of these files by their names in the game's folder.
 */
type Source = { package: string; files?: Record<string, string> }

/**
 * The portal's two typefaces. They are copied into each bundled game, because its opaque origin cannot load the
 * portal's files.
 */
const TYPE = {
  'display.woff2': 'bricolage-grotesque/files/bricolage-grotesque-latin-wdth-normal.woff2',
  'words.woff2': 'instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
}

/**
 * Rebuilds build/play/ in a separate folder and then swaps it in, so that a running portal never serves a partial
 * build.
 */
export async function buildGames(): Promise<void> {
  const started = performance.now()
  await mkdir(join(root, 'build'), { recursive: true })
  // This is not a temporary folder, because only its creator may read one, and root may build what another user runs.
  const out = join(root, 'build', `play-${process.pid}`)
  await mkdir(out)
  try {
    const [own, carried] = await Promise.all([listSlugs(originals), listSlugs(bundled)])
    await bundleScript(join(originals, 'bridge.ts'), join(out, 'bridge.js'), 'iife')
    if (own.length) await buildOriginals(out)
    for (const slug of own) await copyPictures(join(originals, slug), join(out, slug))
    await bundleScript(join(bundled, 'stage/stage.ts'), join(out, 'stage.js'), 'iife')
    await copyFile(join(bundled, 'stage/stage.css'), join(out, 'stage.css'))
    for (const [to, from] of Object.entries(TYPE))
      await copyFile(join(packages, '@fontsource-variable', from), join(out, to))
    for (const slug of carried) await buildBundled(join(bundled, slug), join(out, slug))
    const catalogue = [
      ...(await Promise.all(own.map((slug) => describeGame(originals, slug, true)))),
      ...(await Promise.all(carried.map((slug) => describeGame(bundled, slug, false)))),
    ].filter((game) => game !== null)
    await writeFile(join(out, 'catalogue.json'), `${JSON.stringify(catalogue, null, 2)}\n`)
    await rm(join(root, 'build/play'), { recursive: true, force: true })
    await rename(out, join(root, 'build/play'))
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`Built ${own.length} originals and ${carried.length} bundled games into build/play in ${seconds} s`)
  } catch (error) {
    await rm(out, { recursive: true, force: true })
    throw error
  }
}

async function listSlugs(folder: string): Promise<string[]> {
  const slugs = await readdir(folder)
  return slugs.filter((slug) => existsSync(join(folder, slug, 'index.html'))).toSorted()
}

async function buildOriginals(out: string): Promise<void> {
  await build({ configFile: join(originals, 'vite.config.ts'), logLevel: 'error', build: { outDir: out } })
}

/** Builds one bundled game. A game without `source` consists of the files in its folder. */
export async function buildBundled(folder: string, out: string): Promise<void> {
  const slug = basename(folder)
  const source = existsSync(join(folder, 'game.json'))
    ? ((await readGame(folder)).source as Source | undefined)
    : undefined
  await mkdir(out, { recursive: true })
  for (const file of await listGameFiles(folder)) {
    await mkdir(dirname(join(out, file)), { recursive: true })
    // The same bridge as in the pages of an uploaded zip. A page may also include it itself.
    if (fileTypeOf(file)?.isPage) await writeFile(join(out, file), insertBridge(await readFile(join(folder, file))))
    else await copyFile(join(folder, file), join(out, file))
  }
  if (existsSync(join(folder, `${slug}.ts`))) {
    await bundleScript(join(folder, `${slug}.ts`), join(out, `${slug}.js`), 'es')
  }
  if (!source) return
  for (const [to, from] of Object.entries({ 'LICENSE.txt': 'LICENSE', ...source.files })) {
    await mkdir(dirname(join(out, to)), { recursive: true })
    await copyFile(join(packages, source.package, from), join(out, to))
  }
}

/**
 * Returns the files of a game, with the same types as in an uploaded zip. The sources and the description are omitted.
 */
async function listGameFiles(folder: string): Promise<string[]> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name !== 'game.json' && !isJunk(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => extname(file) !== '.ts')
  const refused = files.find((file) => !fileTypeOf(file))
  if (refused !== undefined)
    throw new Error(`${relative(root, join(folder, refused))} has a type that games may not have`)
  return files.toSorted()
}

async function bundleScript(entry: string, file: string, format: 'iife' | 'es'): Promise<void> {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [tslibInPlace],
    build: {
      outDir: dirname(file),
      emptyOutDir: false,
      target: 'es2022',
      minify: true,
      modulePreload: false,
      rollupOptions: { input: entry, output: { format, entryFileNames: file.slice(dirname(file).length + 1) } },
    },
  })
}

/**
 * The engines of 2048 and minesweeper import two helpers of tslib, but their packages do not list it as a dependency.
 */
const tslibInPlace: Plugin = {
  name: 'tslib-in-place',
  enforce: 'pre',
  resolveId: (id) => (id === 'tslib' ? '\0tslib' : null),
  load: (id) =>
    id === '\0tslib'
      ? `export const __classPrivateFieldGet = (object, map) => map.get(object)
         export const __classPrivateFieldSet = (object, map, value) => (map.set(object, value), value)`
      : null,
}

async function copyPictures(folder: string, out: string): Promise<void> {
  for (const picture of await listPictures(folder)) await copyFile(join(folder, picture), join(out, picture))
}

async function listPictures(folder: string): Promise<string[]> {
  const files = await readdir(folder)
  return files.filter((file) => /^(picture|poster)-\d+\.webp$/.test(file)).toSorted()
}

/** The fields that the catalogue requires of a game (app/games/catalogue/default-catalogue.server.ts). */
const NEEDED = 'title description howToPlay controls categories tags publishedBy width height'.split(' ')

/**
 * Returns a game's catalogue entry, or null if it has no game.json: such a game is built so that you can try it, but it
 * is not listed. Throws if a required field is missing.
 */
export async function describeGame(home: string, slug: string, isOriginal: boolean) {
  const folder = join(home, slug)
  if (!existsSync(join(folder, 'game.json'))) return null
  const game = await readGame(folder)
  const missing = NEEDED.filter((key) => game[key] === undefined)
  if (missing.length) throw new Error(`${relative(root, folder)}/game.json lacks ${missing.join(', ')}`)
  return { slug, isOriginal, ...game, pictures: await listPictures(folder) }
}

async function readGame(folder: string): Promise<Record<string, unknown>> {
  const file = join(folder, 'game.json')
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
  } catch (error) {
    throw new Error(`${relative(root, file)} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

if (import.meta.main) await buildGames()
