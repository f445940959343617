// npm test: installs, builds, gets a browser where it can, then runs every check. Runs on the system's Node (20.11 or later).
import { spawnSync } from 'node:child_process'
import { findBrowser } from './browser.mjs'
import { build, environment, install, pinnedNode, quit } from './prepare.mjs'

try {
  await install()
  await build()
  getBrowser()
} catch (error) {
  quit(error)
}

const done = spawnSync(pinnedNode, ['cli/check.ts'], { stdio: 'inherit', env: environment })
process.exit(done.status ?? 1)

/** The browser tests need a Chromium. On Debian and Ubuntu, with the rights to, it is installed; elsewhere CHROMIUM names one. */
function getBrowser() {
  if (findBrowser()) return
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) {
    throw new Error('The browser tests need Chromium: install it, or set CHROMIUM to its program.')
  }
  process.stdout.write('Installing Chromium … ')
  for (const args of [
    ['update'],
    ['install', '-y', '--no-install-recommends', 'chromium-headless-shell', 'fonts-liberation'],
  ]) {
    const { status, stderr } = spawnSync('apt-get', args, {
      encoding: 'utf8',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    if (status !== 0)
      throw new Error(`${stderr}\napt-get ${args[0]} failed: install Chromium, or set CHROMIUM to its program.`)
  }
  process.stdout.write('done\n')
}
