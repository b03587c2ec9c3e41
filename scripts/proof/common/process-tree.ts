import { readFileSync } from 'node:fs'
import { run } from '../../child-process.mjs'

/**
 * The CPU time of a process and its descendants since they started, and their memory. Each page is divided among all
 * processes that share it (PSS).
 */
export type Usage = { cpuSeconds: number; memoryBytes: number }

const TICKS_PER_SECOND = 100

/** Returns the CPU ticks of a process and of its descendants that have exited. */
function readCpuTicks(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const ticks = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number)
  return ticks.reduce((sum, part) => sum + part, 0)
}

function readMemory(pid: number): number {
  const kilobytes = /^Pss: +(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
  return Number(kilobytes) * 1_024
}

async function listProcessTree(root: number): Promise<number[]> {
  const { out } = await run('ps', 'ps', ['-A', '-o', 'pid=,ppid='])
  const rows = out
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const listDescendants = (pid: number): number[] => [
    pid,
    ...rows.filter(([, parent]) => parent === pid).flatMap(([child = 0]) => listDescendants(child)),
  ]
  return listDescendants(root)
}

/** Measures a process and its descendants. */
export async function measureProcessTree(root: number): Promise<Usage> {
  if (process.platform !== 'linux') throw new Error('Process trees can only be measured on Linux.')
  const usage: Usage = { cpuSeconds: 0, memoryBytes: 0 }
  for (const pid of await listProcessTree(root)) {
    try {
      usage.cpuSeconds += readCpuTicks(pid) / TICKS_PER_SECOND
      usage.memoryBytes += readMemory(pid)
    } catch {
      // The process has exited; the next measurement counts its CPU time with its parent's.
    }
  }
  return usage
}
