import { readdirSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vite'

const root = import.meta.dirname

/** Builds the pages of all originals. cli/build-games.ts runs it and adds the bridge and the bundled games. */
export default defineConfig({
  root,
  base: '/play/',
  publicDir: false,
  appType: 'mpa',
  build: {
    outDir: '../build/play',
    emptyOutDir: false,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: Object.fromEntries(
        readdirSync(root)
          .filter((slug) => existsSync(join(root, slug, 'index.html')))
          .map((slug) => [slug, join(root, slug, 'index.html')]),
      ),
    },
  },
})
