import { create } from 'zustand'
import { ApiError, describeError } from '../http/api-error.ts'
import { useSessionState } from '../http/session.ts'

export type Toast = { id: number; text: string; action?: { label: string; run: () => void } }

let lastId = 0

/** The queue of toasts; the first one is visible. */
export const useToasts = create<{ queue: readonly Toast[] }>(() => ({ queue: [] }))

// Toasts may name members, so they do not survive the end of a session.
useSessionState.subscribe(({ session }, previous) => {
  if (previous.session && session?.sessionId !== previous.session.sessionId) useToasts.setState({ queue: [] })
})

/** Queues a toast. Returns its id, to dismiss it once it no longer applies. */
export function showToast(toast: Omit<Toast, 'id'>): number {
  lastId += 1
  const id = lastId
  useToasts.setState(({ queue }) => ({ queue: [...queue, { ...toast, id }] }))
  return id
}

export const dismissToast = (id: number): void =>
  useToasts.setState(({ queue }) => ({ queue: queue.filter((toast) => toast.id !== id) }))

/**
 * Shows the error of a failed action that nothing else in the interface shows. Restrictions have a toast of their own,
 * with a link to the decision. Errors of an ended session are not for the next member on the device. Rethrows errors
 * other than ApiError.
 */
export function showErrorToast(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
  if (error.code !== 'RESTRICTED' && !error.isFromEndedSession) showToast({ text: describeError(error) })
}
