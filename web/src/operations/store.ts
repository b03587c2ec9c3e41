import type { FailedJobs, Operations, OperationsRange, RetryJobs } from '@app/contract/operations'
import { create } from 'zustand'
import { isApiError } from '../lib/api-error.ts'
import { failed, type Loadable, loaded, loading, notStarted } from '../lib/loadable.ts'
import { getSession, useSessionState } from '../lib/session.ts'
import { textsNow } from '../lib/texts.ts'
import { showErrorToast, showToast } from '../lib/toasts.ts'
import { getFailedJobs, getOperations, postRetry } from './api.ts'
import { operationsTexts } from './texts.ts'

export type Figures = { range: OperationsRange; operations: Operations }

type OperationsState = {
  figures: Loadable<Figures>
  failedJobs: Loadable<FailedJobs>
  /** How often something new was heard of. Whoever shows figures asks for them anew then. */
  changes: number
}

const EMPTY: OperationsState = { figures: notStarted, failedJobs: notStarted, changes: 0 }

export const useOperations = create<OperationsState>(() => EMPTY)

useSessionState.subscribe(({ session }, before) => {
  if (session?.sessionId !== before.session?.sessionId) useOperations.setState(EMPTY)
})

export const onOperationsChanged = (): void => useOperations.setState(({ changes }) => ({ changes: changes + 1 }))

/** Whatever is asked for later makes an answer that comes after it worthless. */
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

/** Says what came of it. What somebody else has tried again meanwhile is as good as done. The list is right afterwards. */
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
