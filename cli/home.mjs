import path from 'node:path'

// Every command on the system's Node loads this file first. It rejects a version that is too old, so its syntax must be
// valid in such a version. `import.meta.dirname` is the newest feature that the modules in this folder need.
if (!import.meta.dirname) {
  process.stderr.write(`Playhall needs Node 20.11 or later to begin with; this is ${process.versions.node}\n`)
  process.exit(1)
}

export const home = path.resolve(import.meta.dirname, '..')
