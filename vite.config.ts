import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    // The server and the screens in one, so that no module exists twice (docs/decisions/021-one-build.md).
    ssr: { build: { rolldownOptions: { input: './app/start.server.ts' } } },
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Each page loads a list of them all, in which names are a fifth.
            chunkFileNames: 'assets/[hash].js',
            entryFileNames: 'assets/[hash].js',
            // Small modules that many pages share would each be a request of their own.
            codeSplitting: {
              groups: [
                { name: 'icons', test: /lucide-react/, minShareCount: 2 },
                // Not what reads forms, which is large and on few pages; nor what stands on it.
                { name: 'vendor', test: /node_modules\/(?!zod)/, minShareCount: 8 },
                // What turns pages is on few of them, and the home page is none.
                {
                  name: 'common',
                  test: /\/app\/(ui(?!\/pag)|site|games|wishlist|credits)\/|\/lib\/(?!text-rules)|\/forms\/(send\.|failures|use-)|\/accounts\/(use-player|login-href|notice|tabs)/,
                  minShareCount: 4,
                },
                // On the home page or round every page as well, and too small for requests of their own.
                {
                  name: 'small',
                  test: /category-tile|\/credits\/(streak\.tsx|use-credited)|ad-slot|copy-address|community-href|sign-out-form|\/post-href|news-rules/,
                  minShareCount: 2,
                },
              ],
            },
          },
        },
      },
    },
  },
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
  server: { watch: { ignored: ['**/.data/**', '**/build/**'] } },
})
