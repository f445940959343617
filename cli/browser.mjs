import { existsSync } from 'node:fs'

/** Where a Chromium may be; the one without a window first, which starts and draws sooner. */
const PLACES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
)

/** The program that the browser tests run: what CHROMIUM names, or one that is installed; undefined for none. */
export function findBrowser() {
  return process.env.CHROMIUM || PLACES.find((file) => existsSync(file))
}
