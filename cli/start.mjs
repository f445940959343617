// npm start: installs, builds, then hands over to server.mjs, which loads what was built, migrates, fills the catalogue and serves. Runs on the
// system's Node, 20.11 or later; everything after it on the one that the project pins. Skips what is done already.
import { build, install, quit } from './prepare.mjs'

try {
  await install()
  await build()
} catch (error) {
  quit(error)
}

await import('./serve.mjs')
