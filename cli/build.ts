/**
 * Builds everything that is served: the screens (build/client, build/server), the games (build/play), compressed forms.
 * `--if-needed`: only where the build is older than its sources.
 */
import { spawnSync } from 'node:child_process'
import { compressAssets } from '../app/server/assets-build.server.ts'
import { buildGames } from './build-games.ts'
import { beginBuild, isBuilt } from './prepare.mjs'

if (process.argv.includes('--if-needed') && isBuilt()) process.exit(0)
const end = beginBuild()

// First, since it empties build/.
const done = spawnSync('react-router', ['build'], { stdio: 'inherit', shell: process.platform === 'win32' })
if (done.status !== 0) process.exit(done.status ?? 1)
await buildGames()
for (const folder of ['build/client', 'build/play']) await compressAssets(folder)
end()
