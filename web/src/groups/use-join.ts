import type { Id } from '@app/contract/base'
import { useState } from 'react'
import { showErrorToast } from '../lib/feedback/toasts.ts'
import { focusHeading } from '../lib/navigation/focus-heading.ts'
import { joinGroup } from './store.ts'

/** Returns whether a request to join the group is pending, and the function that sends one. */
export function useJoin(groupId: Id): [boolean, () => void] {
  const [isPending, setIsPending] = useState(false)
  async function join(): Promise<void> {
    setIsPending(true)
    await joinGroup(groupId).then(focusHeading, showErrorToast)
    setIsPending(false)
  }
  return [isPending, () => void join()]
}
