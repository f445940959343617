import path from 'node:path'

// Every command on the system's Node loads this file first, so it rejects a version that is too old, in syntax that
// such a version can parse. `import.meta.dirname` is the newest feature that the modules in this folder need.
if (!import.meta.dirname) {
  process.stderr.write(`Playhall needs Node 20.11 or later to begin with; this is ${process.versions.node}\n`)
  process.exit(1)
}

export const home = path.resolve(import.meta.dirname, '..')
