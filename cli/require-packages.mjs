// Commands that need the packages and the project's Node, which is one of the packages, load this file first (node
// --import).
import { existsSync } from 'node:fs'
import path from 'node:path'
import { home } from './home.mjs'

if (!existsSync(path.join(home, 'node_modules/.bin/node'))) {
  process.stderr.write('Playhall is not installed yet: run npm start once, or npm ci\n')
  process.exit(1)
}
