import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import routes from '../../routes.ts'
import { type BuiltRoutes, indexRoutes } from './route-table.server.ts'

const patterns = (routes as RouteConfigEntry[])
  .flatMap((route) => route.children ?? [route])
  .map(({ path = '' }) => path)

/** Each route declares its own path as a method, to show which one was found. */
const index = indexRoutes(
  Object.fromEntries(
    patterns.map((path) => [path, { ...objectOf(path), module: { handle: { methods: [path] } } }]),
  ) as BuiltRoutes,
)
const objects = patterns.map(objectOf) as RouteObject[]

const SPELLINGS = [
  (path: string) => path,
  (path: string) => `${path}/`,
  (path: string) => `${path}//`,
  (path: string) => `/${path}`,
  (path: string) => path.toUpperCase(),
  (path: string) => `${path}/more`,
  (path: string) => path.replace(/[^/]+$/, '%2Fa%20b'),
  (path: string) => path.replace(/\/[^/]+$/, '') || '/',
  (path: string) => path.replace(/\/[^/]+$/, '//x'),
  (path: string) => `${path}.x`,
]

test.each(patterns)('the route %s matches the same URLs as the router', (pattern) => {
  const plain = `/${pattern.replace(/:\w+/g, 'one').replace('*', 'any/thing.webp')}`
  for (const path of SPELLINGS.map((spell) => spell(plain))) {
    const found = matchRoutes(objects, path)?.at(-1)?.route
    expect(index.methodsAt(path), path).toEqual([found?.path ?? ''])
    expect(index.methodsAt(`${path === '/' ? '/_' : path}.data`), `the data of ${path}`).toEqual(index.methodsAt(path))
  }
})

test('a nested route is found under its parent’s path', () => {
  const within = indexRoutes({
    root: { path: '', module: {} },
    admin: { path: 'admin', parentId: 'root', module: {} },
    acts: { path: 'acts/:id', parentId: 'admin', module: { handle: { methods: ['POST'] } } },
  })
  expect(within.methodsAt('/admin/acts/4')).toEqual(['POST'])
  expect(within.methodsAt('/acts/4')).toBeNull()
  expect(within.methodsAt('/admin')).toBeNull()
})

test('a route declares for its page and its data whether changes may come from any site', () => {
  const { isFromAnywhere } = indexRoutes({
    end: { path: 'mails/end', module: { handle: { methods: ['GET', 'POST'], fromAnywhere: true } } },
    mails: { path: 'mails/:id', module: { handle: { methods: ['POST'] } } },
  })
  for (const path of ['/mails/end', '/mails/end/', '/mails/end.data', '/Mails/End'])
    expect(isFromAnywhere(path), path).toBe(true)
  for (const path of ['/', '/mails/4', '/mails/end/more', '/mails/end.x', '/mails'])
    expect(isFromAnywhere(path), path).toBe(false)
})

test('a file route declares valid paths, and all other paths under its first segment are missing files', () => {
  const { fileAt } = indexRoutes({
    posters: { path: 'posters/:id/:size', module: { handle: { files: /^\/posters\/\d+\/(?:small|large)$/ } } },
    games: { path: 'games', module: {} },
  })
  expect(fileAt('/posters/4/large')).toBe('file')
  for (const path of [
    '/posters',
    '/posters/',
    '/Posters/4/large',
    '/posters/4',
    '/posters/4/huge',
    '/posters/4/large/',
    '/posters/x.data',
  ])
    expect(fileAt(path), path).toBe('missing')
  for (const path of ['/', '/games', '/postersx/4/large', '/a/posters/4/large', '//posters/4/large'])
    expect(fileAt(path), path).toBeNull()
})

function objectOf(path: string): { path?: string; index?: true } {
  return path ? { path } : { index: true }
}
