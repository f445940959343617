import { expect, test } from 'vitest'
import { countMoments, createGoals, NONE_REACHED, progressOf, reachedBy } from './goals.ts'
import { METRE } from './tuning.ts'
import { createWorld, type Happening, metresOf, stepWorld } from './world.ts'

const wordsOf = (reached: readonly number[]) => createGoals(reached).list.map(({ words }) => words)
const moments = (...kinds: Happening[]) => kinds.map((kind) => ({ kind, x: 0, y: 0, amount: 1 }))

test('a first run has three goals that a beginner can reach', () => {
  expect(wordsOf(NONE_REACHED)).toEqual(['Run 100 m', 'Take 8 reels', 'Jump 3 times in the air'])
})

test('a reached goal is reported once, and replaced by the next one in the next run', () => {
  const [goals, world] = [createGoals(NONE_REACHED), createWorld(1)]
  world.runner.x = 99.9 * METRE
  expect(countMoments(goals, moments('second jump', 'reel'), world)).toEqual([])
  expect(goals.list.map((goal) => progressOf(goals, goal))).toEqual(['99/100', '1/8', '1/3'])
  world.runner.x = 100 * METRE
  expect(countMoments(goals, [], world)).toMatchObject([{ words: 'Run 100 m' }])
  expect(countMoments(goals, [], world)).toEqual([])
  expect(reachedBy(NONE_REACHED, goals)).toEqual([1, 0, 0])
  expect(wordsOf([1, 0, 0])[0]).toBe('Reach a cinema')
})

test('reels count as delivered at a cinema, except those that a crash spilled', () => {
  const [goals, world] = [createGoals([0, 2, 0]), createWorld(1)]
  const reels = moments(...Array<Happening>(7).fill('reel'))
  countMoments(goals, [...reels, ...moments('spill', 'reel', 'delivery')], world)
  expect(goals.tally).toMatchObject({ reels: 8, handed: 1, saved: 1 })
  expect(countMoments(goals, [...reels, ...moments('reel', 'delivery')], world)).toMatchObject([
    { words: 'Bring a cinema 8 reels' },
  ])
})

test('after the listed goals a row continues with ever harder ones', () => {
  expect([7, 8, 9, 10].map((reached) => wordsOf([reached, 0, 0])[0])).toEqual([
    'Run 1,700 m',
    'Run 2,200 m',
    'Run 2,700 m',
    'Run 3,200 m',
  ])
  expect([8, 9].map((reached) => wordsOf([0, reached, reached]).slice(1))).toEqual([
    ['Score 18,000', 'Land on 7 drones'],
    ['Score 26,000', 'Land on 11 drones'],
  ])
})

test('a run’s distance is fixed when it ends, even if the courier drifts on', () => {
  const stand = { jump: false, jumpHeld: false, slide: false }
  const endings = new Set()
  for (let seed = 1; seed <= 20; seed += 1) {
    const [goals, world] = [createGoals([1, 0, 0]), Object.assign(createWorld(seed), { running: true })]
    while (!world.ending) stepWorld(world, { ...stand, jump: world.time > seed / 5 })
    const metres = metresOf(world)
    for (let step = 0; step < 400; step += 1) {
      stepWorld(world, stand)
      countMoments(goals, [], world)
      expect([metresOf(world), goals.tally.metres]).toEqual([metres, metres])
    }
    endings.add(world.ending)
  }
  expect(endings).toEqual(new Set(['wall', 'hit']))
})
