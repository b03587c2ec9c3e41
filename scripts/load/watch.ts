import { readFileSync } from 'node:fs'
import { run } from '../leash.mjs'

/** What a part of the stack has used: seconds of the processor since it started, and bytes of memory now. Linux tells. */
export type Use = { cpuSeconds: number; bytes: number }
export type Uses = Map<string, Use>

const TICKS_PER_SECOND = 100

async function childrenByParent(): Promise<Map<number, number[]>> {
  const { out } = await run('ps', 'ps', ['-A', '-o', 'pid=,ppid='])
  const children = new Map<number, number[]>()
  for (const line of out.split('\n')) {
    const [pid = 0, parent = 0] = line.trim().split(/\s+/).map(Number)
    children.set(parent, [...(children.get(parent) ?? []), pid])
  }
  return children
}

const readOr = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // It has just ended.
  }
}

function useOf(pid: number): Use {
  // The name in brackets may hold spaces.
  const times = readOr(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? []
  const kilobytes = /^Pss:\s+(\d+)/m.exec(readOr(`/proc/${pid}/smaps_rollup`))?.[1]
  return {
    cpuSeconds: (Number(times[11] ?? 0) + Number(times[12] ?? 0)) / TICKS_PER_SECOND,
    bytes: Number(kilobytes ?? 0) * 1_024,
  }
}

/** Of each of these processes with all that it has started; memory that several share is split among them. */
export async function readUses(parts: Map<string, number>): Promise<Uses> {
  const children = await childrenByParent()
  const family = (pid: number): number[] => [pid, ...(children.get(pid) ?? []).flatMap(family)]
  const total = (pid: number): Use =>
    family(pid)
      .map(useOf)
      .reduce((sum, use) => ({ cpuSeconds: sum.cpuSeconds + use.cpuSeconds, bytes: sum.bytes + use.bytes }))
  return new Map([...parts].map(([name, pid]) => [name, total(pid)]))
}

/** How much of one core each part has used between two looks. */
export const coresBetween = (before: Uses, after: Uses, seconds: number): Map<string, number> =>
  new Map(
    [...after].map(([name, { cpuSeconds }]) => [name, (cpuSeconds - (before.get(name)?.cpuSeconds ?? 0)) / seconds]),
  )
