import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import routes from '../app/routes.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const NOT_OURS = ['node_modules', 'build', 'test-results', 'playwright-report']

const ARCHITECTURE = readFileSync(path.join(ROOT, 'ARCHITECTURE.md'), 'utf8')
/** The folders that ARCHITECTURE.md lists. */
const LISTED = Array.from(ARCHITECTURE.matchAll(/^\| (?:[a-z ]+\| )?`([\w/.-]+\/)`/gm), (match) => match[1] as string)
/** The tiers, from the first to the last; each may import from itself and from those before it. */
const TIERS = ['foundation', 'domains', 'composed', 'entry points']
const TIER_OF = new Map(
  Array.from(ARCHITECTURE.matchAll(/^\| ([a-z ]+?) +\| `app\/([\w-]+)\/`/gm), ([, tier = '', folder = '']) => [
    folder,
    TIERS.indexOf(tier),
  ]),
)
/** Domains that the others may import, and which may import those before them. */
const SHARED_DOMAINS = ['accounts', 'credits', 'games']
/** Every other import from one domain into another. A new line is a decision: most often what is needed belongs to a shared domain. */
const DOMAIN_IMPORTS = new Set([
  'moderation > notifications',
  'community > moderation',
  'community > notifications',
  'players > community',
  'players > moderation',
  'shop > players',
])
const FILES_A_FOLDER = 25
const LINES_A_FILE = 250
/** Formatting limits code; this also covers what it leaves alone: texts, SQL and comments. */
const CHARACTERS_A_LINE = 120

type Module = { file: string; text: string; imports: string[]; allImports: string[] }

const modules = listFiles('app')
  .filter((file) => /\.tsx?$/.test(file) && !isTest(file))
  .map(readModule)
const routeFiles = listRouteFiles(routes as RouteConfigEntry[])

test('value imports point to a tier further up, or stay in theirs', () => {
  const wrong = modules.flatMap(({ file, imports }) =>
    imports.flatMap((target) => {
      const fault = faultOf(file, target)
      return fault ? [`${file} imports ${target}: ${fault}`] : []
    }),
  )
  expect(wrong).toEqual([])
})

test('no imports are circular, those of types included', () => {
  const importsOf = new Map(modules.map(({ file, allImports }) => [file, allImports]))
  const finished = new Set<string>()
  const circles: string[] = []
  const follow = (file: string, way: string[]) => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' > '))
    if (way.includes(file) || finished.has(file)) return
    for (const target of importsOf.get(file) ?? []) follow(target, [...way, file])
    finished.add(file)
  }
  for (const file of importsOf.keys()) follow(file, [])
  expect(circles, 'Move what both need into a third file, often the -rules.ts').toEqual([])
})

test('folders and files stay small', () => {
  const files = ['app', 'cli'].flatMap(listFiles).filter((file) => /\.(tsx?|css)$/.test(file) && !isTest(file))
  const folders = Map.groupBy(files, (file) => path.posix.dirname(file))
  const wrong = [
    ...[...folders].flatMap(([folder, { length }]) =>
      length > FILES_A_FOLDER ? [`${folder} has ${length} files: give a task of it a folder of its own`] : [],
    ),
    ...files.flatMap((file) => {
      const lines = readFileSync(path.join(ROOT, file), 'utf8').split('\n').length - 1
      return lines > LINES_A_FILE ? [`${file} has ${lines} lines: move one of its topics into a file of its own`] : []
    }),
  ]
  expect(wrong).toEqual([])
})

test('lines stay short', () => {
  const wrong = ['app', 'cli'].flatMap(listFiles).flatMap((file) => {
    if (!/\.(tsx?|css|mjs)$/.test(file) || isTest(file)) return []
    return readFileSync(path.join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        line.length > CHARACTERS_A_LINE && !line.includes('url("data:')
          ? [
              `${file}:${at + 1} has ${line.length} characters: npm run format; if that is not enough, break SQL at a clause, a long text with +`,
            ]
          : [],
      )
  })
  expect(wrong).toEqual([])
})

