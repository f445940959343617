import { expect, test } from 'vitest'
import { extendCourse } from './course-generator.ts'
import { type Course, createCourse } from './course.ts'
import { findWay } from './pilot.ts'
import { createRunner, stepRunner } from './runner.ts'
import { DELIVERY_EVERY, jumpReach, METRE, speedAt } from './tuning.ts'
import { createWorld, stepWorld } from './world.ts'

const SEEDS = Array.from({ length: 24 }, (_, index) => index * 7919 + 1)

function laidOut(seed: number, metres: number): Course {
  const course = createCourse(seed)
  extendCourse(course, metres * METRE + 2000)
  return course
}

/** Returns everything except the random stream, which is a function. */
const contents = ({ roofs, obstacles, reels, pads }: Course) => ({ roofs, obstacles, reels, pads })

test('a seed always lays out the same course, in steps or at once', () => {
  const inSteps = createCourse(42)
  for (let x = 0; x < 30_000; x += 333) extendCourse(inSteps, x)
  const atOnce = createCourse(42)
  extendCourse(atOnce, inSteps.end)
  expect(contents(inSteps)).toEqual(contents(atOnce))
  expect(contents(laidOut(43, 300))).not.toEqual(contents(laidOut(42, 300)))
})

test('every course can be completed for 2,500 metres with ten decisions a second', () => {
  for (const seed of SEEDS) expect(findWay(laidOut(seed, 2500), 2500 * METRE, 12), `seed ${seed}`).not.toBeNull()
})

test('every gap leaves at least a quarter of the double jump as margin', () => {
  for (const seed of SEEDS) {
    const { roofs } = laidOut(seed, 2500)
    roofs.slice(1).forEach((roof, index) => {
      const last = roofs[index]!
      const edge = last.x + last.width
      expect(roof.x - edge).toBeGreaterThan(60)
      expect(roof.x - edge).toBeLessThan(jumpReach(speedAt(edge), roof.top - last.top, 2) * 0.75)
    })
  }
})

test('every roof leaves 0.5 seconds before its first obstacle and 0.45 after its last', () => {
  for (const seed of SEEDS) {
    const { roofs, obstacles } = laidOut(seed, 2500)
    for (const roof of roofs) {
      const end = roof.x + roof.width
      const own = obstacles.filter((obstacle) => obstacle.x >= roof.x && obstacle.x < end)
      const speed = speedAt(roof.x)
      for (const { x, width } of own) {
        expect(x - roof.x).toBeGreaterThan(speed * 0.5)
        expect(end - x - width).toBeGreaterThan(speed * 0.45)
      }
      if (roof.cinema) expect(own).toEqual([])
    }
  }
})

test('there is a cinema about every 250 metres', () => {
  for (const seed of SEEDS) {
    const places = laidOut(seed, 2500).roofs.flatMap(({ cinema }) => (cinema ? [cinema.x] : []))
    expect(places.length).toBeGreaterThanOrEqual(9)
    places.forEach((x, index) => expect(Math.abs(x - (index + 1) * DELIVERY_EVERY)).toBeLessThan(80 * METRE))
  }
})

test('speed always grows and stays below 740', () => {
  for (let x = 0; x < 400_000; x += 1000) expect(speedAt(x + 1000)).toBeGreaterThan(speedAt(x))
  expect(speedAt(10_000_000)).toBeLessThan(740)
})

test('a jump counts just after the edge, and a press just before landing is remembered', () => {
  const course: Course = { ...laidOut(1, 10), obstacles: [], pads: [] }
  const runner = createRunner(course)
  const idle = { jump: false, jumpHeld: false, slide: false }
  const press = { jump: true, jumpHeld: true, slide: false }
  while (runner.grounded) stepRunner(runner, course, idle)
  expect(stepRunner(runner, course, press)).toContain('jump')

  const second = { ...createRunner(course), grounded: false, airJumps: 0, y: 75, speedUp: -300 }
  const moves = [stepRunner(second, course, press)]
  for (let step = 0; step < 15; step += 1) moves.push(stepRunner(second, course, { ...press, jump: false }))
  expect(moves.flat()).toEqual(['land', 'jump'])
})

test('a crash spills a full bag instead of ending the run, but not an empty one', () => {
  const meet = (bag: number) => {
    const world = createWorld(5)
    Object.assign(world, { running: true, bag, multiplier: 3 })
    const { x, y } = world.runner
    const box = { kind: 'chimney' as const, x: x + 60, y, width: 30, height: 50, roofTop: y, gone: false }
    world.course.obstacles.unshift(box)
    for (let step = 0; step < 60; step += 1) stepWorld(world, { jump: false, jumpHeld: false, slide: false })
    return world
  }
  expect(meet(0).ending).toBe('hit')
  expect(meet(9)).toMatchObject({ ending: null, bag: 0, multiplier: 1 })
})
