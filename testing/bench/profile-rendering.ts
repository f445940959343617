import { setTimeout as sleep } from 'node:timers/promises'

/**
 * V8's CPU profile in the inspector's format: a tree of calls, and for each sample its node and the µs since the
 * previous one.
 */
type Profile = {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[]
  samples: number[]
  timeDeltas: number[]
}

const INSPECTOR = 'http://127.0.0.1:9229/json/list'
const RENDERER = 'react-dom-server'

/**
 * Milliseconds that a portal's main thread spends in React's `renderToString` while `work` runs. Opens the inspector of
 * the portal's process on its usual port.
 */
export async function renderingMs(pid: number, work: () => Promise<void>): Promise<number> {
  process.kill(pid, 'SIGUSR1')
  const inspector = await connect()
  await inspector.ask('Profiler.enable')
  await inspector.ask('Profiler.start')
  await work()
  const { profile } = (await inspector.ask('Profiler.stop')) as { profile: Profile }
  inspector.close()
  const rendering = new Set<number>()
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
  const visit = (id: number, isWithin: boolean) => {
    const { callFrame, children = [] } = nodes.get(id)!
    const isRendering = isWithin || callFrame.url.includes(RENDERER)
    if (isRendering) rendering.add(id)
    for (const child of children) visit(child, isRendering)
  }
  visit(profile.nodes[0]!.id, false)
  return profile.samples.reduce((sum, id, at) => sum + (rendering.has(id) ? profile.timeDeltas[at]! : 0), 0) / 1000
}

async function connect() {
  const socket = new WebSocket(await inspectorUrl())
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = () => reject(new Error('The inspector of the portal does not respond'))
  })
  const waiting = new Map<number, (result: unknown) => void>()
  socket.onmessage = ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: unknown }
    waiting.get(id)?.(result)
  }
  let last = 0
  const ask = (method: string) =>
    new Promise<unknown>((resolve) => {
      waiting.set(++last, resolve)
      socket.send(JSON.stringify({ id: last, method }))
    })
  return { ask, close: () => socket.close() }
}

async function inspectorUrl(): Promise<string> {
  for (let tries = 0; tries < 50; tries++) {
    const list = await fetch(INSPECTOR)
      .then((answer) => answer.json() as Promise<{ webSocketDebuggerUrl: string }[]>)
      .catch(() => [])
    if (list[0]) return list[0].webSocketDebuggerUrl
    await sleep(100)
  }
  throw new Error('The inspector of the portal does not open')
}
