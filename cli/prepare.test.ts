import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'

const temporary = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'playhall-prepare-')))

afterAll(() => rmSync(temporary, { recursive: true, force: true }))

/** Creates a separate project with our commands and the files that npm needs to install it. */
function makeProject(name: string, scripts: Record<string, string> = {}): string {
  const project = path.join(temporary, name)
  mkdirSync(path.join(project, 'cli'), { recursive: true })
  for (const file of readdirSync(import.meta.dirname).filter((one) => one.endsWith('.mjs')))
    copyFileSync(path.join(import.meta.dirname, file), path.join(project, 'cli', file))
  const about = { name, version: '1.0.0' }
  writeFileSync(path.join(project, 'package.json'), JSON.stringify({ ...about, scripts }))
  writeFileSync(
    path.join(project, 'package-lock.json'),
    JSON.stringify({ ...about, lockfileVersion: 3, packages: { '': about } }),
  )
  return project
}

function run(project: string, ...args: string[]) {
  const env = { ...process.env, NODE_ENV: 'production' }
  return spawn(process.execPath, args, { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Returns the number of processes whose working directory is this folder. */
function countProcesses(folder: string): number {
  const folderOf = (pid: string) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`)
    } catch {
      return ''
    }
  }
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && folderOf(name).startsWith(folder)).length
}

test('a command without installed packages prints one line with what to run', async () => {
  const child = run(makeProject('bare'), '--import', './cli/require-packages.mjs', 'cli/portal.ts')
  expect(await text(child.stderr)).toBe('Playhall is not installed yet: run npm start once, or npm ci\n')
  expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(1)
})

test('npm start installs no development packages, npm test adds them, and neither installs twice', async () => {
  const project = makeProject('tools')
  const root = {
    name: 'tools',
    version: '1.0.0',
    dependencies: { builder: 'file:builder' },
    devDependencies: { tester: 'file:tester' },
  }
  const packages: Record<string, object> = { '': root }
  for (const name of ['builder', 'tester']) {
    const dev = name === 'tester' ? { dev: true } : {}
    const about = { name, version: '1.0.0', bin: name === 'builder' ? { node: 'node' } : {} }
    mkdirSync(path.join(project, name))
    writeFileSync(path.join(project, name, 'package.json'), JSON.stringify(about))
    writeFileSync(path.join(project, name, 'node'), '#!/bin/sh\nexit 1\n')
    packages[name] = { ...about, ...dev }
    packages[`node_modules/${name}`] = { resolved: name, link: true, ...dev }
  }
  const lock = JSON.stringify({ ...root, lockfileVersion: 3, packages })
  writeFileSync(path.join(project, 'package.json'), JSON.stringify(root))
  writeFileSync(path.join(project, 'package-lock.json'), lock)
  const runs = async (command: string) => {
    const installs = (await text(run(project, command).stdout)).includes('Installing packages')
    return [installs, ...['builder', 'tester'].map((name) => existsSync(path.join(project, 'node_modules', name)))]
  }
  // NODE_ENV is `production`, in which npm omits development packages by default.
  expect(await runs('cli/start.mjs')).toEqual([true, true, false])
  expect(await runs('cli/start.mjs')).toEqual([false, true, false])
  expect(await runs('cli/test.mjs')).toEqual([true, true, true])
  expect(await runs('cli/test.mjs')).toEqual([false, true, true])
  expect(await runs('cli/start.mjs')).toEqual([false, true, true])
  expect(readFileSync(path.join(project, 'package-lock.json'), 'utf8')).toBe(lock)
})

test.skipIf(process.platform !== 'linux')('npm start stops the installation when it is stopped', async () => {
  const project = makeProject('slow', { preinstall: 'sleep 300' })
  const child = run(project, 'cli/start.mjs')
  const exited = once(child, 'exit')
  // Wait for npm, its shell and the shell's child, in addition to the command itself.
  while (countProcesses(project) < 3) await sleep(20)
  child.kill('SIGTERM')
  expect(await text(child.stderr)).toBe('\nStopped by SIGTERM\n')
  expect(await exited).toEqual([1, null])
  for (const end = performance.now() + 10_000; countProcesses(project) && performance.now() < end;) await sleep(20)
  expect(countProcesses(project)).toBe(0)
})
