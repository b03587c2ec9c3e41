import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { freePort } from '../infra/ports.mjs'
import { unleashAll } from '../leash.mjs'
import { keepRunning } from './services.mjs'

const folder = mkdtempSync(join(tmpdir(), 'salong-services-'))
afterAll(async () => {
  await unleashAll()
  rmSync(folder, { recursive: true })
})

async function aService(program: string) {
  const port = await freePort()
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

test('a service that ends is started again, and both is said', async () => {
  const service = await aService(`
    require('node:http')
      .createServer((request, answer) => (request.url === '/end' ? process.exit(7) : answer.end()))
      .listen(process.env.PORT, '127.0.0.1')`)
  const said: string[] = []
  await keepRunning(service, { say: (message) => said.push(message) })
  await fetch(service.readyUrl.replace('/ready', '/end')).catch(() => {})
  await vi.waitFor(() => expect(said.at(-1)).toBe('gateway is back.'), { timeout: 10_000 })
  expect(said[0]).toContain('gateway has ended by itself (7)')
  expect((await fetch(service.readyUrl)).ok).toBe(true)
})

test('a service that cannot start gives its reason', async () => {
  const service = await aService(`console.error('The configuration is not usable.'); process.exit(1)`)
  await expect(keepRunning(service, { say: () => {} })).rejects.toThrow(/gateway does not start[\s\S]*not usable/)
})
