import { expect, test } from 'vitest'
import { MarkupError } from '../server/markup.server.ts'
import { onMarkupThread } from './markup-thread.server.ts'

const render = (source: string) => onMarkupThread('renderPost', source, 'markdown', new Map())

test('a text is read as it is without a thread, also a few at once', async () => {
  const [one, two] = await Promise.all([render('# Nine doors'), render('Need *help*?')])
  expect(one.content).toBe('<h2 id="nine-doors">Nine doors</h2>\n')
  expect(two.content).toContain('<a href="/contact">help</a>')
})

test('a text that would take all memory is refused, and the next one is read', async () => {
  const open = Array.from({ length: 100 }, (_, at) => `<b a=${at}>`).join('')
  await expect(render(`<p>${open}${'<p>x'.repeat(25_000)}`)).rejects.toThrow(
    new MarkupError('The text grows too large'),
  )
  expect((await render('Lamps')).content).toBe('<p>Lamps</p>\n')
})

test('while a text takes its time the portal answers others, and one that never ends is refused', async () => {
  const turns: number[] = []
  const timer = setInterval(() => turns.push(performance.now()), 50)
  const refusal = await render(`a${'<!--'.repeat(49_000)}${'- a\n\n'.repeat(700)}`).then(
    () => null,
    (error: unknown) => error,
  )
  clearInterval(timer)
  expect(refusal === null || refusal instanceof MarkupError).toBe(true)
  expect(turns.length).toBeGreaterThan(5)
}, 30_000)
