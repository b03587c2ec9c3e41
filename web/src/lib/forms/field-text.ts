import { PROBLEMS, translateProblem } from '@app/contract/text/problems'
import { useLanguage } from '../text/language.ts'

type FieldError = { message?: string } | undefined

/** Returns the text of a field error: the interface's own text for a known problem, else the server's sentence. */
export function useFieldText(): (error: FieldError) => string | undefined {
  const language = useLanguage()
  return (error) => {
    const message = error?.message
    return message && Object.hasOwn(PROBLEMS, message) ? translateProblem(message, language) : message || undefined
  }
}
