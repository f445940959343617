import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { importPlainly, plainIcons, reachedFrom } from './cli/chunks.ts'

const CATALOGUE = ['home/home.page.tsx', 'games/lists/games.page.tsx', 'games/lists/category.page.tsx']

export default defineConfig({
  plugins: [reactRouter(), importPlainly(), plainIcons()],
  environments: {
    // The server and the screens in one, so that no module exists twice (docs/decisions/021-one-build.md).
    ssr: {
      resolve: { noExternal: ['lucide-react'] },
      build: { rolldownOptions: { input: './app/start.server.ts' } },
    },
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Each page loads a list of them all, in which names are a fifth.
            chunkFileNames: 'assets/[hash:7].js',
            entryFileNames: 'assets/[hash:7].js',
            // Small modules that many pages share would each be a request of their own.
            codeSplitting: {
              groups: [
                { name: 'vendor', test: /node_modules\/(react|react-dom|react-router|scheduler)\/|rolldown\/runtime/ },
                // What every page needs, then what most pages of the catalogue do, and no more.
                { name: reachedFrom('shell', ['root.tsx']), debugName: 'shell' },
                { name: reachedFrom('catalogue', CATALOGUE), debugName: 'catalogue', minShareCount: 2 },
                { name: reachedFrom('play', ['play/game.page.tsx']), debugName: 'play', minShareCount: 2 },
                { name: 'icons', test: /lucide-react/, minShareCount: 2 },
                {
                  name: 'common',
                  test: /\/app\/(ui|site|games|wishlist|credits)\/|\/lib\/(?!text-rules)|\/forms\/(send\.|failures|use-)|\/accounts\/(use-player|login-href|notice|tabs)/,
                  minShareCount: 4,
                },
              ],
            },
          },
        },
      },
    },
  },
  // Late parts name no files to fetch beside them: see `importPlainly`.
  build: { assetsInlineLimit: 0, reportCompressedSize: false, modulePreload: { resolveDependencies: () => [] } },
  server: { watch: { ignored: ['**/.data/**', '**/build/**'] } },
})
