import { expect, test } from 'vitest'
import { onShutdown, runClosers } from './shutdown.server.ts'

test('closers run once in reverse order, and a failed one does not stop the others', async () => {
  const closed: string[] = []
  const failed: string[] = []
  onShutdown('database', () => closed.push('database'))
  onShutdown('views', async () => {
    await Promise.resolve()
    closed.push('views')
  })
  onShutdown('mail', () => {
    throw new Error('no line')
  })
  await runClosers((name) => failed.push(name))
  await runClosers((name) => failed.push(name))
  expect([closed, failed]).toEqual([['views', 'database'], ['mail']])
})

test('a module that is loaded twice registers its closer once', async () => {
  let written = 0
  onShutdown('views', () => (written += 1))
  onShutdown('views', () => (written += 1))
  await runClosers(() => {})
  expect(written).toBe(1)
})
