import { MESSAGE_MAX, MESSAGE_MIN } from '../limits.ts'
import { isStorable, isVisible, normalizeLineBreaks, normalizeText } from './normalize.ts'
import type { Problem } from './problems.ts'

/** Returns the problem of a message as typed, or null. */
export function findMessageProblem(typed: string): Problem | null {
  if (!isStorable(normalizeLineBreaks(typed))) return 'text.characters'
  const text = normalizeText(typed)
  if (text.length < MESSAGE_MIN || !isVisible(text)) return 'message.short'
  return text.length > MESSAGE_MAX ? 'message.long' : null
}
