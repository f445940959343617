import path from 'node:path'
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { PROJECT_FOLDER } from '../lib/project-folder.server.ts'
import { MarkupError } from '../server/markup.server.ts'
import type { MarkupWork } from './markup-worker.server.ts'

export type Asked = { name: keyof MarkupWork; given: unknown[] }

export type Answer = { made: unknown } | { refusal: string } | { fault: unknown }

const WORKER = path.join(PROJECT_FOLDER, 'app/blog/markup-worker.server.ts')

/** An honest text of the greatest length takes a second on a slow machine. */
const LIMIT_MS = 10_000
const IDLE_MS = 30_000
const MEMORY = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 16 }

const place = pLimit(1)
let worker: Worker | null = null
let idle: NodeJS.Timeout | undefined

/**
 * Reads what an operator wrote on a thread of its own: a text of a few letters can be made to take minutes, or all memory, and visitors
 * must not wait for that, nor the portal end of it (docs/safety.md, Texts with markup). One text after the other; the thread ends
 * after a while without work. Throws a MarkupError as the function itself does, and for what takes too long or too much.
 */
export function onMarkupThread<Name extends keyof MarkupWork>(
  name: Name,
  ...given: Parameters<MarkupWork[Name]>
): Promise<ReturnType<MarkupWork[Name]>> {
  return place(async () => {
    const answer = await ask({ name, given })
    if ('refusal' in answer) throw new MarkupError(answer.refusal)
    if ('fault' in answer) throw answer.fault
    return answer.made as ReturnType<MarkupWork[Name]>
  })
}

function ask(asked: Asked): Promise<Answer> {
  clearTimeout(idle)
  worker ??= open()
  const thread = worker
  // Whoever waits for it must not see the process end.
  thread.ref()
  return new Promise<Answer>((resolve) => {
    const done = (answer: Answer) => {
      clearTimeout(timer)
      thread.off('message', done).off('error', died)
      thread.unref()
      resolve(answer)
    }
    const died = (error: Error & { code?: string }) => {
      worker = null
      done(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? { refusal: 'The text grows too large' } : { fault: error })
    }
    const timer = setTimeout(() => {
      worker = null
      void thread.terminate()
      done({ refusal: 'The text takes too long to read: please write it more simply' })
    }, LIMIT_MS)
    thread.on('message', done).on('error', died)
    thread.postMessage(asked)
  }).finally(() => {
    idle = setTimeout(() => {
      worker = null
      void thread.terminate()
    }, IDLE_MS).unref()
  })
}

function open(): Worker {
  const opened = new Worker(WORKER, { resourceLimits: MEMORY })
  // One that dies while nobody waits is made anew.
  opened.on('error', () => {
    if (worker === opened) worker = null
  })
  return opened
}
