import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/**
 * Migrations must work with the previous build (CONTRIBUTING.md#the-database): expand first, contract in a later
 * release.
 */

const FOLDER = 'db/migrations'
/** The rule does not apply up to this migration. */
const LAST_EXEMPT = '0018'
/** Up to this migration, indexes of existing tables were built while nobody could write. */
const LAST_LOCKING = '0022'

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

test('every migration is compatible with nodes of the previous build', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'))
  files.sort().forEach((file, at) => {
    if (file.slice(0, 4) <= LAST_EXEMPT) return
    expect(faultsOf(read(file), files.slice(0, at).map(read).join('\n')), file).toEqual([])
  })
})

test('indexes of existing tables are built concurrently, each such migration for itself', () => {
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.sql') && name.slice(0, 4) > LAST_LOCKING))
    expect(indexFaultsOf(read(file)), file).toEqual([])
})

test('an index that locks an existing table is refused, and a concurrent one next to other statements', () => {
  const [index, concurrent] = ['', 'CONCURRENTLY '].map((how) => `CREATE INDEX ${how}"posts_mood" ON "posts" ("mood")`)
  const table = 'CREATE TABLE "posts" ("mood" text)'
  const all = (...statements: (string | undefined)[]) => statements.join(';--> statement-breakpoint\n')
  expect(indexFaultsOf(all(table, index))).toEqual([])
  expect(indexFaultsOf(all(concurrent, concurrent))).toEqual([])
  expect(indexFaultsOf(all(index))).toHaveLength(1)
  expect(indexFaultsOf(all(table, concurrent))).toHaveLength(1)
})

const read = (file: string) => readFileSync(path.join(FOLDER, file), 'utf8')

test('a list of allowed values may grow but not shrink', () => {
  const check = (values: string) => `ALTER TABLE "posts" ADD CONSTRAINT "kinds" CHECK ("posts"."kind" in (${values}));`
  expect(faultsOf(check(`'a', 'b', 'c'`), check(`'a', 'b'`))).toEqual([])
  expect(faultsOf(check(`'a', 'c'`), check(`'a', 'b'`))).toHaveLength(1)
  expect(faultsOf(check(`'a', 'b'`), check(`'a', 'b', 'c'`) + check(`'a', 'b'`))).toEqual([])
  expect(faultsOf(check(`'a', 'b'`), '')).toHaveLength(1)
})

test.each([
  ['drop table "posts"', 'DROP'],
  ['ALTER TABLE "posts" DROP COLUMN "title"', 'DROP'],
  ['ALTER TABLE "posts" RENAME COLUMN "title" TO "name"', 'RENAME'],
  ['ALTER TABLE "posts" RENAME TO "articles"', 'RENAME'],
  ['ALTER TABLE "posts" ALTER COLUMN "title" SET DATA TYPE varchar(20)', 'ALTER COLUMN'],
  ['ALTER TABLE "posts" ALTER COLUMN "title" SET NOT NULL', 'ALTER COLUMN'],
  ['ALTER TABLE "posts" ALTER COLUMN "title" DROP DEFAULT', 'ALTER COLUMN'],
  ['ALTER TABLE "posts" ADD COLUMN "mood" text NOT NULL', 'ADD COLUMN … NOT NULL without DEFAULT'],
  ['ALTER TABLE "posts" ADD CONSTRAINT "short" CHECK (length(title) < 20)', 'ADD CONSTRAINT'],
  ['CREATE UNIQUE INDEX "posts_title" ON "posts" USING btree ("title")', 'CREATE UNIQUE INDEX'],
  ['DROP FUNCTION text_words(text)', 'DROP'],
])('%s is refused', (statement, rule) => {
  expect(faultsOf(statement)).toEqual([expect.stringContaining(rule)])
})

test.each([
  'CREATE TABLE "planets" ("id" int PRIMARY KEY, "name" text NOT NULL)',
  'ALTER TABLE "posts" ADD COLUMN "mood" text',
  'ALTER TABLE "posts" ADD COLUMN "is_pinned" boolean DEFAULT false NOT NULL',
  'CREATE INDEX "posts_mood" ON "posts" USING btree ("mood")',
  '-- What was called drop table before.\nUPDATE "posts" SET "mood" = \'calm\'',
  'CREATE TABLE "planets" ("id" int);--> statement-breakpoint\nCREATE UNIQUE INDEX "one" ON "planets" USING btree ("id");--> statement-breakpoint\nALTER TABLE "planets" ADD CONSTRAINT "home" FOREIGN KEY ("id") REFERENCES "games" ("id")',
  'ALTER TABLE "posts" ADD COLUMN "planet" int;--> statement-breakpoint\nALTER TABLE "posts" ADD CONSTRAINT "home" FOREIGN KEY ("planet") REFERENCES "games" ("id")',
  'DROP INDEX "posts_mood"',
  '-- contracts: unused since 0.0.9\nDROP TABLE "posts"',
])('%s is allowed', (migration) => {
  expect(faultsOf(migration)).toEqual([])
})

