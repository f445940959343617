import { listPictures, MarkupError } from '../../markup/markup.server.ts'
import { picturesOf, withStoredPaths } from '../editor/draft-pictures.server.ts'
import { cleanContent, renderPost } from './render-post.server.ts'

/** Functions that run on the markup thread (markup-thread.server.ts). */
const WORK = { cleanContent, isReady: () => true, listPictures, picturesOf, renderPost, withStoredPaths }

export type MarkupWork = typeof WORK

export type MarkupTask = { name: keyof MarkupWork; given: unknown[] }

/** Errors lose their class when they are sent between threads, so `refusal` carries the message of a MarkupError. */
export type MarkupResult = { made: unknown } | { refusal: string }

export default function work({ name, given }: MarkupTask): MarkupResult {
  try {
    return { made: (WORK[name] as (...given: unknown[]) => unknown)(...given) }
  } catch (error) {
    if (error instanceof MarkupError) return { refusal: error.message }
    throw error
  }
}
