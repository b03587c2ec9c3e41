import { useState } from 'react'
import { performAction } from './store.ts'

/** Runs one action at a time; `busy` is true until the lists are reloaded. */
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
