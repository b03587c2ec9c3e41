import type { FailedJobs, Operations, OperationsRange, RetriedJobs, RetryJobs } from '@app/contract/operations'
import { get, post } from '../lib/http/http.ts'

export const getOperations = (range: OperationsRange): Promise<Operations> => get('operations', { range })
export const getFailedJobs = (): Promise<FailedJobs> => get('operations/failed-jobs')
export const postRetry = (jobs: RetryJobs): Promise<RetriedJobs> => post('operations/failed-jobs/retry', jobs)
