import { readFileSync } from 'node:fs'
import { clusterOf, postmasterOf } from './processes.ts'

/** Linux counts processor time in hundredths of a second on every machine that Node supports. */
const TICK_MS = 10

/** Processor time of a process so far in ms, without its ended children. */
export function processorMs(pid: number): number {
  return sumOf(statOf(pid), [11, 12])
}

/** The same for the embedded database of a DATA_DIR, including its ended child processes. */
export function databaseMs(dataDir: string): number {
  const [server = 0, ...children] = databaseProcesses(dataDir)
  const ofChild = (pid: number) => {
    try {
      return processorMs(pid)
    } catch {
      return 0 // has ended
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

/** How long a runnable thread has waited for a processor so far, in ms; 0 if the kernel does not count it. */
export function waitedMs(thread: string): number {
  try {
    return Number(readFileSync(`/proc/${thread}/schedstat`, 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}

/** Processor time that other guests of a shared host have taken from this machine so far, in ms. */
export function stolenMs(): number {
  return Number(readFileSync('/proc/stat', 'utf8').split('\n')[0]?.trim().split(/\s+/)[8] ?? 0) * TICK_MS
}

/** Memory in MB, with shared pages divided among their users, so that processes can be added up. */
export function memoryMb(pids: number[]): number {
  return pids.reduce((sum, pid) => sum + kilobytesOf(pid, ['Pss']), 0) / 1024
}

/** A process's private memory in MB, swapped or not, independent of other processes that run the same program. */
export function privateMb(pid: number): number {
  return kilobytesOf(pid, ['Private_Dirty', 'Swap']) / 1024
}

function kilobytesOf(pid: number, kinds: string[]): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return kinds.reduce((sum, kind) => sum + Number(new RegExp(`^${kind}:\\s+(\\d+)`, 'm').exec(rollup)?.[1]), 0)
  } catch {
    return 0 // has ended
  }
}

function sumOf(stat: string[], fields: number[]): number {
  return fields.reduce((sum, field) => sum + Number(stat[field]), 0) * TICK_MS
}

/** The fields of /proc/PID/stat from the state on; the name before them may contain spaces. */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}
