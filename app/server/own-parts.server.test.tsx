import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import { usePlayer, usePlayerLater } from '../accounts/use-player.ts'
import { KeptMarkup, KeptPlacesContext } from '../ui/kept-markup.tsx'
import { Own, useOwn } from '../ui/own.tsx'
import { OwnPlacesContext } from '../ui/own-places.ts'
import type { Packed } from '../ui/packed.tsx'
import { sharedPage, startTestPortal } from './http-testing.server.ts'
import { requestState } from './http-state.server.ts'
import { openKeptPlaces } from './kept-markup.server.ts'
import { openLog } from './log.server.ts'
import { ownFor, setOwnCookie } from './own.server.ts'
import { openOwnPlaces } from './own-parts.server.tsx'
import { sessionToken } from './session.server.ts'

beforeAll(() => openLog({ level: 'silent', pretty: false }))

type Hello = Packed<{ name: string; visits: number }>
const asked: (string | null)[] = []

/** What a loader and a page would do. */
async function render(request: Request, screen: (own: Hello) => React.ReactNode): Promise<Response> {
  const own = await ownFor('hello', request, async ({ headers }) => {
    asked.push(headers.get('cookie'))
    const name = headers.get('cookie') ?? 'nobody'
    if (name.includes('new')) setOwnCookie('seen=1')
    return { name, visits: asked.length }
  })
  const { places, encode } = openKeptPlaces()
  const { placeOf, parts } = openOwnPlaces()
  const state = requestState()!
  const Page = createRoutesStub([{ id: 'root', path: '*', Component: () => <body>{screen(own)}</body> }])
  const html = renderToString(
    <KeptPlacesContext value={places}>
      <OwnPlacesContext value={state.own ? placeOf : null}>
        <Page hydrationData={{ loaderData: { root: {} } }} />
      </OwnPlacesContext>
    </KeptPlacesContext>,
  )
  state.page = { html, encode, parts }
  return sharedPage('')
}

function Name({ own }: { own: Hello }) {
  return <b>{useOwn(own).name}</b>
}

const kept = {}
const SCREENS: Record<string, (own: Hello) => React.ReactNode> = {
  parts: (own) => (
    <>
      <KeptMarkup from={{ kept }}>{() => <i>for all</i>}</KeptMarkup>
      <Own>
        <Name own={own} />
      </Own>
      <u>between</u>
      <Own>{null}</Own>
      <Own>
        <Name own={own} />
      </Own>
    </>
  ),
  outside: (own) => <Name own={own} />,
  'player outside': () => <Reader />,
  'kept round a part': () => (
    <KeptMarkup from={{ round: SCREENS }}>
      {() => (
        <Own>
          <b />
        </Own>
      )}
    </KeptMarkup>
  ),
}

function Reader() {
  const later = usePlayerLater()
  return later === null && <b>{usePlayer()?.username}</b>
}

const routes = { page: { path: 'page', module: { handle: { ownParts: true } } } }
const open = (name: string, session = false) =>
  startTestPortal(
    async (request) => {
      if (session) sessionToken(request)
      return render(request, SCREENS[name]!)
    },
    { routes },
  )

test('the page is rendered once for all, and its parts for each who asks', async () => {
  asked.length = 0
  const portal = await open('parts')
  const as = (cookie?: string) => portal.send('/page', { headers: cookie ? { cookie } : {} })
  const html = (name: string, visits: number) =>
    `<body><i>for all</i><b>${name}</b><u>between</u><b>${name}</b>` +
    `<script type="application/json" id="own-hello">{"name":"${name}","visits":${visits}}</script></body>`
  try {
    expect((await as()).text).toBe(html('nobody', 1))
    // The visitors' page was not kept open: it is rendered again, for nobody and then for the player.
    expect((await as('a_session=1')).text).toBe(html('a_session=1', 3))
    expect((await as('a_session=2')).text).toBe(html('a_session=2', 4))
    const fresh = await as('a_session=new')
    expect([fresh.text, fresh.headers['set-cookie']]).toEqual([html('a_session=new', 5), ['seen=1']])
    const visitor = await as()
    expect([visitor.text, visitor.headers['set-cookie']]).toEqual([html('nobody', 2), undefined])
    expect(asked).toEqual([null, null, 'a_session=1', 'a_session=2', 'a_session=new'])
    const nasty = await as('a_session=</script><own-1></own-1>')
    expect(nasty.text).toContain('{"name":"a_session=\\u003c/script>\\u003cown-1>\\u003c/own-1>"')
    expect(nasty.text).toContain('<b>a_session=&lt;/script&gt;&lt;own-1&gt;&lt;/own-1&gt;</b>')
  } finally {
    await portal.close()
  }
})

test.each(['outside', 'player outside', 'kept round a part'])(
  'a page that would show one’s own to all is refused: %s',
  async (name) => {
    const portal = await open(name)
    try {
      expect((await portal.send('/page')).status).toBe(500)
      expect((await portal.send('/page', { headers: { cookie: 'a_session=1' } })).status).toBe(500)
    } finally {
      await portal.close()
    }
  },
)

test('a loader of a shared page that asks for the session is refused, whoever asks', async () => {
  const portal = await open('parts', true)
  try {
    expect((await portal.send('/page')).status).toBe(500)
    expect((await portal.send('/page', { headers: { cookie: 'a_session=1' } })).status).toBe(500)
  } finally {
    await portal.close()
  }
})
