import { translate } from '@app/contract/text/language'
import { SAFETY_PROBLEMS, type SafetyProblem } from '@app/contract/text/safety-problems'
import { useLanguage } from '../text/language.ts'

/**
 * Returns the function that translates the problems of reports, notices, decisions and appeals. Only their forms load
 * these texts.
 */
export function useSafetyProblem(): (problem: SafetyProblem) => string {
  const language = useLanguage()
  return (problem) => translate(SAFETY_PROBLEMS[problem], language)
}
