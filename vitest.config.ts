import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { findInstalledPrograms } from './testing/fixtures/installed-postgres.ts'
import { testsByKind } from './testing/test-kinds.ts'

/**
 * Tests whose results may depend on the version of PostgreSQL: they run on an installed server and on the embedded one.
 */
const DEPENDS_ON_VERSION =
  /(-plans|\/(connection|import-feed|jobs|listings|list-games|list-posts|migrate|page-games|search-\w+))\.server\.test\.ts$/

const DATABASE_LIBRARY = ['drizzle-orm', 'drizzle-orm/pg-core', 'drizzle-orm/node-postgres', 'drizzle-orm/migrator']

// The machine's settings could lead tests to a portal in use, such as its DATA_DIR.
for (const [, name] of readFileSync('.env.example', 'utf8').matchAll(/^#? ?([A-Z\d_]+)=/gm)) delete process.env[name!]

const tests = testsByKind()

export default defineConfig({
  test: {
    setupFiles: ['testing/set-up.ts'],
    // Keeps tests independent of an `.env` file in this folder.
    env: { ENV_FILE: 'none' },
    // These only end a hang: no test should take this long, even on a busy machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Shorter than the minute for which shared pages are cached, so that a missing purge fails the test.
    expect: { poll: { timeout: 30_000, interval: 20 } },
    maxWorkers: availableParallelism(),
    // Each test file loads its own copies of modules. Loading this library from hundreds of files cost 0.4 s of processor time each.
    deps: { optimizer: { ssr: { enabled: true, include: DATABASE_LIBRARY } } },
    projects: [
      project('unit', tests.get('unit')),
      project('database', tests.get('database')),
      project('portal', tests.get('portal')),
      ...(findInstalledPrograms()
        ? [
            project(
              'embedded',
              tests.get('database')?.filter((file) => DEPENDS_ON_VERSION.test(file)),
            ),
          ]
        : []),
    ],
  },
})

function project(name: string, include: string[] = []): TestProjectInlineConfiguration {
  const globalSetup = name === 'unit' ? [] : ['testing/fixtures/database.ts']
  // A built portal is loaded once per process, so each of its test files needs a process.
  return { extends: true, test: { name, include, globalSetup, isolate: name === 'portal' } }
}
