// Vitest runs this before each test file.
import { afterAll, afterEach, expect, vi } from 'vitest'
import { avoidEndOfDay } from './fixtures/utc-day.ts'

await avoidEndOfDay()

// Fails a test that calls console.error: nobody would notice that defect otherwise.
const errors = vi.spyOn(console, 'error')

afterEach(() => {
  const calls = errors.mock.calls.map((call) => call.join(' '))
  errors.mockClear()
  expect(calls, 'console.error was called').toEqual([])
})

const environment = { ...process.env }

// A process runs many test files, because starting it takes longer than most of them. Each file gets the environment,
// the globals and fresh copies of our modules, as if it were the first.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
  forgetValues()
  vi.resetModules()
})

/** Deletes the values of app/lib/remember.ts. */
function forgetValues(): void {
  const values = globalThis as unknown as Record<symbol, unknown>
  for (const key of Object.getOwnPropertySymbols(values))
    if (Symbol.keyFor(key)?.startsWith('playhall.')) delete values[key]
}
