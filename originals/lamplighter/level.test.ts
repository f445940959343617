import { expect, test } from 'vitest'
import { countLooseEnds, flowThrough, isAllLit, joinedCell, listLamps } from './current.ts'
import { dayAfter } from './daily.ts'
import { type Level, canTurn, countTurns, quartersToRight, turningWith } from './level.ts'
import { LEVELS, LEVELS_PER_ACT, actNews, actOf, numberedLevel, planLevel, showKey, showOn } from './programme.ts'
import { findSolutions } from './solve.ts'
import { type Grid, SIDES, cellBeyond, neighbourOf, oppositeOf, outletOf, turnMask } from './wiring.ts'

const levels = Array.from({ length: LEVELS }, (_, index) => numberedLevel(index + 1))

test('each of the 200 levels can be solved by turning its tiles, with pairs turned together', () => {
  for (const level of levels) {
    const { grid, solution, start, bolted } = level
    expect(isAllLit(level, solution)).toBe(true)
    expect(countLooseEnds(grid, solution)).toBe(0)
    start.forEach((_, cell) => expect(quartersToRight(level, start, cell)).not.toBeNull())
    bolted.forEach((cell) => expect(start[cell]).toBe(solution[cell]))
  }
})

test('no level is solved at the start', () => {
  for (const level of levels) expect(isAllLit(level, level.start)).toBe(false)
})

test('every level has only one solution', () => {
  for (const level of levels) expect(findSolutions(level, level.start, 2)).toEqual([level.solution])
})

test('the fewest turns equal those of a brute-force search', () => {
  const small = levels.filter(({ grid, bolted }) => grid.size <= 6 && !grid.wraps && bolted.size === 0)
  expect(small.length).toBeGreaterThan(40)
  for (const level of small) {
    const found = bruteForce(level)
    expect(found).toEqual([level.solution])
    const costs = found.map((masks) => countTurnsPlainly(level, masks))
    expect(level.fewestTurns).toBe(Math.min(...costs))
  }
})

test('the fewest turns are the turns from the start to the solution', () => {
  for (const level of levels) {
    expect(countTurnsPlainly(level, level.solution)).toBe(level.fewestTurns)
    expect(countTurns(level, level.start)).toBe(level.fewestTurns)
    expect(level.fewestTurns).toBeGreaterThanOrEqual(level.grid.size)
  }
})

test('a number always gives the same level, and no two levels are equal', () => {
  levels.forEach((level, index) => expect(numberedLevel(index + 1)).toEqual(level))
  expect(new Set(levels.map(({ start }) => start.join())).size).toBe(LEVELS)
})

test('levels match their plan in size, wrapping, bolts and features', () => {
  levels.forEach((level, index) => {
    const { grid, solution, bolted, gears, covered, sources, fuses, glass } = level
    const plan = planLevel(index + 1)
    expect(grid).toMatchObject({ size: plan.size, wraps: plan.wraps })
    expect(bolted.size).toBeGreaterThanOrEqual(plan.bolts)
    expect(bolted.size).toBeLessThanOrEqual(plan.bolts * 2)
    expect({
      beams: (grid.beams?.size ?? 0) / 2,
      gears: gears.size / 2,
      covers: covered.size,
      currents: sources.length,
    }).toEqual({
      beams: plan.beams ?? 0,
      gears: plan.gears ?? 0,
      covers: plan.covers ?? 0,
      currents: plan.currents ?? 1,
    })
    const valves = solution.filter((mask) => outletOf(mask) > 0).length
    expect(valves).toBe(plan.valves ?? 0)
    expect(fuses.size).toBe(plan.fuses ?? 0)
    expect(glass.size).toBe(plan.currents === 2 ? listLamps(solution, sources).length : 0)
  })
})

test('the first eight levels are four by four without features, and each later act starts with a new one on such a board', () => {
  for (let number = 1; number <= 8; number++) expect(planLevel(number)).toEqual({ size: 4, wraps: false, bolts: 0 })
  const known = new Set(['size'])
  for (let number = 1 + LEVELS_PER_ACT; number < 9 * LEVELS_PER_ACT; number += LEVELS_PER_ACT) {
    const plan = planLevel(number)
    expect(plan.size).toBe(4)
    const fitted = Object.entries(plan).flatMap(([name, value]) => (value ? [name] : []))
    expect(
      fitted.some((name) => !known.has(name)),
      `act at level ${number}`,
    ).toBe(true)
    fitted.forEach((name) => known.add(name))
    expect(actNews(actOf(number))).not.toBe('')
  }
})

