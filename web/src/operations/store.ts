import type { FailedJobs, Operations, OperationsRange, RetryJobs } from '@app/contract/operations'
import { create } from 'zustand'
import { showErrorToast, showToast } from '../lib/feedback/toasts.ts'
import { isApiError } from '../lib/http/api-error.ts'
import { failed, type Loadable, loaded, loading, notStarted } from '../lib/http/loadable.ts'
import { getSession, inSession, useSessionState } from '../lib/http/session.ts'
import { getTexts } from '../lib/text/texts.ts'
import { getFailedJobs, getOperations, postRetry } from './api.ts'
import { operationsTexts } from './texts.ts'

export type Metrics = { range: OperationsRange; operations: Operations }

type OperationsState = {
  metrics: Loadable<Metrics>
  failedJobs: Loadable<FailedJobs>
  /** Increments with each push, reconnect, retry and tick of the timer, which makes the page reload its data. */
  changeCount: number
}

const EMPTY: OperationsState = { metrics: notStarted, failedJobs: notStarted, changeCount: 0 }

export const useOperations = create<OperationsState>(() => EMPTY)

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) useOperations.setState(EMPTY)
})

export const onOperationsChanged = (): void =>
  useOperations.setState(({ changeCount }) => ({ changeCount: changeCount + 1 }))

/** Increments with every request, so that responses to earlier requests are dropped. */
const lastRequestIds = { metrics: 0, failedJobs: 0 }

async function loadInto<Name extends 'metrics' | 'failedJobs', Data>(
  name: Name,
  request: () => Promise<Data>,
  apply: (change: (before: Loadable<Data>) => Loadable<Data>) => void,
): Promise<void> {
  lastRequestIds[name] += 1
  const [requestId, sessionId] = [lastRequestIds[name], getSession()?.sessionId]
  const isCurrent = () => requestId === lastRequestIds[name] && getSession()?.sessionId === sessionId
  apply(loading)
  await request().then(
    (data) => isCurrent() && apply(() => loaded(data)),
    (error: unknown) => isCurrent() && apply((previous) => failed(previous, error)),
  )
}

export const loadMetrics = (range: OperationsRange): Promise<void> =>
  loadInto(
    'metrics',
    async () => ({ range, operations: await getOperations(range) }),
    (change) => useOperations.setState(({ metrics }) => ({ metrics: change(metrics) })),
  )

export const loadFailedJobs = (): Promise<void> =>
  loadInto('failedJobs', getFailedJobs, (change) =>
    useOperations.setState(({ failedJobs }) => ({ failedJobs: change(failedJobs) })),
  )

/**
 * Retries failed jobs and reports the result in a toast. Returns whether the retry succeeded; jobs that another admin
 * has already retried count as success. Reloads the data of the page in every case.
 */
export async function retryJobs(jobs: RetryJobs): Promise<boolean> {
  const t = getTexts(operationsTexts)
  const showResult = inSession((text: string) => showToast({ text }))
  const showError = inSession(showErrorToast)
  try {
    const { retried } = await postRetry(jobs)
    showResult(retried > 0 ? t('jobs.retried', { count: retried }) : t('jobs.alreadyRetried'))
    return true
  } catch (error) {
    const isMissing = isApiError(error, 'NOT_FOUND')
    if (isMissing) showResult(t('jobs.alreadyRetried'))
    else showError(error)
    return isMissing
  } finally {
    onOperationsChanged()
  }
}
