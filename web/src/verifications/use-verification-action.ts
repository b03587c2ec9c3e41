import { useState } from 'react'
import { performAction } from './store.ts'

/** Returns a function that performs an action; `busy` is true until it is done and the lists are reloaded. */
export function useVerificationAction(): {
  busy: boolean
  run: (...parameters: Parameters<typeof performAction>) => Promise<void>
} {
  const [busy, setBusy] = useState(false)
  const run = async (...parameters: Parameters<typeof performAction>) => {
    setBusy(true)
    await performAction(...parameters).finally(() => setBusy(false))
  }
  return { busy, run }
}
