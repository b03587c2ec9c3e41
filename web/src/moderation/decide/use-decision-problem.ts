import { useState } from 'react'
import { ApiError, describeError } from '../../lib/http/api-error.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { reloadCase } from '../case/open-case.ts'
import { decideTexts } from './decide-texts.ts'

/**
 * Returns the text of a rejected request about the open case, and the function that stores it. A case that has changed
 * meanwhile is loaded again.
 */
export function useDecisionProblem(): { problem: string | null; report: (error: unknown) => void } {
  const t = useTexts(decideTexts)
  const [problem, setProblem] = useState<string | null>(null)
  function report(error: unknown): void {
    if (error !== null && !(error instanceof ApiError)) throw error
    const isStale = error?.code === 'CONFLICT'
    setProblem(isStale ? t('stale') : error && describeError(error))
    if (isStale) void reloadCase()
  }
  return { problem, report }
}
