import { defineConfig } from '@playwright/test'
import { findBrowser } from './cli/browser.mjs'

export default defineConfig({
  testDir: 'testing/browser',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results',
  globalSetup: './testing/browser/portal.ts',
  workers: 2,
  fullyParallel: true,
  // For machines that do much else meanwhile: a condition that holds ends its wait at once.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    // Set by globalSetup, before the workers read this file.
    baseURL: process.env.E2E_URL,
    viewport: { width: 1280, height: 900 },
    launchOptions: {
      executablePath: findBrowser(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})
