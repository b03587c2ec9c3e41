import { MESSAGE_MAX, MESSAGE_MIN } from '../limits.ts'
import { isStorable, isVisible, normalizeText } from './normalize.ts'
import type { Problem } from './problems.ts'

/** Returns the problem of a message as it was typed, before normalization; null if it has none. */
export function findMessageProblem(input: string): Problem | null {
  if (!isStorable(input)) return 'text.characters'
  const text = normalizeText(input)
  if (text.length < MESSAGE_MIN || !isVisible(text)) return 'message.short'
  return text.length > MESSAGE_MAX ? 'message.long' : null
}
