import type { EntryContext } from 'react-router'

/**
 * What an element in the page says: fetch the page's script once the page is painted, in place of the router's `<Scripts>`,
 * which asks for it before all else (docs/decisions/028-the-first-paint-waits-for-no-script.md).
 */
export function lateScript(
  { manifest, staticHandlerContext, serverHandoffString }: EntryContext,
  loaded: string,
): string {
  const { matches, errors } = staticHandlerContext
  const failed = errors ? matches.findIndex(({ route }) => errors[route.id] !== undefined) : -1
  const ids = matches.slice(0, failed < 0 ? undefined : failed + 1).map(({ route }) => route.id)
  const routes = ids.map((id) => {
    const { module, clientActionModule, clientLoaderModule, clientMiddlewareModule, hydrateFallbackModule } =
      manifest.routes[id]!
    return [clientActionModule, clientLoaderModule, clientMiddlewareModule, hydrateFallbackModule, module].filter(
      (file) => file !== undefined,
    )
  })
  const parts = new Set([...manifest.entry.imports, ...ids.flatMap((id) => manifest.routes[id]!.imports ?? [])])
  const given = {
    first: manifest.hmr?.runtime,
    list: manifest.url,
    parts: [...parts],
    ids,
    routes,
    entry: manifest.entry.module,
  }
  return `__reactRouterContext=${serverHandoffString};__reactRouterContext.stream=new Response(${scriptJson(loaded)}).body;(${LATER})(${scriptJson(given)})`
}

/** No text can end the script or begin a comment in it. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/**
 * Runs in the browser. The script comes when the page has loaded and rests, or at the first touch; after a while also where
 * some picture does not come. Links lead on and forms post by themselves until then; a click on another button, or what was
 * chosen from a list, is done once the page is live: but for one that React has made it live for, and does itself. Where the
 * script does not come, the page says so where it is needed (`data-stuck`), and the next touch tries again; where it is no more, since
 * the portal was renewed, the page is loaded anew, once. A row that was laid
 * out as one came near it (`.shelf`) stays so.
 */
const LATER = `({ first, list, parts, ids, routes, entry }) => {
  const touches = ['pointerdown', 'keydown', 'click', 'change']
  const held = []
  let begun = false
  const begin = async () => {
    if (begun) return
    begun = true
    if (first) await import(first)
    const load = (file) => import(file)
    const [modules] = await Promise.all([Promise.all(routes.map((files) => Promise.all(files.map(load)))), load(list), ...parts.map(load)])
    window.__reactRouterRouteModules = Object.fromEntries(ids.map((id, at) => [id, Object.assign({}, ...modules[at])]))
    await import(entry)
  }
  const attempt = () =>
    begin().catch(() => {
      begun = false
      document.documentElement.dataset.stuck = ''
      fetch(entry, { method: 'HEAD' }).then(({ status }) => {
        if (status === 404 && performance.getEntriesByType('navigation')[0].type !== 'reload') location.reload()
      }).catch(() => {})
    })
  const touch = (event) => {
    if (event.type === 'click' || event.type === 'change') held.push(event)
    attempt()
  }
  for (const type of touches) addEventListener(type, touch, true)
  addEventListener('contentvisibilityautostatechange', ({ target, skipped }) => {
    if (!skipped) target.style.contentVisibility = 'visible'
  }, true)
  addEventListener('live', () => {
    delete document.documentElement.dataset.stuck
    for (const type of touches) removeEventListener(type, touch, true)
    for (const { type, target, eventPhase } of held) {
      const button = type === 'click' && target.closest('button')
      if (eventPhase) continue
      if (button && button.type === 'button' && !button.popoverTargetElement) button.click()
      if (target.tagName === 'SELECT') target.dispatchEvent(new Event(type, { bubbles: true }))
    }
  }, { once: true })
  addEventListener('load', () => (window.requestIdleCallback ?? setTimeout)(attempt))
  addEventListener('online', attempt)
  setTimeout(attempt, 5000)
}`.replaceAll(/\n */g, '\n')
