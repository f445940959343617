import { existsSync } from 'node:fs'

/** Where a Chromium may be; the one without a window first, which starts and draws sooner. */
const PLACES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
)

/** The program that the browser tests run: what CHROMIUM names, or one that is installed; undefined for none. */
export function findBrowser() {
  return process.env.CHROMIUM || PLACES.find((file) => existsSync(file))
}

/** Debian's and Ubuntu's package of Chromium without a window, for root. */
export const INSTALL_BROWSER =
  'apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium-headless-shell fonts-liberation'

/** Whether `INSTALL_BROWSER` can work here. */
export function canInstallBrowser() {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}
