import { expect, test } from 'vitest'
import { flowThrough } from './current.ts'
import { canTurn, turningWith } from './level.ts'
import {
  type Play,
  isCovered,
  isDone,
  makeMove,
  restartPlay,
  starsOf,
  startPlay,
  takeHint,
  turnsFor,
  turnsOf,
  undoMove,
} from './play.ts'
import { numberedLevel } from './programme.ts'
import { BASE, DOWN, LEFT, RIGHT, UP, kindOf, makeValve, neighbourOf, quartersBetween, turnMask } from './wiring.ts'

const level = numberedLevel(7)
const turnable = level.start.findIndex((_, cell) => canTurn(level, cell))

test('a quarter turn to the right moves every open side clockwise', () => {
  expect(turnMask(UP | RIGHT, 1)).toBe(RIGHT | DOWN)
  expect(turnMask(UP, -1)).toBe(LEFT)
  expect(turnMask(UP | RIGHT | DOWN, 4)).toBe(UP | RIGHT | DOWN)
  expect(turnMask(LEFT, 5)).toBe(UP)
})

test('a valve’s arrow turns with it, and half a turn changes it', () => {
  const valve = makeValve(UP | DOWN, UP)
  expect(turnMask(valve, 1)).toBe(makeValve(LEFT | RIGHT, RIGHT))
  expect(turnMask(valve, 2)).not.toBe(valve)
})

test('the shortest turn goes left if that is shorter', () => {
  expect(quartersBetween(UP, LEFT)).toBe(-1)
  expect(quartersBetween(UP, DOWN)).toBe(2)
  expect(quartersBetween(UP | DOWN, DOWN | UP)).toBe(0)
  expect(quartersBetween(UP, UP | DOWN)).toBeNull()
})

test('a tile’s kind does not depend on its rotation', () => {
  expect(kindOf(LEFT | RIGHT)).toBe('straight')
  expect(kindOf(LEFT | UP)).toBe('corner')
  expect(kindOf(turnMask(BASE.tee, 3))).toBe('tee')
  expect(kindOf(makeValve(LEFT | RIGHT, LEFT))).toBe('straight')
  expect(() => kindOf(0)).toThrow('No tile')
})

test('only a wrapping board continues beyond its edge', () => {
  expect(neighbourOf({ size: 4, wraps: false }, 0, UP)).toBeNull()
  expect(neighbourOf({ size: 4, wraps: true }, 0, UP)).toBe(12)
  expect(neighbourOf({ size: 4, wraps: true }, 3, RIGHT)).toBe(0)
})

test('a turn is counted once, and undoing it subtracts it', () => {
  const play = makeMove(startPlay(level), { cell: turnable, quarters: 1 })
  expect(turnsOf(play)).toBe(1)
  expect(play.masks).not.toEqual(level.start)
  expect(undoMove(play)).toEqual(startPlay(level))
  expect(undoMove(startPlay(level))).toEqual(startPlay(level))
})

test('a bolted tile cannot be turned', () => {
  const bolts = numberedLevel(41)
  const [cell] = bolts.bolted
  const play = startPlay(bolts)
  expect(makeMove(play, { cell: cell ?? -1, quarters: 1 })).toBe(play)
})

test('hints alone finish a level in the fewest turns, with one star', () => {
  const play = finishByHints(startPlay(level))
  expect(isDone(play)).toBe(true)
  expect(turnsOf(play)).toBe(level.fewestTurns)
  expect(starsOf(play)).toBe(1)
  expect(makeMove(play, { cell: turnable, quarters: 1 })).toBe(play)
})

test('a level done in the fewest turns has three stars, and extra turns and hints cost some', () => {
  const solved = { ...finishByHints(startPlay(level)), hints: 0 }
  const wasted = (turns: number): Play => ({ ...solved, moves: Array(turns).fill({ cell: turnable, quarters: 1 }) })
  expect(starsOf(solved)).toBe(3)
  expect(starsOf(wasted(turnsFor(level, 3)))).toBe(3)
  expect(starsOf(wasted(turnsFor(level, 3) + 1))).toBe(2)
  expect(starsOf(wasted(turnsFor(level, 2) + 1))).toBe(1)
  expect(starsOf({ ...solved, hints: 1 })).toBe(2)
})

test('starting again does not reset the cost of hints', () => {
  const play = restartPlay({ ...startPlay(level), hints: 1 })
  expect(play.masks).toEqual(level.start)
  expect(play.hints).toBe(1)
})

test('paired tiles turn together, count as one turn and are undone together', () => {
  const paired = numberedLevel(81)
  const [cell, partner] = turningWith(paired, [...paired.gears.keys()][0] ?? -1)
  const play = makeMove(startPlay(paired), { cell: cell ?? -1, quarters: 1 })
  for (const each of [cell ?? -1, partner ?? -1]) expect(play.masks[each]).toBe(turnMask(paired.start[each] ?? 0, 1))
  expect(turnsOf(play)).toBe(1)
  expect(undoMove(play).masks).toEqual(paired.start)
})

test('a covered tile cannot be turned until light reaches its neighbour, and then stays uncovered', () => {
  const dark = numberedLevel(105)
  let play = startPlay(dark)
  const [cell] = [...dark.covered].filter((each) => isCovered(play, each) && canTurn(dark, each))
  expect(makeMove(play, { cell: cell ?? -1, quarters: 1 })).toBe(play)
  while (isCovered(play, cell ?? -1)) play = takeHint(play)?.play ?? play
  const { distances } = flowThrough(dark, play.masks)
  expect(distances.filter((distance) => distance >= 0).length).toBeGreaterThan(1)
  expect(isCovered(restartPlay(play), cell ?? -1)).toBe(false)
})

test('hints alone finish every kind of level', () => {
  for (let number = 1; number <= 200; number += 5)
    expect(isDone(finishByHints(startPlay(numberedLevel(number)))), `level ${number}`).toBe(true)
})

function finishByHints(play: Play): Play {
  const hint = takeHint(play)
  return hint ? finishByHints(hint.play) : play
}
