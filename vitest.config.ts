import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{app,cli,originals,bundled,bench,tests}/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/database.ts'],
    // A console.error in a test is a defect that nobody would see otherwise.
    setupFiles: ['tests/no-console-errors.ts'],
    // Nor may a test find what an `.env` of this folder leads to.
    env: { ENV_FILE: 'none' },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
})
