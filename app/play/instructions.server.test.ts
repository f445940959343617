import { expect, test } from 'vitest'
import { stepsOf, waysToPlay } from './instructions.server.ts'

test('each line is a step, without list markers', () => {
  expect(stepsOf('- Run\n* Jump\n• Duck\n– Hide\n1. Start\n12) End\n\n   \n Rest ')).toEqual([
    'Run',
    'Jump',
    'Duck',
    'Hide',
    'Start',
    'End',
    'Rest',
  ])
})

test('a number or hyphen that is part of the sentence is preserved', () => {
  expect(stepsOf('2 players share a keyboard\n-5 points a fall\n3.5 seconds are left\n2048. is a number')).toEqual([
    '2 players share a keyboard',
    '-5 points a fall',
    '3.5 seconds are left',
    '2048. is a number',
  ])
})

test('empty instructions have no steps', () => {
  expect(stepsOf('')).toEqual([])
  expect(stepsOf('\n-\n')).toEqual(['-'])
})

test.each([
  ['Use mouse', ['the mouse']],
  ['Click to shoot', ['the mouse']],
  ['Tap or swipe', ['touch']],
  ['Touch the screen', ['touch']],
  ['Arrow keys to move', ['the arrow keys']],
  ['WASD', ['WASD']],
  ['W, A, S, D', ['WASD']],
  ['Spacebar', ['the space bar']],
  ['SPACE jumps', ['the space bar']],
  ['A game pad works', ['a gamepad']],
  ['Was der Hase tapert', []],
  ['A spaceship lands', []],
  ['', []],
])('%j is played with %j', (instructions, ways) => {
  expect(waysToPlay(instructions, null)).toEqual(ways)
})

test('the keys of the controls count like those in the instructions', () => {
  const controls = [{ keys: ['←', '→'] }, { keys: ['W', 'A', 'S', 'D'] }, { keys: ['Space'] }]
  expect(waysToPlay('Use the mouse', controls)).toEqual(['the mouse', 'the arrow keys', 'WASD', 'the space bar'])
  expect(waysToPlay('', [])).toEqual([])
})
