import { backgroundDatabase } from '../../../db/connection.server.ts'
import { preparedIn } from '../../../db/query.server.ts'
import type { RunEntry } from '../runs/run-steps.server.ts'
import { listUndoable, NEXT_APPLIED } from '../runs/undo-run.server.ts'

const BATCH = 1000
const TITLES = 20

/** What undoing a run would do now. */
export type UndoPreview = {
  /** New games that it would hide. */
  hidden: number
  /** Other games that it would restore. */
  restored: number
  /** Games that have changed since and stay, with the first titles. */
  skipped: number
  titles: { gameId: number; title: string }[]
}

/** Returns what undoing a run would do, game by game, without changing anything. */
export function previewUndo(runId: number): Promise<UndoPreview> {
  // Plans have up to hundreds of thousands of entries, which takes longer than a page's query may.
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
