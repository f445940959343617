/** npm run build: builds all served files into build/. */
import { spawnSync } from 'node:child_process'
import { compressAssets } from '../app/server/files/assets-build.server.ts'
import { buildGames } from './build-games.ts'
import { createProgram } from './command-line.ts'
import { beginBuild, isBuilt } from './prepare.mjs'
import { shrinkManifestIn } from './shrink-manifest.ts'

const program = createProgram(
  'npm run build --',
  'Builds everything that is served: the screens (build/client, build/server), the games (build/play), ' +
    'and their compressed forms.',
)
  .option('--if-needed', 'only if the build is older than its sources')
  .parse()
if (program.opts<{ ifNeeded?: true }>().ifNeeded && isBuilt()) process.exit(0)
const end = beginBuild()

// This build runs first, because it empties build/.
const done = spawnSync('react-router', ['build'], { stdio: 'inherit', shell: process.platform === 'win32' })
if (done.status !== 0) process.exit(done.status ?? 1)
await shrinkManifestIn('build/client')
await buildGames()
for (const folder of ['build/client', 'build/play']) await compressAssets(folder)
end()