test('a server module is imported by server modules, pages and routes only', () => {
  const wrong = modules.flatMap(({ file, imports }) =>
    isServerSide(file)
      ? []
      : imports
          .filter(isServerModule)
          .map(
            (target) =>
              `${file} imports ${target}: load it in a page's loader and pass it on, or import its types with "import type"`,
          ),
  )
  expect(wrong).toEqual([])
})

test('a page shows a screen at an address', () => {
  const wrong = modules.flatMap(({ file, text }) => {
    if (!file.endsWith('.page.tsx')) return []
    return [
      ...(/^export default /m.test(text)
        ? []
        : [`${file}: export its screen as default, or call it .route.ts if it has none`]),
      ...(routeFiles.includes(file) ? [] : [`${file}: give it a line in app/routes.ts, or drop .page from its name`]),
    ]
  })
  expect(wrong).toEqual([])
})

test('a route answers at an address and shows no screen', () => {
  const wrong = modules.flatMap(({ file, text }) => {
    if (!/\.route\.tsx?$/.test(file)) return []
    return [
      ...(/^export default /m.test(text) ? [`${file}: a route has no screen; call it .page.tsx`] : []),
      ...(routeFiles.includes(file) ? [] : [`${file}: give it a line in app/routes.ts, or drop .route from its name`]),
    ]
  })
  expect(wrong).toEqual([])
})

test('every line of app/routes.ts names a page or a route that is there', () => {
  const known = new Set(modules.map(({ file }) => file))
  const wrong = routeFiles.flatMap((file) => [
    ...(known.has(file) ? [] : [`${file} is not there: write it, or remove its line from app/routes.ts`]),
    ...(/(\.page\.tsx|\.route\.ts|-layout\.tsx)$/.test(file)
      ? []
      : [`${file}: call it .page.tsx if it shows a screen, -layout.tsx if it frames pages, .route.ts if neither`]),
  ])
  expect(wrong).toEqual([])
  expect(routeFiles.toSorted()).toEqual([...new Set(routeFiles)].toSorted())
})

