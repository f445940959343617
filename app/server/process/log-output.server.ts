import { write, writeSync } from 'node:fs'

type Output = {
  /**
   * Queues a part for writing. Returns false if it drops the part because the queue is full or the output is closed.
   */
  write: (part: Buffer) => boolean
  /** Writes the queued parts synchronously, as far as possible. */
  flush: () => void
}

/**
 * Returns an output that writes parts to an open file, one after another, without blocking the event loop. A failed
 * write, for example on a full disk, is retried with the next part. Once `maxBytes` are queued, further parts are
 * dropped. After the output is closed, nothing more is written. `onWritten` receives each part after it was written.
 *
 * This replaces `pino.destination` (tested with pino 10.4 and sonic-boom 4.2). On a full disk, that retries forever at
 * exit, so that the portal never ends. Its `flush` can lose the last lines, such as a fatal error. It takes 4 to 7 µs a
 * line instead of 2.
 */
export function openOutput(file: number, maxBytes: number, onWritten: (part: Buffer) => void): Output {
  const waiting: { part: Buffer; written: number }[] = []
  let bytes = 0
  let isWriting = false
  let isClosed = false

  function next(): void {
    const first = waiting[0]
    if (!first || isWriting) return
    isWriting = true
    write(file, first.part, first.written, (error, written) => {
      isWriting = false
      if (error) return handleError(error)
      note(written)
      next()
    })
  }

  function note(written: number): void {
    const first = waiting[0]
    if (!first || (first.written += written) < first.part.length) return
    waiting.shift()
    bytes -= first.part.length
    onWritten(first.part)
  }

  function handleError({ code = '' }: NodeJS.ErrnoException): void {
    if (['EPIPE', 'EIO', 'EBADF'].includes(code)) {
      isClosed = true
      waiting.length = bytes = 0
    } else if (code === 'EAGAIN') setTimeout(next, AGAIN_MS).unref()
  }

  return {
    write(part) {
      if (isClosed || bytes + part.length > maxBytes) return false
      waiting.push({ part, written: 0 })
      bytes += part.length
      next()
      return true
    },
    flush() {
      // Skip the part whose asynchronous write is still running.
      const rest = isWriting ? waiting.splice(1) : waiting.splice(0)
      const end = performance.now() + FLUSH_MS
      for (const { part, written } of rest) {
        bytes -= part.length
        for (let at = written; at < part.length && performance.now() < end;) {
          try {
            at += writeSync(file, part, at)
          } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
          }
        }
      }
    },
  }
}

const AGAIN_MS = 100
/** The longest time in ms that a flush waits for a slow reader. */
const FLUSH_MS = 500
