import { expect, test } from 'vitest'
import { countLooseEnds, isAllLit, joinedCell, listLamps } from './current.ts'
import { type Level, canTurn, countTurns } from './level.ts'
import { LEVELS, numberedLevel, planLevel, showKey, showOn } from './programme.ts'
import { findSolutions } from './solve.ts'
import { type Grid, SIDES, neighbourOf, oppositeOf, quartersBetween, turnMask } from './wiring.ts'

const levels = Array.from({ length: LEVELS }, (_, index) => numberedLevel(index + 1))

test('every one of the first 200 levels can be solved by turning its tiles', () => {
  for (const { grid, source, solution, start, bolted } of levels) {
    expect(isAllLit(grid, solution, source)).toBe(true)
    expect(countLooseEnds(grid, solution)).toBe(0)
    start.forEach((mask, cell) => expect(quartersBetween(mask, solution[cell] ?? 0)).not.toBeNull())
    bolted.forEach((cell) => expect(start[cell]).toBe(solution[cell]))
  }
})

test('no level is solved at the start', () => {
  for (const { grid, source, start } of levels) expect(isAllLit(grid, start, source)).toBe(false)
})

test('every level has one solution only', () => {
  for (const { grid, start, bolted, solution } of levels) {
    expect(findSolutions(grid, start, bolted, 2)).toEqual([solution])
  }
})

test('the fewest turns are those of the cheapest solution that a plain search finds', () => {
  const small = levels.filter(({ grid, bolted }) => grid.size <= 6 && !grid.wraps && bolted.size === 0)
  expect(small.length).toBeGreaterThan(40)
  for (const level of small) {
    const found = searchPlainly(level)
    expect(found).toEqual([level.solution])
    const costs = found.map((masks) => countTurnsPlainly(level.start, masks))
    expect(level.fewestTurns).toBe(Math.min(...costs))
  }
})

test('the fewest turns lead from the start to the solution', () => {
  for (const { start, solution, fewestTurns, grid } of levels) {
    expect(countTurnsPlainly(start, solution)).toBe(fewestTurns)
    expect(countTurns(start, solution)).toBe(fewestTurns)
    expect(fewestTurns).toBeGreaterThanOrEqual(grid.size)
  }
})

test('the same number gives the same level, and no two levels are alike', () => {
  levels.forEach((level, index) => expect(numberedLevel(index + 1)).toEqual(level))
  expect(new Set(levels.map(({ start }) => start.join())).size).toBe(LEVELS)
})

test('levels keep to their plan: size, wrapping, bolts', () => {
  levels.forEach(({ grid, bolted }, index) => {
    const plan = planLevel(index + 1)
    expect(grid).toEqual({ size: plan.size, wraps: plan.wraps })
    expect(bolted.size).toBeGreaterThanOrEqual(plan.bolts)
    expect(bolted.size).toBeLessThanOrEqual(plan.bolts * 2)
  })
  expect(levels[0]?.grid.size).toBe(4)
  expect(levels.at(-1)?.grid).toEqual({ size: 9, wraps: true })
})

test('every level has lamps, a source that is none of them, and something to turn', () => {
  for (const level of levels) {
    expect(listLamps(level.start, level.source).length).toBeGreaterThanOrEqual(3)
    expect(listLamps(level.start, level.source)).not.toContain(level.source)
    expect(level.start.some((_, cell) => canTurn(level, cell))).toBe(true)
  }
})

test('a wrapping level uses its edges', () => {
  for (const { grid, solution } of levels.filter(({ grid }) => grid.wraps)) {
    const across = solution.some((_, cell) =>
      SIDES.some(
        (side) =>
          joinedCell(grid, solution, cell, side) !== null &&
          neighbourOf({ ...grid, wraps: false }, cell, side) === null,
      ),
    )
    expect(across).toBe(true)
  }
})

test('every day of two years has a show of its own', () => {
  const days = Array.from({ length: 730 }, (_, day) => new Date(2026, 0, 1 + day))
  const starts = days.map((date) => {
    const show = showOn(date)
    expect(show.key).toBe(showKey(date))
    expect(isAllLit(show.grid, show.solution, show.source)).toBe(true)
    return show.start.join()
  })
  expect(new Set(starts).size).toBe(days.length)
  expect(showKey(new Date(2026, 2, 7))).toBe('show-2026-03-07')
})

/** Tries every turn of every tile in reading order, with no cleverness shared with the solver. */
function searchPlainly({ grid, start, source }: Level): number[][] {
  const found: number[][] = []
  const placed: number[] = []
  const place = (cell: number): void => {
    if (cell === start.length) {
      if (countLooseEnds(grid, placed) === 0 && isAllLit(grid, placed, source)) found.push([...placed])
      return
    }
    for (const mask of new Set([0, 1, 2, 3].map((quarters) => turnMask(start[cell] ?? 0, quarters)))) {
      if (!fits(grid, placed, cell, mask)) continue
      placed[cell] = mask
      place(cell + 1)
    }
    placed.length = cell
  }
  place(0)
  return found
}

function fits(grid: Grid, placed: number[], cell: number, mask: number): boolean {
  return SIDES.every((side) => {
    const next = neighbourOf(grid, cell, side)
    if (next === null) return !(mask & side)
    return next > cell || Boolean(mask & side) === Boolean((placed[next] ?? 0) & oppositeOf(side))
  })
}

function countTurnsPlainly(from: readonly number[], to: readonly number[]): number {
  return from.reduce((sum, mask, cell) => {
    let right = 0
    while (turnMask(mask, right) !== to[cell]) right++
    let left = 0
    while (turnMask(mask, -left) !== to[cell]) left++
    return sum + Math.min(right, left)
  }, 0)
}
