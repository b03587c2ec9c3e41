import { PROBLEMS, translateProblem } from '@app/contract/problems'
import { useLanguage } from './language.ts'

type FieldError = { message?: string } | undefined

/** What a field says: our own words for a problem that the contract names, else the server's sentence as it came. */
export function useFieldText(): (error: FieldError) => string | undefined {
  const language = useLanguage()
  return (error) => {
    const message = error?.message
    return message && Object.hasOwn(PROBLEMS, message) ? translateProblem(message, language) : message || undefined
  }
}
