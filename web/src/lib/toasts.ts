import { create } from 'zustand'

export type Toast = { id: number; text: string; action?: { label: string; run: () => void } }

let lastId = 0

/** The queue of toasts; the first one is on show. */
export const useToasts = create<{ queue: readonly Toast[] }>(() => ({ queue: [] }))

export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1
  const id = lastId
  useToasts.setState(({ queue }) => ({ queue: [...queue, { ...toast, id }] }))
}

export const dismissToast = (id: number): void =>
  useToasts.setState(({ queue }) => ({ queue: queue.filter((toast) => toast.id !== id) }))
