import { join } from 'node:path'
import { root } from '../infra/paths.mjs'
import { serviceArguments } from './service-arguments.mjs'
import { supervise } from './services.mjs'

const ALL_INTERFACES = ['0.0.0.0', '::']
const NAMES = /** @type {const} */ (['gateway', 'hub', 'worker'])

/**
 * Starts gateway, hub and worker and supervises them.
 * @param {object} stack
 * @param {string} stack.stateDir
 * @param {Record<string, string | undefined>} stack.env
 * @param {Record<string, string>} [stack.workerEnv] additional settings of the worker
 * @param {(name: string) => { command: string, args: string[] }} [stack.program]
 * @param {import('./services.mjs').ServiceOutput} output
 * @returns {Promise<void>} resolves when all three are ready
 */
export async function startServices({ stateDir, env, workerEnv, program = bundledProgram }, output) {
  /** @type {Record<typeof NAMES[number], string | undefined>} */
  const ports = { gateway: env.PORT, hub: env.HUB_PORT, worker: env.WORKER_PORT }
  const host = !env.HOST || ALL_INTERFACES.includes(env.HOST) ? '127.0.0.1' : env.HOST
  // Only the gateway is reachable from other machines.
  const internalEnv = { ...env, HOST: '127.0.0.1' }
  const environments = { gateway: env, hub: internalEnv, worker: { ...internalEnv, ...workerEnv } }
  const start = (/** @type {typeof NAMES[number]} */ name) =>
    supervise(
      {
        name,
        ...program(name),
        cwd: root,
        env: environments[name],
        readyUrl: `http://${name === 'gateway' ? host : '127.0.0.1'}:${ports[name]}/ready`,
        logFile: join(stateDir, 'logs', `${name}.log`),
      },
      output,
    )
  await Promise.all(NAMES.map(start))
}

/** @param {string} name */
const bundledProgram = (name) => ({
  command: process.execPath,
  args: serviceArguments(name),
})
