import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { stopAllChildren } from '../child-process.mjs'
import { findFreePort } from '../infra/ports.mjs'
import { supervise } from './services.mjs'

const folder = mkdtempSync(join(tmpdir(), 'salong-services-'))
afterAll(async () => {
  await stopAllChildren()
  rmSync(folder, { recursive: true })
})

async function aService(program: string) {
  const port = await findFreePort()
  return {
    name: 'gateway',
    command: process.execPath,
    args: ['-e', program],
    cwd: folder,
    env: { PORT: String(port) },
    readyUrl: `http://127.0.0.1:${port}/ready`,
    logFile: join(folder, 'gateway.log'),
  }
}

test('restarts a service that exits, and logs both', async () => {
  const service = await aService(`
    require('node:http')
      .createServer((request, response) => (request.url === '/end' ? process.exit(7) : response.end()))
      .listen(process.env.PORT, '127.0.0.1')`)
  const messages: string[] = []
  await supervise(service, { log: (message) => messages.push(message) })
  await fetch(service.readyUrl.replace('/ready', '/end')).catch(() => {})
  await vi.waitFor(() => expect(messages.at(-1)).toBe('gateway is back.'), { timeout: 10_000 })
  expect(messages[0]).toContain('gateway exited unexpectedly with code 7')
  expect((await fetch(service.readyUrl)).ok).toBe(true)
})

test('reports why a service cannot start', async () => {
  const service = await aService(`console.error('The configuration is not usable.'); process.exit(1)`)
  await expect(supervise(service, { log: () => {} })).rejects.toThrow(/gateway failed to start[\s\S]*not usable/)
})
