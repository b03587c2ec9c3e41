import type { Id } from '@app/contract/base'
import { useSearchParams } from 'react-router-dom'
import { postNextCase } from '../api.ts'
import { caseUrl, QUEUE } from '../case-url.ts'

/** Returns the URL of a case in a series: after its decision, the next case opens. */
export const seriesUrl = (id: Id): string => `${caseUrl(id)}&series=1`

/** Claims the next free case. Returns its URL, or that of the queue if there is none or the request fails. */
const claimNext = (): Promise<string> =>
  postNextCase().then(
    ({ id }) => seriesUrl(id),
    () => QUEUE,
  )

/**
 * Returns a function that finds the URL to open after a decision: that of the next case if the admin works through a
 * series, else that of the queue.
 */
export function useFindNextUrl(): () => Promise<string> {
  const [params] = useSearchParams()
  return async () => (params.get('series') ? claimNext() : QUEUE)
}
