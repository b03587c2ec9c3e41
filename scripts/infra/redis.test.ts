import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { stopChild } from '../child-process.mjs'
import * as ports from './ports.mjs'
import { readProcessId, startRedis } from './redis.mjs'

test('Redis takes another port if the first one is in use', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'salong-redis-'))
  const otherServer = createServer((socket) => socket.end('-ERR I am no Redis\r\n'))
  const takenPort = await ports.findFreePort()
  await new Promise<void>((resolve) => otherServer.listen(takenPort, '127.0.0.1', resolve))
  const findPort = vi.spyOn(ports, 'findFreePort').mockResolvedValueOnce(takenPort)
  const { url, child } = await startRedis(folder, { settings: [] })
  onTestFinished(async () => {
    findPort.mockRestore()
    otherServer.close()
    if (child) await stopChild(child)
    rmSync(folder, { recursive: true })
  })
  expect(findPort).toHaveBeenCalledTimes(2)
  expect(new URL(url).port).not.toBe(String(takenPort))
  expect(await readProcessId(url)).toMatch(/^\d+$/)
})
