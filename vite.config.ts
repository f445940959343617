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
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
                { name: 'icons', test: /lucide-react/, minShareCount: 2 },
                // Not what reads forms, which is large and on few pages; nor what stands on it.
                { name: 'vendor', test: /node_modules\/(?!zod)/, minShareCount: 8 },
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
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
  server: { watch: { ignored: ['**/.data/**', '**/build/**'] } },
})