test('only the settings read process.env', () => {
  const wrong = modules
    .filter(
      ({ file, text }) =>
        file !== 'app/server/process/config.server.ts' &&
        /process\s*(\?\.|\.)\s*env\b|process\[|from '(node:)?process'/.test(text),
    )
    .map(
      ({ file }) =>
        `${file} reads process.env: add the setting to app/server/process/config.server.ts and use config()`,
    )
  expect(wrong).toEqual([])
})

test('SQL is typed or prepared, except where CONTRIBUTING names an exception', () => {
  const ONCE = [
    'app/data-inventory/player-data.server.ts',
    'app/games/catalogue/listings.server.ts',
    'app/games/import/import-feed.server.ts',
    'app/games/import/staging.server.ts',
    'app/games/search/count-words.server.ts',
    'app/server/files/delete-files.server.ts',
    // pg-boss brings its own statements.
    'app/server/jobs/jobs.server.ts',
  ]
  const wrong = modules
    .filter(({ file, text }) => !ONCE.includes(file) && /\.execute(<[^(]*>)?\((?!sql`lock table )/.test(text))
    .map(({ file }) => `${file} calls execute(): use the typed builder, or prepared() (CONTRIBUTING.md, The database)`)
  expect(wrong).toEqual([])
})

test('a word from outside is looked up in a Map', () => {
  const cli = listFiles('cli').filter((file) => file.endsWith('.ts') && !isTest(file))
  const wrong = [...modules, ...[...cli, 'server.mjs'].map(readModule)].flatMap(({ file, text }) =>
    looseTables(text).map(
      (name) =>
        `${file} looks a word up in the object ${name}, where "constructor" finds something too: make it a Map (new Map(Object.entries({…}))), or ask Object.hasOwn(${name}, word) before`,
    ),
  )
  expect(wrong).toEqual([])
})

test.each([
  ["const A: Record<string, string> = { a: 'b' }\nA[word]", ['A']],
  ["const A: Partial<Record<string, string>> = { a: 'b' }\nA[word.trim()]", ['A']],
  ["const A: { readonly [word: string]: string } = { a: 'b' }\nA[word]", ['A']],
  ["const A = { a: 'b' }\nA[word as keyof typeof A]", ['A']],
  ["const A: Record<string, string> = { a: 'b' }\nObject.hasOwn(A, word) ? A[word] : null", []],
  ["const A: Record<string, string> = { a: 'b' }\nA['a']", []],
  ["const A: Record<'a', string> = { a: 'b' }\nA[known]", []],
])('the check of look-ups: %j', (text, found) => {
  expect(looseTables(text)).toEqual(found)
})

test('every tag of cached pages and data is purged somewhere', () => {
  const tagsOf = (call: RegExp) =>
    new Set(
      [
        ...modules,
        ...listFiles('cli')
          .filter((file) => file.endsWith('.ts') && !isTest(file))
          .map(readModule),
      ].flatMap(({ text }) =>
        Array.from(text.matchAll(call), ([, given = '']) =>
          Array.from(given.matchAll(/'([a-z]+)'|`([a-z]+):/g), (match) => (match[1] ?? match[2]) as string),
        ).flat(),
      ),
    )
  const set = tagsOf(/\b(?:cacheHeaders(?:OfDay)?\(|cached\([^,]+,|cachedByKey\([^,]+,[^[]+)([^)]*)/g)
  const purged = tagsOf(/\bpurgePages\(([^;]*?)\)\n/g)
  expect(set.size).toBeGreaterThan(1)
  for (const tag of set)
    expect(purged, `Nothing purges ${tag}: call purgePages where what it stands for changes`).toContain(tag)
})

test('the evidence in docs/asvs.md names files that are there', () => {
  const files = ['app', 'cli', 'testing', 'originals'].flatMap(listFiles).map((file) => `/${file}`)
  const named = readFileSync(path.join(ROOT, 'docs/asvs.md'), 'utf8').matchAll(/`([\w./-]+\.(?:tsx?|mjs))`/g)
  const missing = [...named]
    .map(([, name]) => name!)
    .filter((name) => !existsSync(path.join(ROOT, name)) && !files.some((file) => file.endsWith(`/${name}`)))
  expect(missing).toEqual([])
})

test('a reference to a document leads to one of its headings', () => {
  const documents = [
    ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md'],
    ...['docs', 'originals'].flatMap(listFiles).filter((file) => file.endsWith('.md')),
  ]
  const sources = ['app', 'cli', 'testing', 'originals']
    .flatMap(listFiles)
    .filter((file) => /\.(tsx?|css|m?js)$/.test(file) && file !== 'testing/architecture.test.ts')
  const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
  const anchors = new Map(documents.map((file) => [file, anchorsOf(read(file))]))
  const wrong = [...sources, ...documents].flatMap((file) => wrongReferences(file, read(file), anchors))
  expect(wrong).toEqual([])
})

test.each([
  ['app/a.ts', '/** A rule (docs/b.md#two-words). */', 0],
  ['app/a.ts', '/** A rule (docs/b.md#none). */', 1],
  ['app/a.ts', '/** A rule (docs/b.md#twice). */', 1],
  ['app/a.ts', '/** A rule (docs/c.md#two-words). */', 1],
  ['app/a.ts', '/**\n * A rule (docs/b.md,\n * Two words).\n */', 1],
  ['app/a.ts', '// See design.md.', 1],
  ['docs/d/a.md', '[a rule](../b.md#two-words), [another](#own)', 0],
  ['docs/d/a.md', '[a rule](../b.md#none), [another](#none)', 2],
  ['docs/d/a.md', '[a document](../b.md), Two words', 1],
])('the check of references: %s, %j', (file, text, count) => {
  const anchors = new Map([
    ['docs/b.md', anchorsOf('## Two words\n\n```\n# None\n```\n\n## Twice\n\n### Twice\n')],
    ['docs/d/a.md', anchorsOf('# Own\n')],
  ])
  expect(wrongReferences(file, text, anchors)).toHaveLength(count)
})

test('a stylesheet is in a layer', () => {
  const layered = readFileSync(path.join(ROOT, 'app/app.css'), 'utf8')
  const wrong = listFiles('app')
    .filter((file) => file.endsWith('.css') && file !== 'app/app.css')
    .filter((file) => !layered.includes(`@import './${file.slice('app/'.length)}' layer(`))
    .filter((file) => !/^@layer parts \{$/m.test(readFileSync(path.join(ROOT, file), 'utf8')))
    .map((file) => `${file}: import it in app/app.css with layer(parts), or write its rules in @layer parts { }`)
  expect(wrong).toEqual([])
})

test('which games are listed is said in one place', () => {
  const files = ['app', 'cli', 'testing'].flatMap(listFiles)
  const wrong = files
    .filter((file) => /\.tsx?$/.test(file) && !isTest(file) && file !== 'app/db/listed.server.ts')
    .filter((file) => asksForAddress(readModule(file).text))
    .map((file) => `${file} asks itself whether a game has an address: write listed('g') (app/db/listed.server.ts)`)
  expect(wrong).toEqual([])
})

test.each([
  ['select id from games where url is not null', true],
  ['where g.url\n  IS NULL', true],
  ['.where(isNotNull(games.url))', true],
  ['and not isNull(games.url)', true],
  ['where image_url is null', false],
  ['isNotNull(games.imageUrl)', false],
])('the check of listed games: %j', (text, found) => {
  expect(asksForAddress(text)).toBe(found)
})

test('no file or folder has a name that says nothing', () => {
  const empty = /^(.*-)?(utils?|helpers?|common|misc|types?|shared|managers?)$/
  const named = ['app', 'cli', 'testing', 'originals', 'bundled'].flatMap(listFiles)
  const wrong = named
    .filter((file) => file.split('/').some((part) => empty.test(part.replace(/\..*$/, ''))))
    .map(
      (file) =>
        `${file}: name it after what it is about, and put it where that is used (docs: ARCHITECTURE.md, Folders)`,
    )
  expect(wrong).toEqual([])
})

test('ARCHITECTURE.md lists the folders that are there', () => {
  const there = ['', 'app/'].flatMap((parent) =>
    readdirSync(path.join(ROOT, parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !NOT_OURS.includes(entry.name))
      .map((entry) => `${parent}${entry.name}/`),
  )
  for (const folder of there)
    expect(LISTED, `Describe ${folder} in the table of folders in ARCHITECTURE.md`).toContain(folder)
  for (const folder of LISTED) expect(there, `Remove ${folder} from ARCHITECTURE.md: it is not there`).toContain(folder)
})

/** What is wrong with the references to documents in a text. `anchors` has the anchors of each document. */
function wrongReferences(file: string, text: string, anchors: ReadonlyMap<string, string[]>): string[] {
  const line = text.replace(/\n\s*(?:\*|\/\/) /g, ' ')
  const missing = Array.from(line.matchAll(/(?<![\w/.-])((?:[\w-]+\/|\.\.\/)*[\w-]+\.md)#([\w-]*)/g))
    .map(([cited, document = '', anchor = '']) => ({ cited, document, anchor }))
    .concat(
      file.endsWith('.md')
        ? Array.from(line.matchAll(/\]\(#([\w-]+)\)/g), ([, anchor = '']) => ({
            cited: `#${anchor}`,
            document: '',
            anchor,
          }))
        : [],
    )
    .filter(({ document, anchor }) => {
      const targets = document ? [document, path.posix.join(path.posix.dirname(file), document)] : [file]
      return !targets.some((target) => anchors.get(target)?.filter((one) => one === anchor).length === 1)
    })
    .map(({ cited }) => `${file} cites ${cited}: name a heading that is in the document exactly once`)
  const old = Array.from(
    line.matchAll(/\b[\w-]+\.md`?\)?(?:, (?=[A-Z])| \((?=[A-Z]))/g),
    ([cited]) => `${file} cites a section after "${cited.trim()}": write docs/product.md#anchor-of-the-section`,
  )
  const outside = Array.from(
    line.matchAll(/(?<![\w/-])(?:portal|community|decisions|design)\.md\b/g),
    ([cited]) => `${file} cites ${cited}: write the rule in docs/product.md and cite that`,
  )
  return [...missing, ...old, ...outside]
}

/** The anchors that GitHub gives the headings of a Markdown text; the same heading twice gives the same anchor twice. */
function anchorsOf(text: string): string[] {
  const headings = text.replace(/^```[^]*?^```/gm, '').matchAll(/^#{1,6} (.+)$/gm)
  return Array.from(headings, ([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  )
}

/** Whether a query asks for games with an address, or without: in SQL or by Drizzle's words. */
function asksForAddress(text: string): boolean {
  return /\burl\s+is\s+(not\s+)?null\b|\bis(Not)?Null\(\s*games\.url\b/i.test(text)
}

/** The constants of a text in which any word is looked up: what every object inherits would be found as well. */
function looseTables(text: string): string[] {
  const open = text.matchAll(/\bconst (\w+): (?:\w+<)*(?:Record<string\b|\{ (?:readonly )?\[\w+: string\])/g)
  const forced = text.matchAll(/\b(\w+)\[[^\]\n]* as keyof typeof \1\]/g)
  return [...new Set(Array.from([...open, ...forced], (match) => match[1] as string))].filter(
    (name) =>
      // Small letters are what a function builds for itself.
      /^[A-Z]/.test(name) &&
      new RegExp(`\\b${name}\\[(?!['"][^'"]*['"]\\])`).test(text) &&
      !text.includes(`Object.hasOwn(${name}, `),
  )
}

/** What is wrong with a value import, and what to do instead; null if it is allowed. */
function faultOf(file: string, target: string): string | null {
  if (!target.startsWith('app/')) {
    return /^(server\.mjs|cli\/|testing\/)/.test(target) ? 'move what is needed into app/' : null
  }
  const [from, to] = [folderOf(file), folderOf(target)]
  const [fromTier, toTier] = [tierOf(from), tierOf(to)]
  if (toTier > fromTier)
    return `${TIERS[toTier]} come after ${TIERS[fromTier]}; move what is needed into ${from}, or pass it in`
  const domains = TIERS.indexOf('domains')
  if (from === to || fromTier !== domains || toTier !== domains) return null
  const isShared = SHARED_DOMAINS.includes(to) && !SHARED_DOMAINS.slice(0, SHARED_DOMAINS.indexOf(to)).includes(from)
  if (isShared || DOMAIN_IMPORTS.has(`${from} > ${to}`)) return null
  return `${from} and ${to} are separate domains; move what both need into ${SHARED_DOMAINS.join(', ')} or the foundation, or add the pair to DOMAIN_IMPORTS`
}

function folderOf(file: string): string {
  return file.split('/').length > 2 ? (file.split('/')[1] as string) : 'app'
}

/** Files directly in app/ are entry points. */
function tierOf(folder: string): number {
  return TIER_OF.get(folder) ?? TIERS.length - 1
}

/** React Router takes loaders and actions, and what only they import, out of pages and the root before a browser gets them. */
function isServerSide(file: string): boolean {
  return (
    isServerModule(file) ||
    /(\.page\.tsx|\.route\.ts|-layout\.tsx)$/.test(file) ||
    ['app/root.tsx', 'app/entry.server.tsx'].includes(file)
  )
}

function isServerModule(file: string): boolean {
  return /\.server\.tsx?$/.test(file)
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file)
}

/** All files below a folder, as paths from the root with forward slashes. */
function listFiles(folder: string): string[] {
  return globSync(`${folder}/**/*`, {
    cwd: ROOT,
    withFileTypes: true,
    exclude: (entry) => NOT_OURS.includes(entry.name),
  })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
}

function readModule(file: string): Module {
  const text = readFileSync(path.join(ROOT, file), 'utf8')
  const absolute = (targets: string[]) => targets.map((target) => path.posix.join(path.posix.dirname(file), target))
  const typeImports = Array.from(
    text.matchAll(/^(?:import|export) type [^'"`;=]*?\sfrom\s+'(\.[^']+)'/gm),
    (match) => match[1] as string,
  )
  const imports = absolute(valueImports(text))
  return { file, text, imports, allImports: [...imports, ...absolute(typeImports)] }
}

/** Relative paths that a text imports or exports values from; `import { type X }` counts, since it still loads the file. */
function valueImports(text: string): string[] {
  const statements = text.matchAll(
    /^(?:import|export)\s+(?!type\b)(?:[^'"`;=]*?\sfrom\s+)?'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'/gm,
  )
  return Array.from(statements, (match) => (match[1] ?? match[2]) as string)
}

function listRouteFiles(entries: RouteConfigEntry[]): string[] {
  return entries.flatMap(({ file, children = [] }) => [path.posix.join('app', file), ...listRouteFiles(children)])
}
