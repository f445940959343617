import path from 'node:path'
import pLimit from 'p-limit'
import { Piscina } from 'piscina'
import { PROJECT_FOLDER } from '../../lib/project-folder.server.ts'
import { log } from '../../server/process/log.server.ts'
import { MarkupError } from '../../markup/markup.server.ts'
import type { MarkupResult, MarkupTask, MarkupWork } from './markup-worker.server.ts'

/** Ten times what the longest valid text takes on a slow machine. */
const LIMIT_MS = 10_000

const thread = new Piscina<MarkupTask, MarkupResult>({
  filename: path.join(PROJECT_FOLDER, 'app/blog/publishing/markup-worker.server.ts'),
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: 30_000,
  resourceLimits: { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 16 },
})
// Without this listener, a thread that crashes between two tasks would crash the portal.
thread.on('error', (err) => log().warn({ err }, 'The thread for Markdown died'))

/** Tasks wait here and not in the pool's queue, because a task's time limit would include its wait in the pool. */
const oneByOne = pLimit(1)

/**
 * Calls a function of the markup worker with an operator's text on a separate thread, one text at a time. A short text
 * can be constructed to take minutes or exhaust memory, which must not affect the portal
 * (docs/safety.md#costly-markup). Throws a MarkupError if the function does, or if the text takes too long or too much
 * memory.
 */
export function onMarkupThread<Name extends keyof MarkupWork>(
  name: Name,
  ...given: Parameters<MarkupWork[Name]>
): Promise<ReturnType<MarkupWork[Name]>> {
  return oneByOne(async () => {
    // On a busy machine the thread may take longer to start than the limit allows for the text.
    await thread.run({ name: 'isReady', given: [] })
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), LIMIT_MS)
    const result = await thread
      .run({ name, given }, { signal: limit.signal })
      .catch((error: Error & { code?: string }): MarkupResult => {
        if (limit.signal.aborted) return { refusal: 'The text takes too long to process. Please simplify it' }
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return { refusal: 'The text grows too large' }
        throw error
      })
      .finally(() => clearTimeout(timer))
    if ('refusal' in result) throw new MarkupError(result.refusal)
    return result.made as ReturnType<MarkupWork[Name]>
  })
}
