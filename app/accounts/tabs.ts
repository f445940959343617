/** What the tabs of one browser tell each other, so that a page that is open elsewhere learns who is signed in, or the new balance. */
type TabEvent = 'signed-in' | 'signed-out' | number

const NAME = 'playhall'

/** A page hears its own messages as well, on the other end: they are not for it. */
const SENDER = Math.random().toString(36)

export function tellTabs(event: TabEvent): void {
  // Not kept open: a page with an open channel is not kept for going back.
  const channel = new BroadcastChannel(NAME)
  channel.postMessage({ event, sender: SENDER })
  channel.close()
}

/** Hears the other tabs; gives what stops it. */
export function hearTabs(listener: (event: TabEvent) => void): () => void {
  const channel = new BroadcastChannel(NAME)
  channel.addEventListener('message', ({ data }: MessageEvent<{ event?: unknown; sender?: unknown } | null>) => {
    const event = data?.sender === SENDER ? null : data?.event
    if (event === 'signed-in' || event === 'signed-out' || typeof event === 'number') listener(event)
  })
  return () => channel.close()
}
