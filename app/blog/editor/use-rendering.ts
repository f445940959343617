import { useEffect, useState } from 'react'
import { href } from 'react-router'

const AFTER_TYPING_MS = 300

export type Rendering = { html: string; leftOut: string[]; fault: string | null }

/**
 * Renders a text on the server a moment after typing stops; only the response to the newest text counts. `first` is the
 * rendering of the initial text; if it is null, that text is rendered, too. `isLate`: the last request failed.
 */
export function useRendering(id: number, source: string, first: Rendering | null) {
  const [shown, setShown] = useState({ of: first ? source : null, isLate: false, ...(first ?? NOTHING) })
  useEffect(() => {
    if (source === shown.of) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      render(id, source, stop.signal).then(
        (rendering) => setShown({ of: source, isLate: false, ...rendering }),
        () => stop.signal.aborted || setShown((last) => ({ ...last, of: source, isLate: true })),
      )
    }, AFTER_TYPING_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [id, source, shown.of])
  return shown
}

const NOTHING: Rendering = { html: '', leftOut: [], fault: null }

async function render(id: number, source: string, signal: AbortSignal): Promise<Rendering> {
  const answer = await fetch(href('/admin/blog/:id/rendering', { id: String(id) }), {
    method: 'POST',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    body: JSON.stringify({ source }),
    signal,
  })
  if (!answer.ok) throw new Error(`The portal answered ${answer.status}`)
  return (await answer.json()) as Rendering
}
