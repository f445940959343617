import { backgroundDatabase } from '../../../db/connection.server.ts'
import { preparedIn } from '../../../db/query.server.ts'
import type { RunEntry } from '../runs/run-steps.server.ts'
import { listUndoable, NEXT_APPLIED } from '../runs/undo-run.server.ts'

const BATCH = 1000
const TITLES = 20

/** The effects of undoing a run now. */
export type UndoPreview = {
  /** The number of new games to hide. */
  hidden: number
  /** The number of other games to restore. */
  restored: number
  /** The number of games that stay because they have changed since, with the first titles. */
  skipped: number
  titles: { gameId: number; title: string }[]
}

/** Returns what undoing a run would change, without changing anything. Each game is checked. */
export function previewUndo(runId: number): Promise<UndoPreview> {
  // A plan has up to hundreds of thousands of entries, so reading them may exceed the time limit of page queries.
  return backgroundDatabase().transaction(async (tx) => {
    const preview: UndoPreview = { hidden: 0, restored: 0, skipped: 0, titles: [] }
    const skippedIds: number[] = []
    for (let from = -1; ;) {
      const batch = await preparedIn<RunEntry>(tx, 'feed-next-applied', NEXT_APPLIED, [runId, from, BATCH])
      const undoable = batch.length ? await listUndoable(tx, runId, batch) : new Map<number, number>()
      for (const { position, kind, gameId } of batch) {
        if (!undoable.has(position)) {
          preview.skipped++
          if (gameId !== null && skippedIds.length < TITLES) skippedIds.push(gameId)
        } else if (kind === 'new') preview.hidden++
        else preview.restored++
      }
      if (batch.length < BATCH) break
      from = batch.at(-1)!.position
    }
    if (skippedIds.length) {
      preview.titles = await preparedIn<UndoPreview['titles'][number]>(tx, 'feed-undo-titles', NAMES, [skippedIds])
    }
    return preview
  })
}

const NAMES = 'select id as "gameId", title from games where id = any($1::int[]) order by title, id'
