import type { FailedJobs, Operations, OperationsRange, RetryJobs } from '@app/contract/operations'
import { create } from 'zustand'
import { showErrorToast, showToast } from '../lib/feedback/toasts.ts'
import { isApiError } from '../lib/http/api-error.ts'
import { failed, type Loadable, loaded, loading, notStarted } from '../lib/http/loadable.ts'
import { getSession, useSessionState } from '../lib/http/session.ts'
import { textsNow } from '../lib/text/texts.ts'
import { getFailedJobs, getOperations, postRetry } from './api.ts'
import { operationsTexts } from './texts.ts'

export type Figures = { range: OperationsRange; operations: Operations }

type OperationsState = {
  figures: Loadable<Figures>
  failedJobs: Loadable<FailedJobs>
  /** The number of change pushes; views reload their figures when it grows. */
  changes: number
}

const EMPTY: OperationsState = { figures: notStarted, failedJobs: notStarted, changes: 0 }

export const useOperations = create<OperationsState>(() => EMPTY)

useSessionState.subscribe(({ session }, before) => {
  if (session?.sessionId !== before.session?.sessionId) useOperations.setState(EMPTY)
})

export const onOperationsChanged = (): void => useOperations.setState(({ changes }) => ({ changes: changes + 1 }))

/** Increments with every request, so that responses to earlier requests are dropped. */
const lastRequestIds = { figures: 0, failedJobs: 0 }

async function loadInto<Name extends 'figures' | 'failedJobs', Data>(
  name: Name,
  ask: () => Promise<Data>,
  apply: (change: (before: Loadable<Data>) => Loadable<Data>) => void,
): Promise<void> {
  lastRequestIds[name] += 1
  const [requestId, login] = [lastRequestIds[name], getSession()?.sessionId]
  const isCurrent = () => requestId === lastRequestIds[name] && getSession()?.sessionId === login
  apply(loading)
  await ask().then(
    (data) => isCurrent() && apply(() => loaded(data)),
    (error: unknown) => isCurrent() && apply((before) => failed(before, error)),
  )
}

export const loadFigures = (range: OperationsRange): Promise<void> =>
  loadInto(
    'figures',
    async () => ({ range, operations: await getOperations(range) }),
    (change) => useOperations.setState(({ figures }) => ({ figures: change(figures) })),
  )

export const loadFailedJobs = (): Promise<void> =>
  loadInto('failedJobs', getFailedJobs, (change) =>
    useOperations.setState(({ failedJobs }) => ({ failedJobs: change(failedJobs) })),
  )

/**
 * Retries failed jobs and shows the result. Jobs that another admin has already retried count as success. Reloads the
 * list in every case.
 */
export async function retryJobs(jobs: RetryJobs): Promise<boolean> {
  const t = textsNow(operationsTexts)
  try {
    const { retried } = await postRetry(jobs)
    showToast({ text: retried > 0 ? t('jobs.retried', { count: retried }) : t('jobs.gone') })
    return true
  } catch (error) {
    const removed = isApiError(error, 'NOT_FOUND')
    if (removed) showToast({ text: t('jobs.gone') })
    else showErrorToast(error)
    return removed
  } finally {
    onOperationsChanged()
  }
}
