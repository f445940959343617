import { expect, test } from 'vitest'
import type { ObstacleKind } from './course.ts'
import { hintFor } from './hints.ts'
import { createWorld } from './world.ts'

function facing(kind: ObstacleKind, lift = 0) {
  const world = createWorld(5)
  const { x, y } = world.runner
  world.course.obstacles = [{ kind, x: x + 300, y: y + lift, width: 40, height: 50, roofTop: y, gone: false }]
  return world
}

test('the hint names the obstacle that comes, and what to do in words of the device', () => {
  expect(hintFor(facing('chimney'), 'keys')).toBe('A chimney: jump with Space')
  expect(hintFor(facing('sign', 38), 'keys')).toBe('A sign: slide with ↓')
  expect(hintFor(facing('chimney'), 'touch')).toBe('A chimney: tap to jump')
  expect(hintFor(facing('sign', 38), 'touch')).toBe('A sign: swipe down to slide')
})

test('a drone above the head is not named, nor what lies behind', () => {
  expect(hintFor(facing('drone', 88), 'keys')).not.toMatch(/drone/)
  const world = facing('chimney')
  world.course.obstacles[0]!.x = world.runner.x - 100
  expect(hintFor(world, 'keys')).not.toMatch(/chimney/)
})

test('before a gap the hint says jump', () => {
  const world = facing('chimney')
  world.course.obstacles = []
  world.runner.x = 600
  expect(hintFor(world, 'keys')).toBe('A gap: jump with Space')
})
