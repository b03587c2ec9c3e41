import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { run } from '../../child-process.mjs'
import { whileSuspended } from './suspended.ts'

test('suspends the process while the function runs, and resumes it even if the function fails', async () => {
  const child = spawn(process.execPath, ['-e', 'console.log("ready"); setInterval(() => {}, 1_000)'])
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  const isStopped = async () => (await run('ps', 'ps', ['-o', 'stat=', '-p', String(child.pid)])).out.startsWith('T')
  const failing = whileSuspended(child.pid!, async () => {
    await expect.poll(isStopped).toBe(true)
    throw new Error('failed')
  })
  await expect(failing).rejects.toThrow('failed')
  await expect.poll(isStopped).toBe(false)
})
