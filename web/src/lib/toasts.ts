import { create } from 'zustand'
import { ApiError, wordsOf } from './api-error.ts'
import { useSessionState } from './session.ts'

export type Toast = { id: number; text: string; action?: { label: string; run: () => void } }

let lastId = 0

/** The queue of toasts; the first one is on show. */
export const useToasts = create<{ queue: readonly Toast[] }>(() => ({ queue: [] }))

// They name whom they are about: not for the next one on this device.
useSessionState.subscribe(({ ending }) => {
  if (ending && ending !== 'endedElsewhere') useToasts.setState({ queue: [] })
})

export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1
  const id = lastId
  useToasts.setState(({ queue }) => ({ queue: [...queue, { ...toast, id }] }))
}

export const dismissToast = (id: number): void =>
  useToasts.setState(({ queue }) => ({ queue: queue.filter((toast) => toast.id !== id) }))

/** What a refused act says, where there is no place of its own for it. */
export function showErrorToast(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
  showToast({ text: wordsOf(error) })
}
