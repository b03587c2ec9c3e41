import type { VerificationAction } from '@app/contract/members/verifications'
import { useState } from 'react'
import { watchForFocusLoss } from '../lib/navigation/focus-loss.ts'
import { performAction } from './store.ts'

type Running = {
  /** The action in progress, until it is done and the lists are reloaded. */
  current: VerificationAction | null
  busy: boolean
  run: (...parameters: Parameters<typeof performAction>) => Promise<void>
}

/** Returns a function that performs an action, and keeps the focus on the page if that removes the pressed button. */
export function useVerificationAction(): Running {
  const [current, setCurrent] = useState<VerificationAction | null>(null)
  const run = async (...parameters: Parameters<typeof performAction>) => {
    setCurrent(parameters[0].action)
    if (document.activeElement) watchForFocusLoss(document.activeElement)
    await performAction(...parameters).finally(() => setCurrent(null))
  }
  return { current, busy: current !== null, run }
}
