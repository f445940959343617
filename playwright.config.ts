import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findBrowser } from './cli/browser.mjs'

/** Whether the tests run with pauses (testing/pauses.ts). */
const isBusy = Boolean(process.env.TEST_BUSY)

export default defineConfig({
  testDir: 'testing/browser',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results/browser',
  globalSetup: './testing/browser/portal.ts',
  workers: availableParallelism(),
  fullyParallel: true,
  // Generous for busy machines: a wait ends as soon as its condition holds.
  timeout: 600_000,
  // Shorter than the minute for which shared pages are cached, so that a missing purge fails the test.
  expect: { timeout: 30_000 },
  // Retry with a trace, which would slow down every test if always on. A test that passes only then still fails the
  // run.
  retries: 1,
  failOnFlakyTests: true,
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    // Set by globalSetup, before the workers read this file.
    baseURL: process.env.E2E_URL,
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
    viewport: { width: 1280, height: 900 },
    launchOptions: {
      executablePath: findBrowser(),
      // After each step, the page goes on for this time. A test that looks for a short-lived state then misses it.
      slowMo: isBusy ? 1000 : 0,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // Chromium loads lazy pictures far below the screen, which took up to a fifth of the time of a page.
        '--blink-settings=lazyLoadingImageMarginPxUnknown=0,lazyLoadingImageMarginPx4G=0',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})
