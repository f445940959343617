import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { inTemporaryFolder, removeOldFolders } from './temporary-folder.server.ts'

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'playhall-temporary-'))
const parent = path.join(dataDir, 'temporary')
process.env.DATA_DIR = dataDir
afterAll(() => rmSync(dataDir, { recursive: true }))

const DAY_S = 24 * 3600

function leave(name: string, ageS: number): void {
  mkdirSync(path.join(parent, name))
  writeFileSync(path.join(parent, name, 'archive.zip'), 'a')
  const made = Date.now() / 1000 - ageS
  utimesSync(path.join(parent, name), made, made)
}

test('a folder exists while it is used', async () => {
  // The portal starts before there is any folder.
  await removeOldFolders()
  const folder = await inTemporaryFolder(async (made) => {
    writeFileSync(path.join(made, 'file'), 'a')
    return made
  })
  expect([existsSync(folder), path.dirname(folder)]).toEqual([false, parent])
})

test('what killed processes left is removed after a day, at the start and before the next upload', async () => {
  for (const remove of [removeOldFolders, () => inTemporaryFolder(async () => {})]) {
    leave('upload-old', DAY_S + 60)
    leave('feed-old', DAY_S + 60)
    leave('upload-young', DAY_S - 60)
    await remove()
    expect(readdirSync(parent)).toEqual(['upload-young'])
    rmSync(path.join(parent, 'upload-young'), { recursive: true })
  }
})
