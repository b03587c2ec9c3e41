import { join } from 'node:path'
import { bin, root } from '../infra/places.mjs'
import { freePort } from '../infra/ports.mjs'
import { greet, prepare } from './prepare.mjs'
import { step, tellFrom } from './say.mjs'
import { keepRunning } from './services.mjs'
import { startServices } from './three-services.mjs'

/** @param {number} port */
export async function develop(port) {
  const gatewayPort = await freePort()
  const stack = await prepare({ publicPort: port, gatewayPort, tasks: ['build:scripts'] })
  const ears = { say: console.error, hear: tellFrom({ from: 40, others: true }) }
  await step('Gateway, hub and worker', () => startServices({ ...stack, program: watched }, ears))
  await step('Pages', () => keepRunning(pages(stack, port), ears))
  greet(stack, `http://localhost:${gatewayPort}`)
}

/** @param {string} name */
const watched = (name) => {
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
const pages = ({ stateDir, env }, port) => ({
  name: 'pages',
  command: bin('vite'),
  args: ['--port', String(port), '--strictPort', '--host', env.HOST || '127.0.0.1'],
  cwd: join(root, 'web'),
  env: { GATEWAY_URL: `http://127.0.0.1:${env.PORT}` },
  readyUrl: `http://127.0.0.1:${port}/`,
  logFile: join(stateDir, 'logs/pages.log'),
})
