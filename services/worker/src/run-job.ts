import { JOBS, type JobName } from '@app/server/delivery/jobs'
import { parseRequestId } from '@app/server/process/request-origin'
import { UnrecoverableError } from 'bullmq'
import type { WorkerCtx } from './context.ts'
import type { Handlers, Payload } from './handlers.ts'

/** A job from Redis, not yet validated. */
type RawJob = { id?: string; name: string; data: unknown }

const isJobName = (name: string): name is JobName => Object.hasOwn(JOBS, name)

/** Adds the id of the originating request to the log lines, pushes and further jobs of a job. */
function createJobContext(ctx: WorkerCtx, { id, name, data }: RawJob): WorkerCtx {
  const requestId = parseRequestId((data as { requestId?: unknown } | null)?.requestId)
  return { ...ctx, requestId, log: ctx.log.child({ jobId: id, job: name, reqId: requestId }) }
}

function runHandler<Name extends JobName>(
  ctx: WorkerCtx,
  handlers: Handlers,
  name: Name,
  data: unknown,
): Promise<void> {
  const payload = JOBS[name].payload.safeParse(data)
  if (!payload.success) throw new UnrecoverableError('the payload is malformed')
  return handlers[name](ctx, payload.data as Payload<Name>)
}

/** Runs one job. Rethrows unexpected errors with only their name, since Redis stores thrown errors. */
export async function runJob(workerCtx: WorkerCtx, handlers: Handlers, job: RawJob): Promise<void> {
  const ctx = createJobContext(workerCtx, job)
  try {
    if (!isJobName(job.name)) throw new UnrecoverableError('unknown job')
    await runHandler(ctx, handlers, job.name, job.data)
    ctx.log.debug('a job has finished')
  } catch (error) {
    ctx.log.error({ err: error }, 'a job failed')
    if (error instanceof UnrecoverableError) throw error
    throw new Error(error instanceof Error ? error.name : 'unknown')
  }
}
