import { create } from 'zustand'
import { ApiError } from './api-error.ts'

/** What the error banner lists. Never the only sign of a field's problem: the field says it too. */
/** The remedy for a problem: correcting the input, or reloading the page. */
type Remedy = 'correct' | 'reload'

export const useProblems = create<{ messages: readonly string[]; remedy: Remedy }>(() => ({
  messages: [],
  remedy: 'reload',
}))

export const showProblems = (messages: readonly string[], remedy: Remedy): void =>
  useProblems.setState({ messages: [...new Set(messages)], remedy })

export const clearProblems = (): void => useProblems.setState({ messages: [] })

/** Lists what a failed call says: each broken field, else the message. */
export function showError(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
  const { fields, message } = error
  const messages = fields.length > 0 ? fields.map((field) => field.message) : [message]
  showProblems(messages, fields.length > 0 ? 'correct' : 'reload')
}
