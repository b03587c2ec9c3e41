import { stopAllChildren } from '../child-process.mjs'
import { startE2eStack } from './e2e-stack.mjs'

/** What `npm test` has started is used; Playwright on its own starts the same. */
export default async function setup() {
  if (process.env.E2E_URL) return undefined
  Object.assign(process.env, await startE2eStack())
  return stopAllChildren
}
