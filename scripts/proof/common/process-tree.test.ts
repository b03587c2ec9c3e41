import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterTest } from '@app/server/testing/context'
import { expect, test } from 'vitest'
import { measureProcessTree } from './process-tree.ts'

/** Takes about a second in a slow shell and a tenth of a second in a fast one. */
const WORK = 'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done'

test('the CPU time of a process includes that of exited descendants', async () => {
  const child = spawn('sh', ['-c', 'sh -c "$1"; true', 'outer', `sh -c '${WORK}'; echo done; read line`])
  afterTest(async () => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  const { cpuSeconds, memoryBytes } = await measureProcessTree(Number(child.pid))
  expect(cpuSeconds).toBeGreaterThanOrEqual(0.03)
  expect(memoryBytes).toBeGreaterThan(0)
  child.stdin.end()
})
