import { renderToString } from 'react-dom/server'
import { createRoutesStub, useRouteLoaderData } from 'react-router'
import { expect, test, vi } from 'vitest'
import { usePlayer } from '../accounts/use-player.ts'
import { useCreditedPlayer } from '../credits/use-credited-player.ts'
import { useSite } from '../site/use-site.ts'
import { KeptItems, KeptMarkup, KeptPlacesContext } from '../ui/kept-markup.tsx'
import { pack } from '../ui/packed.tsx'
import { openKeptPlaces } from './kept-markup.server.ts'
import { openOwnPlaces } from './own-parts.server.tsx'

const rendered = vi.fn<(words: string[]) => void>()
function Row({ words }: { words: string[] }) {
  rendered(words)
  return (
    <ul>
      {words.map((word) => (
        <li key={word}>{word}</li>
      ))}
    </ul>
  )
}

function Screen({ words, as = 'row' }: { words: string[]; as?: string }) {
  return (
    <main>
      {words[0]} <KeptMarkup from={{ words, as }}>{() => <Row words={words} />}</KeptMarkup>
      <KeptMarkup from={{ again: words, as }}>{() => words.map((word) => <b key={word}>{word}</b>)}</KeptMarkup>
    </main>
  )
}

function serve(screen: React.ReactNode): string {
  const { places, encode } = openKeptPlaces()
  return Buffer.concat(
    encode(renderToString(<KeptPlacesContext value={places}>{screen}</KeptPlacesContext>)),
  ).toString()
}

test('markup is rendered once for what it shows, and each page is what React alone would make', () => {
  const words = ['<kept-0></kept-0>', 'naïve & “quoted”', 'Игра 🎮\nline']
  const plain = renderToString(<Screen words={words} />)
  rendered.mockClear()
  expect([serve(<Screen words={words} />), serve(<Screen words={words} />)]).toEqual([plain, plain])
  expect(rendered).toHaveBeenCalledTimes(1)
})

test('other words, or the same as something else, are rendered for themselves', () => {
  const words = ['one']
  serve(<Screen words={words} />)
  rendered.mockClear()
  expect(serve(<Screen words={['two']} />)).toContain('<li>two</li>')
  expect(serve(<Screen words={words} as="another" />)).toContain('<li>one</li>')
  expect(rendered).toHaveBeenCalledTimes(2)
})

test('what is kept in what is kept belongs to it', () => {
  const words = ['inner']
  const outer = {}
  const screen = <KeptMarkup from={{ outer }}>{() => <Screen words={words} />}</KeptMarkup>
  const plain = renderToString(screen)
  expect([serve(screen), serve(screen), serve(<Screen words={words} />)]).toEqual([plain, plain, plain])
})

test('markup that is empty is kept as well', () => {
  const nothing = (
    <p>
      <KeptMarkup from={{ nothing: [] }}>{() => null}</KeptMarkup>
    </p>
  )
  expect([serve(nothing), serve(nothing)]).toEqual(['<p></p>', '<p></p>'])
})

test('the items of a list are rendered once each, whatever list they stand in', () => {
  const [one, two, three] = [{ word: 'één' }, { word: 'two & a half' }, { word: '<three>' }]
  const shown = vi.fn((item: { word: string }) => <li key={item.word}>{item.word}</li>)
  const list = (...items: { word: string }[]) => (
    <ul>
      <KeptItems from={{ item: items }}>{shown}</KeptItems>
    </ul>
  )
  const plain = [list(one, two), list(two, one), list(three, two), list()].map((screen) => renderToString(screen))
  shown.mockClear()
  const kept = [list(one, two), list(two, one), list(three, two), list()].map(serve)
  expect(kept).toEqual(plain)
  expect(shown).toHaveBeenCalledTimes(3)
})

const READERS = {
  usePlayer: () => usePlayer()?.fullName,
  useCreditedPlayer: () => useCreditedPlayer()?.credits,
  useSite: () => useSite().name,
  useRouteLoaderData: () => JSON.stringify(useRouteLoaderData('root')),
}

test.each(Object.entries(READERS))('what %s reads is refused where it would be shown to all', (_, read) => {
  const Reader = () => <b>{read()}</b>
  const kept = {}
  const page = (Screen: () => React.ReactNode) => {
    const Portal = createRoutesStub([{ id: 'root', path: '/', Component: Screen }])
    return (
      <Portal
        hydrationData={{
          loaderData: { root: { name: 'Hall', own: pack({ player: { fullName: 'Mara', credits: 7 } }) } },
        }}
      />
    )
  }
  expect(serve(page(Reader))).toMatch(/Mara|7|Hall/)
  const screen = page(() => <KeptMarkup from={{ kept }}>{() => <Reader />}</KeptMarkup>)
  expect(() => serve(screen)).toThrow('Kept markup')
})

test('markup is kept for one value, under a name', () => {
  expect(() => serve(<KeptMarkup from={{ name: 'alone' }}>{() => null}</KeptMarkup>)).toThrow('one object')
  expect(() => serve(<KeptMarkup from={{ one: {}, two: {} }}>{() => null}</KeptMarkup>)).toThrow('one object')
})

test('a render names no element that the last one did not, since React remembers every name', () => {
  const namesOfRender = () => {
    const kept = openKeptPlaces().places([{}], 'row').name
    const own = openOwnPlaces().placeOf({ children: null, route: undefined as never, around: (part) => part })
    return [kept, own]
  }
  expect(namesOfRender()).toEqual(namesOfRender())
})
