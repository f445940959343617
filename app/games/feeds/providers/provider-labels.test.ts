import { afterEach, expect, test } from 'vitest'
import { providerLabel, setAddedLabels } from './provider-labels.ts'

afterEach(() => setAddedLabels({}))

test.each([
  ['own', 'Own games'],
  ['gamepix', 'GamePix'],
  ['stairwell', 'The Stairwell'],
  ['removed', 'removed'],
  ['constructor', 'constructor'],
])('the provider %s is called %s', (name, label) => {
  setAddedLabels({ stairwell: 'The Stairwell', gamepix: 'Another' })
  expect(providerLabel(name)).toBe(label)
})
