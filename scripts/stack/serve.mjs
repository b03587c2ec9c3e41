import { prepare, printSummary } from './prepare.mjs'
import { createLogPrinter, LOG_LEVELS, step } from './progress.mjs'
import { startServices } from './start-services.mjs'

/**
 * Builds and starts everything, and prints its URL.
 * @param {number} port
 */
export async function serve(port) {
  const stack = await prepare({ publicPort: port, gatewayPort: port, tasks: ['build', 'build:scripts'] })
  const output = {
    log: console.error,
    onLine: createLogPrinter({ minLevel: LOG_LEVELS.error, includesUnparsed: false }),
  }
  await step('Gateway, hub and worker', () => startServices(stack, output))
  printSummary(stack, stack.publicUrl)
}
