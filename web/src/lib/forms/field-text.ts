import { isProblem, translateProblem } from '@app/contract/text/problems'
import { useLanguage } from '../text/language.ts'

/** Returns the text of a field error: the interface's own text for a known problem, else the server's sentence. */
export function useFieldText(): (message: string | undefined) => string | undefined {
  const language = useLanguage()
  return (message) => (message && isProblem(message) ? translateProblem(message, language) : message || undefined)
}
