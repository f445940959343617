// npm start: installs and builds what has changed, then runs server.mjs, which migrates the database, fills the
// catalogue and serves the portal. This file runs on the system's Node, 20.11 or later, and everything after it runs on
// the pinned version.
import { build, install, quit } from './prepare.mjs'

try {
  await install()
  await build()
} catch (error) {
  quit(error)
}

await import('./serve.mjs')
