import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findBrowser } from './cli/browser.mjs'

export default defineConfig({
  testDir: 'testing/browser',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results/browser',
  globalSetup: './testing/browser/portal.ts',
  workers: availableParallelism(),
  fullyParallel: true,
  // For machines that do much else meanwhile: a condition that holds ends its wait at once.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // Once more with a trace, which slows all down where it is always on. A test that passes then has failed all the same.
  retries: 1,
  failOnFlakyTests: true,
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    // Set by globalSetup, before the workers read this file.
    baseURL: process.env.E2E_URL,
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
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
