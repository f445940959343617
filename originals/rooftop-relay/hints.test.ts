import { expect, test } from 'vitest'
import type { ObstacleKind } from './course.ts'
import { hintFor } from './hints.ts'
import { createWorld } from './world.ts'

function worldWith(kind: ObstacleKind, lift = 0) {
  const world = createWorld(5)
  const { x, y } = world.runner
  world.course.obstacles = [{ kind, x: x + 300, y: y + lift, width: 40, height: 50, roofTop: y, gone: false }]
  return world
}

test('the hint names the next obstacle and the action for the device', () => {
  expect(hintFor(worldWith('chimney'), 'keys')).toBe('A chimney: jump with Space')
  expect(hintFor(worldWith('sign', 38), 'keys')).toBe('A sign: slide with ↓')
  expect(hintFor(worldWith('chimney'), 'touch')).toBe('A chimney: tap to jump')
  expect(hintFor(worldWith('sign', 38), 'touch')).toBe('A sign: swipe down to slide')
})

test('a drone overhead and an obstacle behind are not named', () => {
  expect(hintFor(worldWith('drone', 88), 'keys')).not.toMatch(/drone/)
  const world = worldWith('chimney')
  world.course.obstacles[0]!.x = world.runner.x - 100
  expect(hintFor(world, 'keys')).not.toMatch(/chimney/)
})

test('before a gap the hint is to jump', () => {
  const world = worldWith('chimney')
  world.course.obstacles = []
  world.runner.x = 600
  expect(hintFor(world, 'keys')).toBe('A gap: jump with Space')
})
