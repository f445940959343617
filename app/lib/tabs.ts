/** What the tabs of one browser tell each other, so that a page that is open elsewhere learns who is signed in. */
export type SignInEvent = 'signed-in' | 'signed-out'

const NAME = 'playhall'

export function tellTabs(event: SignInEvent): void {
  // Not kept open: a page with an open channel is not kept for going back.
  const channel = new BroadcastChannel(NAME)
  channel.postMessage(event)
  channel.close()
}

/** Hears the other tabs; gives what stops it. */
export function hearTabs(listener: (event: SignInEvent) => void): () => void {
  const channel = new BroadcastChannel(NAME)
  channel.addEventListener('message', ({ data }) => {
    if (data === 'signed-in' || data === 'signed-out') listener(data)
  })
  return () => channel.close()
}
