import { bigint, boolean, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { games } from './games.server.ts'

/** An uploaded version of a self-hosted game. */
export const gameVersions = pgTable(
  'game_versions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    gameId: integer('game_id')
      .notNull()
      .references(() => games.id, { onDelete: 'cascade' }),
    /** The name of the uploaded archive. */
    archive: text().notNull(),
    /**
     * The path within the archive of the folder that contains `index.html`, with a trailing slash; empty for the top
     * level.
     */
    root: text().notNull(),
    files: integer().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** Whether this is the current version, which visitors play if the game is public. */
    isCurrent: boolean('is_current').notNull().default(false),
    /** Whether this has ever been the current version. Otherwise only staff can open it. */
    wasCurrent: boolean('was_current').notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index('game_versions_game').on(t.gameId, t.id.desc().nullsFirst())],
)

/** The files of a version. The storage holds each content once, under its hash. */
export const gameVersionFiles = pgTable(
  'game_version_files',
  {
    versionId: integer('version_id')
      .notNull()
      .references(() => gameVersions.id, { onDelete: 'cascade' }),
    /** The path relative to the root of the version, separated by slashes. */
    path: text().notNull(),
    /** The key of the content in the storage. */
    fileKey: text('file_key').notNull(),
    contentType: text('content_type').notNull(),
    /** `br` or `gzip` if the file is compressed within the archive. */
    encoding: text(),
    bytes: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.versionId, t.path] }), index('game_version_files_key').on(t.fileKey)],
)
