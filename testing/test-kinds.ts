import { globSync, readFileSync } from 'node:fs'

export type TestKind = 'unit' | 'database' | 'portal'

/** The project's test files for Vitest by what they need: the built portal, a database, or neither. Their imports say so. */
export function testsByKind(): Map<TestKind, string[]> {
  const files = globSync('{app,cli,originals,bundled,testing}/**/*.test.{ts,tsx}').toSorted()
  return Map.groupBy(files, (file) => kindOf(file, readFileSync(file, 'utf8')))
}

function kindOf(file: string, text: string): TestKind {
  const needsBuild = text.includes('/testing/portal/') || text.includes('beforeAll(checkBuild)')
  if (/^testing\/(requests|portal)\//.test(file) || needsBuild) return 'portal'
  const needsDatabase =
    /\/fixtures\/(database|query-plans)\.ts'|inject\('testDatabase'\)|\/embedded-cluster\.server\.ts'/
  return needsDatabase.test(text) ? 'database' : 'unit'
}
