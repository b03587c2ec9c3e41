import type { Id } from '@app/contract/base'
import { useState } from 'react'
import { type NavigateOptions, useNavigate } from 'react-router-dom'
import { showErrorToast } from '../lib/feedback/toasts.ts'
import { joinGroup } from './store.ts'
import { groupUrl } from './urls.ts'

/**
 * Returns whether a request to join the group is pending, and the function that sends one and then opens the group's
 * chat.
 */
export function useJoin(groupId: Id, navigation: NavigateOptions): [boolean, () => void] {
  const navigate = useNavigate()
  const [isPending, setIsPending] = useState(false)
  async function join(): Promise<void> {
    setIsPending(true)
    await joinGroup(groupId).then(() => navigate(groupUrl(groupId), navigation), showErrorToast)
    setIsPending(false)
  }
  return [isPending, () => void join()]
}
