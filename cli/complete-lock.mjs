// Completes package-lock.json. Run it whenever a dependency has changed: node cli/complete-lock.mjs
// 1. Adds the optional packages of other platforms that `npm install` omits and `npm ci` then misses (npm issue 9846).
// 2. Removes optional peers that are development tools, such as React Router's typescript: npm would treat them as
//    runtime packages and install them even with --omit=dev.
// 3. Removes the Node versions that packages require. npm compares them with its own Node, but packages run on the one
//    in the lock file: under Node 20.11 it would silently leave out Vite's bundler.
import { readFileSync, writeFileSync } from 'node:fs'

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']
const LIBRARIES = { gnu: 'glibc', gnueabihf: 'glibc', musl: 'musl', musleabihf: 'musl' }

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const added = []

for (const [owner, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (find(owner, name) || !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) continue
    lock.packages[`node_modules/${name}`] = stub(name, version)
    added.push(`${name}@${version}`)
  }
}

const running = new Set([''])
for (const at of running) {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = lock.packages[at]
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional)
  for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
    const found = find(at, name)
    if (found) running.add(found)
  }
}
for (const [at, entry] of Object.entries(lock.packages)) {
  if (at) delete entry.engines
  if (!running.has(at)) {
    delete entry.devOptional
    entry.dev = true
    continue
  }
  for (const name of Object.keys(entry.peerDependenciesMeta ?? {})) {
    const found = find(at, name)
    if (!found || running.has(found)) continue
    delete entry.peerDependencies?.[name]
    delete entry.peerDependenciesMeta[name]
  }
}

lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
console.log(added.length ? `added ${added.length}: ${added.join(', ')}` : 'package-lock.json is complete')

/**
 * Finds a dependency as Node does, in the package's folder and then in each folder above it. Returns null if there is
 * none.
 */
function find(owner, name) {
  for (let folder = owner; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const at = `${folder ? `${folder}/` : ''}node_modules/${name}`
    if (lock.packages[at]) return at
    if (!folder) return null
  }
}

/**
 * Returns a lock file entry for an optional package. Its platform is part of its name, such as
 * @rolldown/binding-linux-arm64-musl.
 */
function stub(name, version) {
  const words = name.split(/[/-]/)
  const pick = (list) => words.filter((word) => list.includes(word))
  const libc = words.flatMap((word) => LIBRARIES[word] ?? [])
  return {
    version,
    ...(pick(PROCESSORS).length ? { cpu: pick(PROCESSORS) } : {}),
    ...(libc.length ? { libc } : {}),
    optional: true,
    ...(pick(SYSTEMS).length ? { os: pick(SYSTEMS) } : {}),
  }
}
