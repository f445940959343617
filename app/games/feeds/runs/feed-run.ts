import type {
  FeedMode,
  FeedRunCounts,
  FeedRunState,
  PlanKind,
  Ruling,
  SuspectedDuplicate,
} from '../../../db/schema/feeds.server.ts'

/** Why a game is hidden that its feed no longer lists. When the feed lists it again, it is published again. */
export const UNLISTED_REASON = 'No longer in its feed'
/** Why the new games of an undone run are hidden. */
export const UNDONE_REASON = 'Run undone'

/** A run of a feed, as the console shows it. */
export type FeedRun = {
  id: number
  feedId: number
  feedName: string
  provider: string
  /** What happens to its new games. */
  mode: FeedMode
  /** Whether operators manage its feed. Otherwise the command `import` has read it. */
  isSaved: boolean
  startedBy: 'operator' | 'schedule' | 'command'
  state: FeedRunState
  /** Whether its job has been asked to stop. */
  isCancelled: boolean
  /** The entries read so far. */
  entries: number
  /** The entries of the feed's last complete run, to show how far this one is; null before the first. */
  expectedEntries: number | null
  isComplete: boolean
  /** Null until the plan is ready. */
  counts: FeedRunCounts | null
  /**
   * Why the games that are no longer in the feed wait for confirmation; null if they do not. It stays set after the
   * rest of the plan is applied, until an operator answers with `answerDelisting`.
   */
  delistQuestion: string | null
  /** The entries applied or undone so far, and how many there are. */
  done: number
  total: number
  skipped: number
  /** One line, for a failed run. */
  error: string | null
  createdAt: Date
  plannedAt: Date | null
  appliedAt: Date | null
  undoneAt: Date | null
  /** What an operator can do with it now. */
  can: {
    /** Also continues an application that failed. */
    apply: boolean
    discard: boolean
    cancel: boolean
    undo: boolean
    answerDelisting: boolean
  }
}

/** A field of a game that a run changes. */
export type FieldChange = {
  /** A column of `games`: a feed's field, `age_rating` or `status`. */
  field: string
  before: unknown
  after: unknown
  /** An operator has set the field: only the feed's value stored beside it changes. */
  isOverridden: boolean
}

/** An entry of a plan. */
export type PlanEntry = {
  position: number
  kind: PlanKind
  /** The game that it changes, or that it has created. Null for rejected entries and new games not yet applied. */
  gameId: number | null
  title: string
  /** All fields of a new game by column (`FeedGame`); null for other kinds. */
  game: Record<string, unknown> | null
  /** What identifies a rejected entry in the feed: its URL, or else its id; null for other kinds. */
  given: string | null
  /** The differences of a changed, relisted or delisted game. */
  changes: FieldChange[]
  rulings: Ruling[]
  duplicates: SuspectedDuplicate[]
  /** Why it was rejected or skipped. */
  reason: string | null
  isChosen: boolean
  outcome: 'applied' | 'skipped' | 'undone' | 'not undone' | null
}

export type PlanFilter = {
  kind?: PlanKind | undefined
  /** `duplicates`: may be the same as another game. `ruled`: a rule applies. `skipped`: not applied or not undone. */
  filter?: 'duplicates' | 'ruled' | 'skipped' | undefined
  /** From 1. */
  page: number
}

export type PlanPage = {
  entries: PlanEntry[]
  /** The entries that match the filter. */
  count: number
  pages: number
  /** How many of the plan's entries that can be applied are chosen. */
  chosen: number
}

/** Which entries of a plan an operator chooses, or no longer wants. */
export type EntrySelection =
  | { positions: number[] }
  | { kind: PlanKind }
  | { filter: 'duplicates' | 'ruled' }
  | { all: true }

export const ENTRIES_ON_PLAN_PAGE = 50

/** Whether a plan would change no game. Rejected entries count as nothing. */
export function hasNoChanges({ new: added, changed, relisted, delisted }: FeedRunCounts): boolean {
  return added + changed + relisted + delisted === 0
}

/** The games that a feed contained. */
export function gamesIn(counts: FeedRunCounts): number {
  return counts.new + counts.changed + counts.relisted + counts.unchanged
}
