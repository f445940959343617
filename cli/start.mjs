// npm start: installs, builds, then hands over to server.ts, which migrates, fills the catalogue and serves. Runs on the
// system's Node; everything after it on the one that the project pins. Skips what is done already.
import { build, install, quit } from './prepare.mjs'

try {
  install()
  build()
} catch (error) {
  quit(error)
}

await import('./serve.mjs')
