import { readFileSync } from 'node:fs'
import { run } from '../child-process.mjs'

/** What a process and those below it take: processor time since they began, and memory now, shared pages counted once. */
export type Usage = { cpuSeconds: number; residentBytes: number }

const TICKS_PER_SECOND = 100

/** Processor time of a process, and of those below it which have ended. */
function cpuTicks(pid: number): number {
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
  const descendantsOf = (pid: number): number[] => [
    pid,
    ...rows.filter(([, parent]) => parent === pid).flatMap(([child = 0]) => descendantsOf(child)),
  ]
  return descendantsOf(root)
}

export async function measureProcessTree(root: number): Promise<Usage> {
  if (process.platform !== 'linux') throw new Error('What a process takes is told by Linux only.')
  const usage: Usage = { cpuSeconds: 0, residentBytes: 0 }
  for (const pid of await listProcessTree(root)) {
    try {
      usage.cpuSeconds += cpuTicks(pid) / TICKS_PER_SECOND
      usage.residentBytes += readMemory(pid)
    } catch {
      // It has ended meanwhile, and stands with its parent the next time.
    }
  }
  return usage
}
