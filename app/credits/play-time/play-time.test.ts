import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BEAT_S } from '../credit-rules.ts'
import { measurePlayTime } from './play-time.ts'

/** The requests that were sent since the last look. */
let sent: string[] = []
/** The response to each beat. */
let counted = { credits: 0, minutes: 0, total: null as number | null }
let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  vi.stubGlobal('HTMLIFrameElement', class {})
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible', hasFocus: () => true }))
  vi.stubGlobal('fetch', (path: string) => {
    sent.push(path)
    return Promise.resolve(Response.json(path === '/plays' ? { id: 'a' } : counted))
  })
})

afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function sentWithin(seconds: number): Promise<string[]> {
  sent = []
  await vi.advanceTimersByTimeAsync(seconds * 1000)
  return sent
}

test('time still counts after the thirty minutes of a day that earn credits', async () => {
  counted = { credits: 0, minutes: 30, total: null }
  stop = measurePlayTime(7)
  expect(await sentWithin(3 * BEAT_S)).toEqual(Array(3).fill('/plays/a/beats'))
})
