import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

type Package = {
  hasInstallScript?: boolean
  devOptional?: boolean
  engines?: object
  integrity?: string
  optionalDependencies?: Record<string, string>
}
type Lock = { packages: Record<string, Package> }

test('npm ci prints no warning, whichever Node npm runs on', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-npm-ci-'))
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) copyFileSync(file, path.join(folder, file))
  // Remove the pinned Node from PATH: with it, npm has nothing to warn about.
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const systemPath = folders.filter((one) => !one.includes('node_modules')).join(path.delimiter)
  const { status, stderr } = spawnSync('npm', ['ci', '--dry-run', '--offline', '--ignore-scripts'], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: systemPath, HOME: process.env.HOME },
  })
  rmSync(folder, { recursive: true })
  expect([status, stderr]).toEqual([0, ''])
})

test('no package may run an install script', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
  const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { allowScripts: Record<string, boolean> }
  const names = Object.entries(packages).flatMap(([at, { hasInstallScript }]) =>
    at && hasInstallScript ? [at.replace(/^.*node_modules\//, '')] : [],
  )
  expect(names.filter((name) => allowScripts[name] !== false)).toEqual([])
})

test('the lock file has no optional peers that are development tools and no Node versions (cli/complete-lock.mjs)', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
  expect(Object.keys(packages).filter((at) => at && (packages[at]?.devOptional || packages[at]?.engines))).toEqual([])
})

test('Node and PostgreSQL are pinned by hash on every platform', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
  const names = Object.keys(packages['']?.optionalDependencies ?? {})
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((name) => !packages[`node_modules/${name}`]?.integrity)).toEqual([])
})
