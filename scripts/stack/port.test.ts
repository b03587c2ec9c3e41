import { createServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../infra/ports.mjs'
import { publicPort } from './port.mjs'

test('the error for a port in use has a command that works', async () => {
  const takenPort = await freePort()
  const foreign = createServer()
  await new Promise<void>((resolve) => foreign.listen(takenPort, '127.0.0.1', resolve))
  onTestFinished(() => void foreign.close())
  vi.stubEnv('PORT', String(takenPort))
  await expect(publicPort()).rejects.toThrow(new RegExp(`Port ${takenPort} is taken .* PORT=\\d+ npm start`))
})

test('rejects an invalid port', async () => {
  vi.stubEnv('PORT', 'eighty')
  await expect(publicPort()).rejects.toThrow('PORT has to be a number from 1 to 65535')
})
