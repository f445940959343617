import type {
  FeedMode,
  FeedRunCounts,
  FeedRunState,
  PlanKind,
  Ruling,
  SuspectedDuplicate,
} from '../../../db/schema/feeds.server.ts'

/** The status reason of a game that left its feed. It is published again when the feed lists it again. */
export const UNLISTED_REASON = 'No longer in its feed'
/** The status reason of new games from a run that was undone. */
export const UNDONE_REASON = 'Run undone'

/** A run of a feed, as the console shows it. */
export type FeedRun = {
  id: number
  feedId: number
  feedName: string
  provider: string
  /** How its new games are added. */
  mode: FeedMode
  /** Whether operators manage its feed. Otherwise the `import` command has read it. */
  isSaved: boolean
  startedBy: 'operator' | 'schedule' | 'command'
  state: FeedRunState
  /** Whether an operator has cancelled it. */
  isCancelled: boolean
  /** The number of entries read so far. */
  entries: number
  /** The number of entries in the feed's last complete run, to estimate the progress; null before the first one. */
  expectedEntries: number | null
  isComplete: boolean
  /** Null until the plan is ready. */
  counts: FeedRunCounts | null
  /**
   * Why delistings need confirmation; null if they need none. It stays set after the rest of the plan is applied, until
   * an operator answers with `answerDelisting`.
   */
  delistQuestion: string | null
  /** The number of entries applied or undone so far. `total` is the number of all. */
  done: number
  total: number
  skipped: number
  /** A one-line message for a failed run. */
  error: string | null
  createdAt: Date
  plannedAt: Date | null
  appliedAt: Date | null
  undoneAt: Date | null
  /** The actions that are available to an operator. */
  can: {
    /** Also available to continue a failed application. */
    apply: boolean
    discard: boolean
    cancel: boolean
    undo: boolean
    answerDelisting: boolean
  }
}

/** A field of a game that a run changes. */
export type FieldChange = {
  /** A column of `games`: one that feeds fill, `age_rating` or `status`. */
  field: string
  before: unknown
  after: unknown
  /** Whether an operator has set the field. If so, only the feed's value stored with it changes. */
  isOverridden: boolean
}

/** An entry of a plan. */
export type PlanEntry = {
  position: number
  kind: PlanKind
  /** The game that the entry changes or has created. Null for a rejected entry, and for a new game not yet applied. */
  gameId: number | null
  title: string
  /** All fields of a new game by column (`FeedGame`); null for other kinds. */
  game: Record<string, unknown> | null
  /** Identifies a rejected entry in the feed: its URL, or else its id; null for other kinds. */
  given: string | null
  /** The changed fields of a changed, relisted or delisted game. */
  changes: FieldChange[]
  rulings: Ruling[]
  duplicates: SuspectedDuplicate[]
  /** Why the entry was rejected or skipped. */
  reason: string | null
  isChosen: boolean
  outcome: 'applied' | 'skipped' | 'undone' | 'not undone' | null
}

export type PlanFilter = {
  kind?: PlanKind | undefined
  /**
   * `duplicates`: possible duplicates of other games. `ruled`: a rule applies. `skipped`: not applied or not undone.
   */
  filter?: 'duplicates' | 'ruled' | 'skipped' | undefined
  /** Starts at 1. */
  page: number
}

export type PlanPage = {
  entries: PlanEntry[]
  /** The number of entries that match the filter. */
  count: number
  pages: number
  /** The number of chosen entries, out of those that can be applied. */
  chosen: number
}

/** The entries of a plan that an operator includes or excludes. */
export type EntrySelection =
  | { positions: number[] }
  | { kind: PlanKind }
  | { filter: 'duplicates' | 'ruled' }
  | { all: true }

export const ENTRIES_ON_PLAN_PAGE = 50

/** Whether a plan would change no game. Rejected entries are ignored. */
export function hasNoChanges({ new: added, changed, relisted, delisted }: FeedRunCounts): boolean {
  return added + changed + relisted + delisted === 0
}

/** The number of games in a feed. */
export function gamesIn(counts: FeedRunCounts): number {
  return counts.new + counts.changed + counts.relisted + counts.unchanged
}
