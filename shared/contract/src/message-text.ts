import { MESSAGE_MAX, MESSAGE_MIN } from './limits.ts'
import type { Problem } from './problems.ts'
import { foldText, isStorable, isVisible, withPlainBreaks } from './texts.ts'

/** What is wrong with a message as it was typed, or null. */
export function messageProblem(typed: string): Problem | null {
  if (!isStorable(withPlainBreaks(typed))) return 'text.characters'
  const text = foldText(typed)
  if (text.length < MESSAGE_MIN || !isVisible(text)) return 'message.short'
  return text.length > MESSAGE_MAX ? 'message.long' : null
}
