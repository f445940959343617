/** Messages between the tabs of a browser about a sign-in, a sign-out, or a new credit balance. */
type TabEvent = 'signed-in' | 'signed-out' | number

const NAME = 'playhall'

/** Identifies this page, since it also receives its own messages and must ignore them. */
const SENDER = Math.random().toString(36)

export function postToTabs(event: TabEvent): void {
  // Closes the channel after each message, since a page with an open channel is not eligible for the back/forward
  // cache.
  const channel = new BroadcastChannel(NAME)
  channel.postMessage({ event, sender: SENDER })
  channel.close()
}

/** Listens to the other tabs; returns a function that stops it. */
export function listenToTabs(listener: (event: TabEvent) => void): () => void {
  const channel = new BroadcastChannel(NAME)
  channel.addEventListener('message', ({ data }: MessageEvent<{ event?: unknown; sender?: unknown } | null>) => {
    const event = data?.sender === SENDER ? null : data?.event
    if (event === 'signed-in' || event === 'signed-out' || typeof event === 'number') listener(event)
  })
  return () => channel.close()
}
