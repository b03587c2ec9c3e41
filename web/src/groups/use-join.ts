import type { Id } from '@app/contract/base'
import { useState } from 'react'
import { showErrorToast } from '../lib/feedback/toasts.ts'
import { focusHeading } from '../lib/navigation/focus-heading.ts'
import { joinGroup } from './store.ts'

/** Returns whether a request to join the group is pending, and the function that sends one. */
export function useJoin(groupId: Id): [boolean, () => void] {
  const [isPending, setPending] = useState(false)
  async function join(): Promise<void> {
    setPending(true)
    await joinGroup(groupId).then(focusHeading, showErrorToast)
    setPending(false)
  }
  return [isPending, () => void join()]
}
