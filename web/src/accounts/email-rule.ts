import { isEmail } from '@app/contract/text/emails'
import { translateProblem } from '@app/contract/text/problems'
import { useLanguage } from '../lib/text/language.ts'

export function useEmailRule(): (email: string) => string | null {
  const language = useLanguage()
  return (email) => (isEmail(email) ? null : translateProblem('email.invalid', language))
}
