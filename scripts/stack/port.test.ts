import { createServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findFreePort } from '../infra/ports.mjs'
import { choosePublicPort } from './port.mjs'

test('the error for a port in use suggests a command with another port', async () => {
  const takenPort = await findFreePort()
  const otherServer = createServer()
  await new Promise<void>((resolve) => otherServer.listen(takenPort, '127.0.0.1', resolve))
  onTestFinished(() => void otherServer.close())
  vi.stubEnv('PORT', String(takenPort))
  await expect(choosePublicPort()).rejects.toThrow(new RegExp(`Port ${takenPort} is taken .* PORT=\\d+ npm start`))
})

test('rejects an invalid port', async () => {
  vi.stubEnv('PORT', 'eighty')
  await expect(choosePublicPort()).rejects.toThrow('PORT has to be a number from 1 to 65535')
})
