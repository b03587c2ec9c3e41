import { createServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findFreePort } from '../infra/ports.mjs'
import { choosePublicPort } from './port.mjs'

test.each([
  ['start', 'npm start'],
  ['dev', 'npm run dev'],
])('the error for a port in use suggests the running command, %s, with another port', async (script, command) => {
  const takenPort = await findFreePort()
  const otherServer = createServer()
  await new Promise<void>((resolve) => otherServer.listen(takenPort, '127.0.0.1', resolve))
  onTestFinished(() => void otherServer.close())
  vi.stubEnv('PORT', String(takenPort))
  vi.stubEnv('npm_lifecycle_event', script)
  await expect(choosePublicPort()).rejects.toThrow(new RegExp(`Port ${takenPort} is taken .* PORT=\\d+ ${command}$`))
})

test('rejects an invalid port', async () => {
  vi.stubEnv('PORT', 'eighty')
  await expect(choosePublicPort()).rejects.toThrow('PORT has to be a number from 1 to 65535')
})
