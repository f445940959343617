import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { shrinkManifest } from './shrink-manifest.ts'

const FLAGS = { hasAction: false, hasLoader: true, hasErrorBoundary: false }
const MANIFEST = {
  entry: { module: '/assets/entry.js', imports: ['/assets/vendor.js'], css: [] },
  routes: {
    root: { id: 'root', path: '', ...FLAGS, module: '/assets/root.js', imports: ['/assets/shell.js'], css: ['/a.css'] },
    home: {
      id: 'home',
      parentId: 'root',
      index: true,
      ...FLAGS,
      module: '/assets/home.js',
      imports: ['/assets/vendor.js', '/assets/list.js', '/assets/shell.js', '/assets/card.js'],
      css: [],
    },
    feeds: {
      id: 'feeds',
      path: 'admin/feeds',
      ...FLAGS,
      module: '/assets/feeds.js',
      imports: ['/b.js'],
      css: ['/b.css'],
    },
    administration: {
      id: 'administration',
      path: 'administration',
      ...FLAGS,
      module: '/assets/x.js',
      imports: ['/x.js'],
    },
  },
  url: '/assets/manifest-1.js',
  version: '1',
}

const scriptOf = (manifest: unknown) => `window.__reactRouterManifest=${JSON.stringify(manifest)};`

test('the short manifest omits what is false, empty, on every page or only for prefetching the console', () => {
  const window: { __reactRouterManifest?: unknown } = {}
  runInNewContext(shrinkManifest(scriptOf(MANIFEST)), { window })
  expect(window.__reactRouterManifest).toEqual({
    ...MANIFEST,
    routes: {
      root: {
        id: 'root',
        path: '',
        hasLoader: true,
        module: '/assets/root.js',
        imports: ['/assets/shell.js'],
        css: ['/a.css'],
      },
      home: {
        id: 'home',
        parentId: 'root',
        index: true,
        hasLoader: true,
        module: '/assets/home.js',
        imports: ['/assets/card.js', '/assets/list.js'],
      },
      feeds: { id: 'feeds', path: 'admin/feeds', hasLoader: true, module: '/assets/feeds.js', css: ['/b.css'] },
      administration: {
        id: 'administration',
        path: 'administration',
        hasLoader: true,
        module: '/assets/x.js',
        imports: ['/x.js'],
      },
    },
  })
})

test('a manifest of another form fails the build', () => {
  expect(() => shrinkManifest(`export default ${JSON.stringify(MANIFEST)}`)).toThrow('another form')
  const routes = { ...MANIFEST.routes, home: { ...MANIFEST.routes.home, id: 'other' } }
  expect(() => shrinkManifest(scriptOf({ ...MANIFEST, routes }))).toThrow('another id')
})
