import { stopAllChildren } from '../child-process.mjs'
import { startE2eStack } from './e2e-stack.mjs'

/** Uses the stack that `npm test` has started; Playwright on its own starts the same one. */
export default async function setup() {
  if (process.env.E2E_URL) return undefined
  Object.assign(process.env, await startE2eStack())
  return stopAllChildren
}
