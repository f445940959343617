import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // What several pages share comes in one file: each small part alone would be a request more.
            codeSplitting: { groups: [{ name: 'parts', test: /\/(app|lucide-react)\//, minShareCount: 3 }] },
          },
        },
      },
    },
  },
  server: { watch: { ignored: ['**/.data/**', '**/build/**'] } },
})
