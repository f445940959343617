import { readFileSync } from 'node:fs'
import { clusterOf, postmasterOf } from './processes.ts'

/** Linux counts processor time in hundredths of a second, on every machine that Node runs on. */
const TICK_MS = 10

/** Processor time that a process has used so far, in ms, its ended children's apart. */
export function processorMs(pid: number): number {
  return sumOf(statOf(pid), [11, 12])
}

/** The same of the embedded database of a DATA_DIR; what processes that have ended used, its server has taken over. */
export function databaseMs(dataDir: string): number {
  const [server = 0, ...children] = databaseProcesses(dataDir)
  const ofChild = (pid: number) => {
    try {
      return processorMs(pid)
    } catch {
      return 0 // ended meanwhile
    }
  }
  return children.reduce((sum, pid) => sum + ofChild(pid), 0) + sumOf(statOf(server), [11, 12, 13, 14])
}

/** The embedded database of a DATA_DIR: the server and all its processes. */
export function databaseProcesses(dataDir: string): number[] {
  const server = postmasterOf(clusterOf({ dataDir }))
  const children = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').trim()
  return [server, ...children.split(' ').filter(Boolean).map(Number)]
}

/** How long a thread was ready to run and waited for a processor so far, in ms; 0 where the kernel does not count it. */
export function waitedMs(thread: string): number {
  try {
    return Number(readFileSync(`/proc/${thread}/schedstat`, 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}

/** What other guests of a shared host took of this machine's processors so far, in ms. */
export function stolenMs(): number {
  return Number(readFileSync('/proc/stat', 'utf8').split('\n')[0]?.trim().split(/\s+/)[8] ?? 0) * TICK_MS
}

/** Memory in MB, shared pages divided among those that share them, so that processes can be added up. */
export function memoryMb(pids: number[]): number {
  return pids.reduce((sum, pid) => sum + kilobytesOf(pid, ['Pss']), 0) / 1024
}

/** Memory in MB that is one process's alone, swapped or not: how many others run the same program does not change it. */
export function privateMb(pid: number): number {
  return kilobytesOf(pid, ['Private_Dirty', 'Swap']) / 1024
}

function kilobytesOf(pid: number, kinds: string[]): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return kinds.reduce((sum, kind) => sum + Number(new RegExp(`^${kind}:\\s+(\\d+)`, 'm').exec(rollup)?.[1]), 0)
  } catch {
    return 0 // ended meanwhile
  }
}

function sumOf(stat: string[], fields: number[]): number {
  return fields.reduce((sum, field) => sum + Number(stat[field]), 0) * TICK_MS
}

/** The fields of /proc/PID/stat from the state on; the name before them may hold blanks. */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}
