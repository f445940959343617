import { bigint, boolean, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { games } from './games.server.ts'

/** An uploaded version of a game of the operator's own. */
export const gameVersions = pgTable(
  'game_versions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    gameId: integer('game_id')
      .notNull()
      .references(() => games.id, { onDelete: 'cascade' }),
    /** The name of the uploaded archive. */
    archive: text().notNull(),
    /** The path of the folder with its `index.html` within the archive, with a slash at the end; empty at the top. */
    root: text().notNull(),
    files: integer().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** Whether visitors get this version. */
    isCurrent: boolean('is_current').notNull().default(false),
    /** Whether visitors have ever got this version. Others open for staff only. */
    wasCurrent: boolean('was_current').notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index('game_versions_game').on(t.gameId, t.id.desc().nullsFirst())],
)

/** The files of a version. The storage has each content once, under its hash. */
export const gameVersionFiles = pgTable(
  'game_version_files',
  {
    versionId: integer('version_id')
      .notNull()
      .references(() => gameVersions.id, { onDelete: 'cascade' }),
    /** Relative to the root of the version, with slashes. */
    path: text().notNull(),
    /** The key of the content in the storage. */
    fileKey: text('file_key').notNull(),
    contentType: text('content_type').notNull(),
    /** `br` or `gzip` for a file that is compressed in the archive. */
    encoding: text(),
    bytes: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.versionId, t.path] }), index('game_version_files_key').on(t.fileKey)],
)
