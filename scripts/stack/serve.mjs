import { greet, prepare } from './prepare.mjs'
import { step, tellFrom } from './say.mjs'
import { startServices } from './three-services.mjs'

/** @param {number} port */
export async function serve(port) {
  const stack = await prepare({ publicPort: port, gatewayPort: port, tasks: ['build', 'build:scripts'] })
  const ears = { say: console.error, hear: tellFrom({ from: 50, others: false }) }
  await step('Gateway, hub and worker', () => startServices(stack, ears))
  greet(stack, stack.publicUrl)
}
