import { afterEach, expect, vi } from 'vitest'

const errors = vi.spyOn(console, 'error')

afterEach(() => {
  const said = errors.mock.calls.map((call) => call.join(' '))
  errors.mockClear()
  expect(said, 'console.error was called').toEqual([])
})
