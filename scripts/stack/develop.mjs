import { join } from 'node:path'
import { bin, root } from '../infra/paths.mjs'
import { findFreePort } from '../infra/ports.mjs'
import { prepare, printSummary } from './prepare.mjs'
import { createLogPrinter, LOG_LEVELS, step } from './progress.mjs'
import { supervise } from './services.mjs'
import { startServices } from './start-services.mjs'

/**
 * Starts everything from source, and applies changes to the source immediately.
 * @param {number} port
 */
export async function develop(port) {
  const gatewayPort = await findFreePort()
  const stack = await prepare({ publicPort: port, gatewayPort, tasks: ['build:scripts'] })
  const output = {
    log: console.error,
    onLine: createLogPrinter({ minLevel: LOG_LEVELS.warning, includesUnparsed: true }),
  }
  await step('Gateway, hub and worker', () => startServices({ ...stack, program: watchProgram }, output))
  await step('Web client', () => supervise(webService(stack, port), output))
  printSummary(stack, `http://localhost:${gatewayPort}`)
}

/** @param {string} name */
const watchProgram = (name) => {
  const folder = join(root, 'services', name)
  const args = [
    'watch',
    '--clear-screen=false',
    '--tsconfig',
    join(folder, 'tsconfig.json'),
    join(folder, 'src/main.ts'),
  ]
  return { command: bin('tsx'), args }
}

/**
 * @param {import('./prepare.mjs').Stack} stack
 * @param {number} port
 * @returns {import('./services.mjs').Service}
 */
const webService = ({ stateDir, env }, port) => ({
  name: 'web',
  command: bin('vite'),
  args: ['--port', String(port), '--strictPort', '--host', env.HOST || '127.0.0.1'],
  cwd: join(root, 'web'),
  env: { GATEWAY_URL: `http://127.0.0.1:${env.PORT}` },
  readyUrl: `http://127.0.0.1:${port}/`,
  logFile: join(stateDir, 'logs/web.log'),
})
