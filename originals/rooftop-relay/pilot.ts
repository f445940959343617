import type { Course } from './course.ts'
import { type Controls, createRunner, type Runner, stepRunner } from './runner.ts'
import { speedAt, STEP } from './tuning.ts'

/** The controls that a player can choose between. */
const CHOICES: readonly Omit<Controls, 'jump'>[] = [
  { jumpHeld: false, slide: false },
  { jumpHeld: false, slide: true },
  { jumpHeld: true, slide: false },
]

interface Node {
  runner: Runner
  held: boolean
  next: number
}

/**
 * Searches depth-first for a way through the course up to `goal`, with one decision every `stepsEach` steps. Returns
 * the controls of each decision, or null if there is no way. The position depends on time alone, so depth, height and
 * movement are enough to recognise a dead end.
 */
export function findWay(course: Course, goal: number, stepsEach: number, from?: Runner): Controls[] | null {
  const way: Node[] = [{ runner: from ?? createRunner(course), held: false, next: 0 }]
  const taken: Controls[] = []
  const seen = new Set<string>()
  for (let node = way.at(-1); node; node = way.at(-1)) {
    if (node.runner.x >= goal) return taken
    const choice = CHOICES[node.next]
    node.next += 1
    if (!choice) {
      way.pop()
      taken.pop()
      continue
    }
    const controls: Controls = { ...choice, jump: choice.jumpHeld && !node.held }
    const runner = advance(node.runner, course, controls, stepsEach)
    const key = runner && describe(way.length, runner, controls.jumpHeld)
    if (!runner || !key || seen.has(key)) continue
    seen.add(key)
    way.push({ runner, held: controls.jumpHeld, next: 0 })
    taken.push(controls)
  }
  return null
}

function advance(from: Runner, course: Course, controls: Controls, steps: number): Runner | null {
  const runner = { ...from }
  const near = nearby(course, runner.x, runner.x + speedAt(runner.x) * STEP * steps)
  for (let step = 0; step < steps; step += 1) {
    const moves = stepRunner(runner, near, step === 0 ? controls : { ...controls, jump: false })
    if (moves.some((move) => move === 'hit' || move === 'wall' || move === 'fall')) return null
  }
  return runner
}

function nearby(course: Course, from: number, to: number): Course {
  const close = (thing: { x: number; width: number }) => thing.x < to + 60 && thing.x + thing.width > from - 60
  const { roofs, obstacles, pads } = course
  return { ...course, roofs: roofs.filter(close), obstacles: obstacles.filter(close), pads: pads.filter(close) }
}

function describe(depth: number, runner: Runner, held: boolean): string {
  const { y, speedUp, airJumps, sliding, grounded, slideSpent } = runner
  return [
    depth,
    y.toFixed(0),
    (speedUp / 20).toFixed(0),
    airJumps,
    sliding.toFixed(1),
    grounded,
    slideSpent,
    held,
  ].join()
}