test('every level has lamps, sources that are not lamps, and something to turn', () => {
  for (const level of levels) {
    const lamps = listLamps(level.start, level.sources)
    expect(lamps.length).toBeGreaterThanOrEqual(3)
    level.sources.forEach((source) => expect(lamps).not.toContain(source))
    expect(level.start.some((_, cell) => canTurn(level, cell))).toBe(true)
  }
})

test('a wrapping level has wires across its edges', () => {
  for (const { grid, solution } of levels.filter(({ grid }) => grid.wraps)) {
    const across = solution.some((_, cell) =>
      SIDES.some(
        (side) =>
          joinedCell(grid, solution, cell, side) !== null && cellBeyond({ ...grid, wraps: false }, cell, side) === null,
      ),
    )
    expect(across).toBe(true)
  }
})

test('no wire of a solution crosses a beam, and a beam blocks its edge from both sides', () => {
  for (const { grid } of levels.filter(({ grid }) => grid.beams)) {
    for (const key of grid.beams ?? []) {
      const [cell, side] = [Math.floor(key / 16), key % 16]
      expect(neighbourOf(grid, cell, side)).toBeNull()
      expect(neighbourOf(grid, cellBeyond(grid, cell, side) ?? -1, oppositeOf(side))).toBeNull()
    }
  }
})

test('each of two currents has its own part of the board, and every lamp has glass of its current’s colour', () => {
  const double = levels.filter(({ sources }) => sources.length === 2)
  expect(double.length).toBeGreaterThan(20)
  for (const level of double) {
    const { currents } = flowThrough(level, level.solution)
    expect(Math.min(...[0, 1].map((one) => currents.filter((other) => other === one).length))).toBeGreaterThanOrEqual(5)
    level.glass.forEach((current, lamp) => expect(currents[lamp]).toBe(current))
  }
})

test('a fuse that bears one lamp less blows in the solution, and a reversed valve blocks the current', () => {
  for (const level of levels) {
    for (const [cell, most] of level.fuses) {
      const weaker = { ...level, fuses: new Map([[cell, most - 1]]) }
      expect(flowThrough(weaker, level.solution).blown).toEqual(new Set([cell]))
      expect(isAllLit(weaker, level.solution)).toBe(false)
    }
    level.solution.forEach((mask, cell) => {
      if (outletOf(mask)) expect(isAllLit(level, level.solution.with(cell, turnMask(mask, 2)))).toBe(false)
    })
  }
})

test('where two currents meet, everything that they share is dark', () => {
  const circuit = { grid: { size: 2, wraps: false }, sources: [0, 1], glass: new Map(), fuses: new Map() }
  expect(flowThrough(circuit, [4, 4, 1, 1]).currents).toEqual([0, 1, 0, 1])
  expect(flowThrough(circuit, [6, 12, 1, 1]).currents).toEqual([-1, -1, -1, -1])
})

test('every day of two years has a distinct puzzle with one solution', () => {
  const days = Array.from({ length: 730 }, (_, day) => dayAfter('2026-01-01', day))
  const starts = days.map((day) => {
    const show = showOn(day)
    expect(show.key).toBe(showKey(day))
    expect(isAllLit(show, show.solution)).toBe(true)
    return show.start.join()
  })
  for (const day of days.slice(0, 60)) expect(findSolutions(showOn(day), showOn(day).start, 2)).toHaveLength(1)
  expect(new Set(starts).size).toBe(days.length)
  expect(showKey('2026-03-07')).toBe('show-2026-03-07')
})

/** Tries every turn of every tile in reading order. Shares no code with the solver on purpose. */
function bruteForce(level: Level): number[][] {
  const { grid, start } = level
  const found: number[][] = []
  const placed: number[] = []
  const place = (cell: number): void => {
    if (cell === start.length) {
      if (countLooseEnds(grid, placed) === 0 && isAllLit(level, placed)) found.push([...placed])
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

function countTurnsPlainly(level: Level, to: readonly number[]): number {
  return level.start.reduce((sum, _, cell) => {
    const group = turningWith(level, cell)
    if (group.some((other) => other < cell)) return sum
    const fits = (quarters: number) => group.every((each) => turnMask(level.start[each] ?? 0, quarters) === to[each])
    let right = 0
    while (!fits(right)) right++
    let left = 0
    while (!fits(-left)) left++
    return sum + Math.min(right, left)
  }, 0)
}
