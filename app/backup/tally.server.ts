import { createHash } from 'node:crypto'
import type { LargeFile, Manifest } from './archive-format.server.ts'

type Rows = Manifest['jobs']

/** Counts and hashes of an archive's contents. Writing and reading compute them in the same way. */
export type Tally = {
  /** Takes whole rows in COPY's text format. */
  addRows: (name: string, content: Uint8Array) => void
  addFile: (key: string, content: Uint8Array | LargeFile) => void
  rowsOf: (name: string) => Rows
  /** Returns the names of tables that had rows, and '' if there were jobs. */
  names: () => string[]
  files: () => Manifest['files']
}

export function createTally(): Tally {
  const tables = new Map<string, { rows: number; bytes: number; hash: ReturnType<typeof createHash> }>()
  const files = { count: 0, bytes: 0, hash: createHash('sha256') }
  return {
    addRows(name, content) {
      const table = tables.get(name) ?? { rows: 0, bytes: 0, hash: createHash('sha256') }
      tables.set(name, table)
      table.rows += countLines(content)
      table.bytes += content.byteLength
      table.hash.update(content)
    },
    addFile(key, content) {
      files.count++
      files.bytes += 'file' in content ? content.bytes : content.byteLength
      files.hash.update(`${'file' in content ? content.sha256 : sha256(content)}  ${key}\n`)
    },
    rowsOf(name) {
      const { rows = 0, bytes = 0, hash = createHash('sha256') } = tables.get(name) ?? {}
      return { rows, bytes, sha256: hash.copy().digest('hex') }
    },
    names: () => [...tables.keys()],
    files: () => ({ count: files.count, bytes: files.bytes, sha256: files.hash.copy().digest('hex') }),
  }
}

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Counts rows. Each row is one line: COPY writes line breaks within values as `\n`. */
function countLines(content: Uint8Array): number {
  let lines = 0
  for (let at = content.indexOf(10); at >= 0; at = content.indexOf(10, at + 1)) lines++
  return lines
}