test('a contracting migration names an earlier release', () => {
  expect(faultsOf(`-- contracts: unused since ${version}\nDROP TABLE "posts"`)).toHaveLength(1)
})

/**
 * Returns the statements that break or mislead nodes of the previous build, a line each. `earlier` is the text of
 * earlier migrations.
 */
function faultsOf(migration: string, earlier = ''): string[] {
  const [, since] = /^-- contracts: unused since (\d+\.\d+\.\d+)$/m.exec(migration) ?? []
  if (since && since.localeCompare(version, 'en', { numeric: true }) < 0) return []
  const statements = migration.replace(/^\s*--(?!> statement-breakpoint).*$/gm, '').split('--> statement-breakpoint')
  const created = new Set(
    Array.from(migration.matchAll(/\bcreate (?:unlogged )?table (?:if not exists )?"?(\w+)/gi), ([, name]) => name),
  )
  const added = new Set(Array.from(migration.matchAll(/\badd column (?:if not exists )?"?(\w+)/gi), ([, name]) => name))
  return statements.flatMap((statement) => {
    const text = statement.trim()
    const [, table] =
      /\b(?:alter table|index .*? on)(?: only)?(?: if exists)? (?:"?public"?\.)?"?(\w+)/is.exec(text) ?? []
    if (table && created.has(table)) return []
    if (allowsMore(text, earlier)) return []
    const rule = RULES.find(([, breaks]) => breaks(text, added))?.[0]
    return rule ? [`${rule}: ${text} (add what is new, and remove what is old in a later release)`] : []
  })
}

/** Returns the indexes that are not built as they should be, a line each. */
function indexFaultsOf(migration: string): string[] {
  const statements = migration.split('--> statement-breakpoint').map((statement) => statement.trim())
  const isConcurrent = (statement: string) => /^create (?:unique )?index concurrently/i.test(statement)
  if (statements.some(isConcurrent)) {
    const others = statements.filter((statement) => !isConcurrent(statement))
    return others.map((statement) => `needs a migration of its own, before that of the concurrent index: ${statement}`)
  }
  const created = new Set(Array.from(migration.matchAll(/\bcreate (?:unlogged )?table "?(\w+)/gi), ([, name]) => name))
  return statements.flatMap((statement) => {
    const [, table] = /^create (?:unique )?index .*? on "?(\w+)/is.exec(statement) ?? []
    return table && !created.has(table) ? [`locks ${table}; add .concurrently() to the index: ${statement}`] : []
  })
}

/** Returns true if a statement replaces a list of allowed values by one that includes all of them. */
function allowsMore(statement: string, earlier: string): boolean {
  const [now] = valuesOf(statement)
  const before = valuesOf(earlier).findLast(({ name }) => name === now?.name)
  return Boolean(now && before?.values.every((value) => now.values.includes(value)))
}

function valuesOf(sql: string): { name: string; values: string[] }[] {
  return Array.from(
    sql.matchAll(/constraint "(\w+)" check \([\w".]+ in \(([^)]*)\)\)/gi),
    ([, name = '', list = '']) => ({
      name,
      values: list.split(',').map((value) => value.trim()),
    }),
  )
}

type Breaks = (statement: string, added: Set<string | undefined>) => boolean

/** The previous build does not know columns that this migration adds, so it cannot fill them wrongly. */
const onNewColumns = (statement: string, added: Set<string | undefined>) => {
  const [, columns = ''] = /(?:foreign key|using btree) \(([^)]*)\)/i.exec(statement) ?? []
  return columns !== '' && columns.split(',').every((column) => added.has(column.trim().replaceAll('"', '')))
}

const RULES: [string, Breaks][] = [
  ['DROP', (text) => /\bdrop (?:table|column|schema|type|function|view|sequence|extension)\b/i.test(text)],
  ['RENAME', (text) => /^alter\b.*\b(?:rename|set schema)\b/is.test(text)],
  ['ALTER COLUMN', (text) => /\balter column\b.*\b(?:type|set not null|drop default)\b/is.test(text)],
  [
    'ADD COLUMN … NOT NULL without DEFAULT',
    (text) => /\badd column\b.*\bnot null\b/is.test(text) && !/\b(?:default|generated)\b/i.test(text),
  ],
  ['ADD CONSTRAINT', (text, added) => /\badd constraint\b/i.test(text) && !onNewColumns(text, added)],
  ['CREATE UNIQUE INDEX', (text, added) => /^create unique index\b/i.test(text) && !onNewColumns(text, added)],
]
