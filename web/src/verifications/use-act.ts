import { useState } from 'react'
import { act } from './store.ts'

/** Runs one action at a time; `busy` until the lists are reloaded. */
export function useAct(): { busy: boolean; run: (...what: Parameters<typeof act>) => Promise<void> } {
  const [busy, setBusy] = useState(false)
  const run = async (...what: Parameters<typeof act>) => {
    setBusy(true)
    await act(...what).finally(() => setBusy(false))
  }
  return { busy, run }
}
