import path from 'node:path'

// What every command on the system's own Node loads first, so it is here that one too old is told so, in a sentence and
// in words that it can still read. The folder of a module is the youngest thing that the files beside this one ask of it.
if (!import.meta.dirname) {
  process.stderr.write(`Playhall needs Node 20.11 or later to begin with; this is ${process.versions.node}\n`)
  process.exit(1)
}

/** The project's folder. */
export const home = path.resolve(import.meta.dirname, '..')
