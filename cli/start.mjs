// npm start: installs and builds what has changed, then hands over to server.mjs, which migrates, fills the catalogue
// and serves. Runs on the system's Node, 20.11 or later; everything after it runs on the pinned one.
import { build, install, quit } from './prepare.mjs'

try {
  await install()
  await build()
} catch (error) {
  quit(error)
}

await import('./serve.mjs')
