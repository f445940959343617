/**
 * The end of a page's body: its loaders' data, and the script that starts the page late, since the first paint waits
 * for no script (docs/decisions/028-scripts-load-after-first-paint.md). `loaded` is the data as the router encodes
 * it, `nonce` that of the page's scripts.
 */
export function deferredStart(loaded: string, nonce: string | undefined): string {
  return (
    `<script type="application/json" id="loaded">${scriptJson(loaded)}</script>` +
    `<script nonce="${nonce}">${START}</script>`
  )
}

/** Escapes `<`, so that no text can end the script or begin a comment in it. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/**
 * Runs in the browser. The router's scripts are in `<noscript id="scripts">` (root.tsx), which a browser with scripting
 * reads as text. They are inserted once the page has loaded and the browser is idle, at the first touch, or after five
 * seconds if a picture takes longer. Until then links and forms work natively. A click on a button or a choice from a
 * list is replayed after hydration, unless React has handled it. If the scripts fail to load, `data-stuck` shows
 * messages that say so and the next touch tries again; if an upgrade has removed them, the page reloads, once, unless
 * the visitor is leaving it: a reload would cancel that. A row that was laid out as it came near (`.shelf`) stays laid
 * out.
 *
 * `__reactRouterContext.streamController` is private to the router, which has no public way to receive its data other
 * than from scripts that run while the page is parsed.
 */
const START = `(() => {
  const waiting = new AbortController()
  const listen = (type, listener) => addEventListener(type, listener, { capture: true, signal: waiting.signal })
  const textOf = (id) => document.getElementById(id).textContent
  const touched = []
  let begun = false
  let leaving = false
  const start = () => {
    if (begun || waiting.signal.aborted) return
    begun = true
    document.head.append(document.createRange().createContextualFragment(textOf('scripts')))
    const { streamController } = __reactRouterContext
    streamController.enqueue(JSON.parse(textOf('loaded')))
    streamController.close()
  }
  const fail = () => {
    if (!begun) return
    begun = false
    document.documentElement.dataset.stuck = ''
    fetch(document.querySelector('[rel=modulepreload]').href, { method: 'HEAD' }).then(({ status }) => {
      if (status !== 404 || leaving) return
      if (performance.getEntriesByType('navigation')[0].type !== 'reload') location.reload()
    }).catch(() => {})
  }
  for (const type of ['pointerdown', 'keydown', 'click', 'change'])
    listen(type, (event) => {
      if (type === 'click' || type === 'change') touched.push(event)
      start()
    })
  listen('error', ({ target }) => target.type === 'module' && fail())
  listen('unhandledrejection', fail)
  listen('online', start)
  listen('beforeunload', () => { leaving = true })
  listen('load', ({ target }) => target === document && (window.requestIdleCallback ?? setTimeout)(start))
  setTimeout(start, 5000)
  listen('live', () => {
    waiting.abort()
    delete document.documentElement.dataset.stuck
    for (const { type, target, eventPhase } of touched) {
      const button = type === 'click' && target.closest('button')
      if (eventPhase) continue
      if (button && button.type === 'button' && !button.popoverTargetElement) button.click()
      if (target.tagName === 'SELECT') target.dispatchEvent(new Event(type, { bubbles: true }))
    }
  })
  addEventListener('contentvisibilityautostatechange', ({ target, skipped }) => {
    if (!skipped) target.style.contentVisibility = 'visible'
  }, true)
})()`.replaceAll(/\n */g, '\n')
