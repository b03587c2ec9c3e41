import { FailedJobs, Operations, OperationsQuery, RetriedJobs, RetryJobs } from '@app/contract/operations'
import type { App } from '../http/app.ts'
import { largeResponseSerializer } from '../http/large-responses.ts'
import { listFailedJobs, readOperations, retryJobs } from './actions.ts'

export function registerOperations(app: App): void {
  app.get(
    '/operations',
    {
      config: { policy: 'operations.read' },
      schema: { querystring: OperationsQuery, response: { 200: Operations } },
      serializerCompiler: largeResponseSerializer,
    },
    (req) => readOperations(req.ctx, req.query.range),
  )
  app.get(
    '/operations/failed-jobs',
    { config: { policy: 'operations.read' }, schema: { response: { 200: FailedJobs } } },
    (req) => listFailedJobs(req.ctx),
  )
  app.post(
    '/operations/failed-jobs/retry',
    { config: { policy: 'operations.retry' }, schema: { body: RetryJobs, response: { 200: RetriedJobs } } },
    (req) => retryJobs(req.ctx, req.body),
  )
}
