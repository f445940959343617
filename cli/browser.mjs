import { existsSync } from 'node:fs'

/** Possible names of the Chromium program. The headless shell comes first, because it starts and draws faster. */
const LOCATIONS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
)

/**
 * Returns the path of the browser for tests, from CHROMIUM or among the installed browsers, or undefined if there is
 * none.
 */
export function findBrowser() {
  return process.env.CHROMIUM || LOCATIONS.find((file) => existsSync(file))
}

/** The command that installs headless Chromium on Debian. It requires root. */
export const INSTALL_BROWSER =
  'apt-get update && DEBIAN_FRONTEND=noninteractive ' +
  'apt-get install -y --no-install-recommends chromium-headless-shell fonts-liberation'

/** Returns whether `INSTALL_BROWSER` can work on this machine. */
export function canInstallBrowser() {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}
