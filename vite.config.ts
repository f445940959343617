import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { importPlainly, plainIcons, reachedFrom } from './cli/chunks.ts'

const CATALOGUE = ['home/home.page.tsx', 'games/lists/games.page.tsx', 'games/lists/category.page.tsx']

export default defineConfig({
  plugins: [reactRouter(), importPlainly(), plainIcons()],
  environments: {
    // One build for server and screens, so that no module exists twice (docs/decisions/021-one-build.md).
    ssr: {
      resolve: { noExternal: ['lucide-react'] },
      build: { rolldownOptions: { input: './app/start.server.ts' } },
    },
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Every page loads a list of all files; names are a fifth of it.
            chunkFileNames: 'assets/[hash:7].js',
            entryFileNames: 'assets/[hash:7].js',
            // Otherwise small modules that many pages share would each cost a request.
            codeSplitting: {
              groups: [
                { name: 'vendor', test: /node_modules\/(react|react-dom|react-router|scheduler)\/|rolldown\/runtime/ },
                // Modules that every page needs, then those that most pages of the catalogue need.
                { name: reachedFrom('shell', ['root.tsx']), debugName: 'shell' },
                { name: reachedFrom('catalogue', CATALOGUE), debugName: 'catalogue', minShareCount: 2 },
                { name: reachedFrom('play', ['play/game.page.tsx']), debugName: 'play', minShareCount: 2 },
                { name: 'icons', test: /lucide-react/, minShareCount: 2 },
                {
                  name: 'common',
                  // Without the console, which has many pages.
                  test: /\/app\/(ui|site|wishlist|credits|games(?!\/(arrangement|feeds|health|management|uploads)\/))\/|\/lib\/(?!text-rules)|\/forms\/(send\.|failures|use-)|\/accounts\/(use-player|login-href|notice|tabs)/,
                  minShareCount: 4,
                },
              ],
            },
          },
        },
      },
    },
  },
  // Late imports list no other files to fetch: see `importPlainly`.
  build: { assetsInlineLimit: 0, reportCompressedSize: false, modulePreload: { resolveDependencies: () => [] } },
  server: { watch: { ignored: ['**/.data/**', '**/build/**'] } },
})
