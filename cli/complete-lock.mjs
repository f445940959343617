// Adds to package-lock.json the optional packages of other platforms that `npm install` leaves out and `npm ci` then
// misses. Waits for npm issue 9846; run it after every change of a dependency: node cli/complete-lock.mjs
import { readFileSync, writeFileSync } from 'node:fs'

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']
const LIBRARIES = { gnu: 'glibc', gnueabihf: 'glibc', musl: 'musl', musleabihf: 'musl' }

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const added = []

for (const [owner, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isLocked(owner, name) || !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) continue
    lock.packages[`node_modules/${name}`] = stub(name, version, entry.dev)
    added.push(`${name}@${version}`)
  }
}

lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
console.log(added.length ? `added ${added.length}: ${added.join(', ')}` : 'package-lock.json is complete')

function isLocked(owner, name) {
  for (let folder = owner; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (lock.packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true
    if (!folder) return false
  }
}

/** The platform stands in such a package's name: @rolldown/binding-linux-arm64-musl. */
function stub(name, version, dev) {
  const words = name.split(/[/-]/)
  const pick = (list) => words.filter((word) => list.includes(word))
  const libc = words.flatMap((word) => LIBRARIES[word] ?? [])
  return {
    version,
    ...(pick(PROCESSORS).length ? { cpu: pick(PROCESSORS) } : {}),
    ...(dev ? { dev: true } : {}),
    ...(libc.length ? { libc } : {}),
    optional: true,
    ...(pick(SYSTEMS).length ? { os: pick(SYSTEMS) } : {}),
  }
}
