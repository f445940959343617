import { metresOf, type Moment, type World } from './world.ts'

/** The results of one run, which goals measure. */
export interface Tally {
  metres: number
  deliveries: number
  score: number
  reels: number
  /** The largest number of reels delivered to one cinema. */
  handed: number
  slides: number
  leaps: number
  drones: number
  pads: number
  /** The number of crashes that the bag absorbed. */
  saved: number
  /** Reels collected since the last cinema. */
  bag: number
}

type Counted = Exclude<keyof Tally, 'bag'>
type Step = readonly [of: Counted, least: number]

/**
 * Three rows of goals of increasing difficulty. The last goal of a row repeats forever, and its target grows by the
 * same amount each time.
 */
const ROWS: readonly (readonly Step[])[] = [
  [
    ['metres', 100],
    ['deliveries', 1],
    ['metres', 400],
    ['deliveries', 2],
    ['metres', 700],
    ['deliveries', 4],
    ['metres', 1200],
    ['metres', 1700],
    ['metres', 500],
  ],
  [
    ['reels', 8],
    ['score', 500],
    ['handed', 8],
    ['saved', 1],
    ['reels', 40],
    ['score', 4000],
    ['handed', 20],
    ['score', 10_000],
    ['score', 8000],
  ],
  [
    ['leaps', 3],
    ['slides', 3],
    ['pads', 1],
    ['drones', 1],
    ['leaps', 15],
    ['drones', 3],
    ['pads', 3],
    ['slides', 15],
    ['drones', 4],
  ],
]

const WORDS: Record<Counted, (least: number) => string> = {
  metres: (n) => `Run ${n.toLocaleString('en')} m`,
  deliveries: (n) => (n === 1 ? 'Reach a cinema' : `Reach ${n} cinemas`),
  score: (n) => `Score ${n.toLocaleString('en')}`,
  reels: (n) => `Take ${n} reels`,
  handed: (n) => `Bring a cinema ${n} reels`,
  slides: (n) => `Slide ${n} times`,
  leaps: (n) => `Jump ${n} times in the air`,
  drones: (n) => (n === 1 ? 'Land on a drone' : `Land on ${n} drones`),
  pads: (n) => (n === 1 ? 'Use a spring' : `Use ${n} springs`),
  saved: () => 'Crash with eight reels, and run on',
}

/** How many goals of each row have been reached, over all runs. */
export type Reached = readonly number[]

export const NONE_REACHED: Reached = ROWS.map(() => 0)

export interface Goal {
  words: string
  of: Counted
  least: number
  isDone: boolean
}

/** The goals of one run, one per row. The next run replaces those that were reached. */
export interface Goals {
  tally: Tally
  list: Goal[]
}

export function createGoals(reached: Reached): Goals {
  const counts = { metres: 0, deliveries: 0, score: 0, reels: 0, handed: 0 }
  const tally = { ...counts, slides: 0, leaps: 0, drones: 0, pads: 0, saved: 0, bag: 0 }
  return { tally, list: ROWS.map((row, at) => goalAt(row, reached[at] ?? 0)) }
}

/**
 * Returns the next goal of a row. After the end of the row, targets continue from the row's previous target of the same
 * kind, in steps of the last target.
 */
function goalAt(row: readonly Step[], reached: number): Goal {
  const [of, size] = row[Math.min(reached, row.length - 1)]!
  const beyond = reached - row.length + 2
  const before = row.slice(0, -1).findLast(([other]) => other === of)?.[1] ?? 0
  const least = beyond > 0 ? before + size * beyond : size
  return { words: WORDS[of](least), of, least, isDone: false }
}

/** Counts the new moments and returns the goals that they complete. */
export function countMoments(goals: Goals, moments: readonly Moment[], world: World): Goal[] {
  const { tally } = goals
  for (const { kind } of moments) {
    if (kind === 'reel') {
      tally.reels += 1
      tally.bag += 1
    } else if (kind === 'delivery') {
      tally.handed = Math.max(tally.handed, tally.bag)
      tally.bag = 0
    } else if (kind === 'spill') {
      tally.saved += 1
      tally.bag = 0
    } else if (kind === 'slide') tally.slides += 1
    else if (kind === 'second jump') tally.leaps += 1
    else if (kind === 'stomp') tally.drones += 1
    else if (kind === 'pad') tally.pads += 1
  }
  tally.metres = metresOf(world)
  tally.deliveries = world.deliveries
  tally.score = world.score
  const done = goals.list.filter((goal) => !goal.isDone && tally[goal.of] >= goal.least)
  for (const goal of done) goal.isDone = true
  return done
}

/**
 * Returns the progress towards a goal, such as "3/8". Returns '' if the goal is done, needs only one, or no run has
 * begun.
 */
export function progressOf({ tally }: Goals, { of, least, isDone }: Goal): string {
  return isDone || least === 1 || tally.metres === 0
    ? ''
    : `${Math.min(least, Math.floor(tally[of])).toLocaleString('en')}/${least.toLocaleString('en')}`
}

/** Returns the counts after a run, increased by one in each row whose goal is done. */
export function reachedBy(before: Reached, { list }: Goals): Reached {
  return list.map((goal, at) => (before[at] ?? 0) + (goal.isDone ? 1 : 0))
}
