import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { MarkupError } from '../../markup/markup.server.ts'
import { onMarkupThread } from './markup-thread.server.ts'

const render = (source: string) => onMarkupThread('renderPost', source, 'markdown', new Map())

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Fakes timers, so that the test controls when the time limit is reached. */
const freezeTime = () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

test('the start of the thread does not count towards the time limit', async () => {
  freezeTime()
  const made = render('Lamps')
  await nextTurn()
  vi.advanceTimersByTime(20_000)
  expect((await made).content).toBe('<p>Lamps</p>\n')
})

test('the thread gives the same result as a direct call, also for concurrent texts', async () => {
  const [one, two] = await Promise.all([render('# Nine doors'), render('Need *help*?')])
  expect(one.content).toBe('<h2 id="nine-doors">Nine doors</h2>\n')
  expect(two.content).toContain('<a href="/contact" class="auto-link">help</a>')
})

test('a text that would exhaust memory is refused, and the next one is rendered', async () => {
  freezeTime()
  const open = Array.from({ length: 100 }, (_, at) => `<b a=${at}>`).join('')
  await expect(render(`<p>${open}${'<p>x'.repeat(25_000)}`)).rejects.toThrow(
    new MarkupError('The text grows too large'),
  )
  expect((await render('Lamps')).content).toBe('<p>Lamps</p>\n')
})

test('a slow text does not block the portal, and one that never ends is refused', async () => {
  freezeTime()
  const timers = vi.spyOn(globalThis, 'setTimeout')
  let isOver = false
  const refusal = render(`a${'<!--'.repeat(49_000)}${'- a\n\n'.repeat(700)}`).then(
    () => null,
    (error: unknown) => error,
  )
  void refusal.then(() => (isOver = true))
  while (!timers.mock.calls.some(([, ms]) => ms === 10_000)) await nextTurn()
  for (let turn = 0; turn < 100; turn++) await nextTurn()
  expect(isOver).toBe(false)
  vi.advanceTimersByTime(9999)
  await nextTurn()
  expect(isOver).toBe(false)
  vi.advanceTimersByTime(1)
  expect(await refusal).toEqual(new MarkupError('The text takes too long to process. Please simplify it'))
  expect((await render('Lamps')).content).toBe('<p>Lamps</p>\n')
})
