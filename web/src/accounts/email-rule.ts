import { isEmail } from '@app/contract/emails'
import { translateProblem } from '@app/contract/problems'
import { useLanguage } from '../lib/language.ts'

export function useEmailRule(): (email: string) => string | null {
  const language = useLanguage()
  return (email) => (isEmail(email) ? null : translateProblem('email.invalid', language))
}
