import { contentType, endingOf, hasContentType, UNKNOWN_TYPE } from '../../../lib/content-type-of-name.ts'

/** The allowed contents of an uploaded archive (docs/product.md#own-games). */

export const ARCHIVE_LIMITS = {
  /** The size of the zip. */
  bytes: 100 << 20,
  files: 2000,
  /** The unpacked size of all files together. */
  unpackedBytes: 400 << 20,
  /** Entries in the zip, including those that are ignored. */
  entries: 4000,
  /** A file larger than `ratioFrom` may be at most this many times as large as its compressed data. */
  ratio: 200,
  ratioFrom: 10 << 20,
  pathLength: 400,
} as const

/** Endings of files that games read themselves: data, engine fonts, models and archives. They are served as bytes. */
const DATA = new Set(
  (
    '7z ani arcd asset assets astc atlas ausvg babylon basis bin bundle bytes c3 cfg conf dae dat data dds dic ' +
    'env exr fbx fnt frag fs gb gba geojson glsl gpl hash hdr ini ink it json5 jsonc jsonl ktx ktx2 lang ldtk ' +
    'lic lmp locres love lua mem meta mod msgpack mtl nes obj p8 pak pb pck plist ply po proto properties pvr raw ' +
    'resource rom rsc s3m sfc sf2 skel smc spine spv srt stl swf symbols tar tga tmj tmx toml tsj tsv tsx unity3d ' +
    'unityweb vert vox vs wad wgsl xm yaml yarn yml zip zst'
  ).split(' '),
)

/** Files without an ending that many archives contain. */
const TEXTS = new Set([
  'authors',
  'changelog',
  'copying',
  'credits',
  'license',
  'licence',
  'notice',
  'readme',
  'version',
])

/** Files that operating systems and programs add to archives. They are ignored. */
const JUNK_FOLDERS = new Set('__macosx .git .svn .idea .vscode'.split(' '))
const JUNK_FILES = new Set(
  (
    '.ds_store thumbs.db desktop.ini .gitignore .gitattributes .gitkeep .editorconfig .nojekyll .npmignore ' +
    '.itch.toml'
  ).split(' '),
)

export function isJunk(path: string): boolean {
  const folders = path.toLowerCase().split('/')
  const name = folders.pop() ?? ''
  return name.startsWith('._') || JUNK_FILES.has(name) || folders.some((folder) => JUNK_FOLDERS.has(folder))
}

export type FileType = {
  contentType: string
  /** The encoding of the file within the archive. */
  encoding: 'br' | 'gzip' | null
  /** Whether the file is a page, into which the bridge is inserted. */
  isPage: boolean
}

const ENCODINGS = new Map([
  ['br', 'br'],
  ['gz', 'gzip'],
] as const)

/**
 * Returns the type of a file by its path; null if its ending is not allowed. `build.wasm.br` has the type of
 * `build.wasm` and an encoding, as engines expect. An archive such as `levels.tar.gz` has no encoding, because the game
 * unpacks it.
 */
export function fileTypeOf(path: string): FileType | null {
  const encoding = ENCODINGS.get(endingOf(path) as 'br' | 'gz')
  if (!encoding) return plainTypeOf(path)
  const inner = plainTypeOf(path.slice(0, path.lastIndexOf('.')))
  const isPacked = !inner || endingOf(path.slice(0, path.lastIndexOf('.'))) === 'tar'
  if (!isPacked) return { ...inner, encoding }
  return encoding === 'gzip' ? { contentType: 'application/gzip', encoding: null, isPage: false } : null
}

function plainTypeOf(path: string): FileType | null {
  const ending = endingOf(path)
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  if (hasContentType(path))
    return { contentType: contentType(path), encoding: null, isPage: ending === 'html' || ending === 'htm' }
  if (DATA.has(ending)) return { contentType: UNKNOWN_TYPE, encoding: null, isPage: false }
  if (TEXTS.has(name)) return { contentType: 'text/plain; charset=utf-8', encoding: null, isPage: false }
  return null
}

/** Returns what is wrong with the name of an entry, which must be a path within the archive; null if it is valid. */
export function faultOfName(name: string): string | null {
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffd]/u.test(name))
    return 'its name has characters that cannot be displayed'
  if (name.includes('\\')) return 'its name has a backslash'
  if (name.startsWith('/') || /^[a-z]:/i.test(name)) return 'its name is an absolute path'
  const parts = name.replace(/\/$/, '').split('/')
  if (parts.includes('..')) return 'its name leads out of the archive'
  if (parts.some((part) => part === '' || part === '.')) return 'its name has an empty part'
  if (name.length > ARCHIVE_LIMITS.pathLength) return `its name is longer than ${ARCHIVE_LIMITS.pathLength} characters`
  return null
}

/**
 * Returns the folder with the shallowest `index.html`, with a trailing slash and empty for the top level; or what is
 * wrong.
 */
export function rootOf(paths: string[]): { root: string } | { fault: string } {
  const pages = paths.filter((path) => path === 'index.html' || path.endsWith('/index.html'))
  const depth = Math.min(...pages.map(depthOf))
  const roots = pages.filter((path) => depthOf(path) === depth).map((path) => path.slice(0, -'index.html'.length))
  if (roots.length === 1) return { root: roots[0]! }
  if (!roots.length) return { fault: 'The zip has no index.html, which a game needs' }
  return { fault: `The zip has several games: ${roots.slice(0, 3).join(', ')}. Upload each in a zip of its own` }
}

function depthOf(path: string): number {
  return path.split('/').length
}
