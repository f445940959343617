import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BEAT_S } from '../credit-rules.ts'
import { measurePlayTime } from './play-time.ts'

const sent: string[] = []
let isDown = false
let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  isDown = false
  vi.stubGlobal('HTMLIFrameElement', class {})
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible', hasFocus: () => true }))
  vi.stubGlobal('fetch', (path: string) => {
    sent.push(path)
    if (isDown) return Promise.resolve(new Response(null, { status: 503 }))
    return Promise.resolve(Response.json(path === '/plays' ? { id: 'a' } : { credits: 0, minutes: 30, total: null }))
  })
})

afterEach(() => {
  stop()
  sent.length = 0
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Waits so long, and returns the requests that were sent since the last call. */
async function sentWithin(seconds: number): Promise<string[]> {
  await vi.advanceTimersByTimeAsync(seconds * 1000)
  return sent.splice(0)
}

test('time still counts after the thirty minutes of a day that earn credits', async () => {
  stop = measurePlayTime(7)
  expect(await sentWithin(3 * BEAT_S)).toEqual(['/plays', ...Array<string>(3).fill('/plays/a/beats')])
})

test('a session that cannot be started is tried again every thirty seconds, however much the pointer moves', async () => {
  isDown = true
  stop = measurePlayTime(7)
  expect(await sentWithin(1)).toEqual(['/plays'])
  for (let move = 0; move < 20; move++) {
    window.dispatchEvent(new Event('pointermove'))
    expect(await sentWithin(1)).toEqual([])
  }
  expect(await sentWithin(BEAT_S)).toEqual(['/plays'])
  isDown = false
  window.dispatchEvent(new Event('focus'))
  expect(await sentWithin(BEAT_S)).toEqual(['/plays', '/plays/a/beats'])
})
