import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { onLines, spawnChild } from '../../child-process.mjs'
import { whileSuspended } from './suspended.ts'

test('a suspended process is resumed even if the function fails', async () => {
  const child = spawnChild('echo', process.execPath, ['-e', 'console.log("ready"); setInterval(console.log, 1, "on")'])
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout!, 'data')
  const failing = whileSuspended(child.pid!, () => Promise.reject(new Error('failed')))
  await expect(failing).rejects.toThrow('failed')
  const lines: string[] = []
  onLines(child, (line) => lines.push(line))
  await expect.poll(() => lines.length).toBeGreaterThan(100)
})
