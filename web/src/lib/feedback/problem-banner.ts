import { create } from 'zustand'
import { ApiError } from '../http/api-error.ts'

/**
 * The remedy for a problem: correcting the marked input, sending the form again, or reloading the page. `none`: the
 * message itself names the remedy, and nothing has gone wrong.
 */
export type Remedy = 'correct' | 'resend' | 'reload' | 'none'

/** The messages in the error banner. A field's error is also shown at the field. */
export const useProblems = create<{ messages: readonly string[]; remedy: Remedy }>(() => ({
  messages: [],
  remedy: 'reload',
}))

export const showProblems = (messages: readonly string[], remedy: Remedy): void =>
  useProblems.setState({ messages: [...new Set(messages)], remedy })

export const clearProblems = (): void => useProblems.setState({ messages: [] })

const isMeasure = ({ code }: ApiError): boolean => code === 'RESTRICTED' || code === 'SUSPENDED'

/**
 * Shows a failed request in the banner: the errors of the invalid fields, else the message. Errors of an ended session
 * are not for the next member on the device. Rethrows other errors.
 */
export function showError(error: unknown, remedy: Remedy = 'reload'): void {
  if (!(error instanceof ApiError)) throw error
  if (error.isFromEndedSession) return
  const { fields, message } = error
  const messages = fields.length > 0 ? fields.map((field) => field.message) : [message]
  showProblems(messages, isMeasure(error) ? 'none' : remedy)
}
