import { parentPort } from 'node:worker_threads'
import { listPictures, MarkupError } from '../server/markup.server.ts'
import { picturesOf } from './draft-pictures.server.ts'
import type { Answer, Asked } from './markup-thread.server.ts'
import { cleanContent, renderPost } from './render-post.server.ts'

/** What is read of an operator's text on a thread of its own (markup-thread.server.ts). */
const WORK = { cleanContent, listPictures, picturesOf, renderPost }

export type MarkupWork = typeof WORK

parentPort!.on('message', ({ name, given }: Asked) => parentPort!.postMessage(answerTo(name, given)))

function answerTo(name: keyof MarkupWork, given: unknown[]): Answer {
  try {
    return { made: (WORK[name] as (...given: unknown[]) => unknown)(...given) }
  } catch (error) {
    return error instanceof MarkupError ? { refusal: error.message } : { fault: error }
  }
}
