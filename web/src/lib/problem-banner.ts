import { create } from 'zustand'
import { ApiError } from './api-error.ts'

/** What the error banner lists. Never the only sign of a field's problem: the field says it too. */
export const useProblems = create<{ messages: readonly string[] }>(() => ({ messages: [] }))

export const showProblems = (messages: readonly string[]): void =>
  useProblems.setState({ messages: [...new Set(messages)] })

export const clearProblems = (): void => useProblems.setState({ messages: [] })

/** Lists what a failed call says: each broken field, else the message. */
export function showError(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
  showProblems(error.fields.length > 0 ? error.fields.map(({ message }) => message) : [error.message])
}
