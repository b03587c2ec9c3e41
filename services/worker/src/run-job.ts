import { JOBS, type JobName } from '@app/server/jobs'
import { UnrecoverableError } from 'bullmq'
import type { WorkerCtx } from './context.ts'
import type { Handlers, Payload } from './handlers.ts'

/** A job as Redis hands it over, which may hold anything. */
type Raw = { id?: string; name: string; data: unknown }

const isJobName = (name: string): name is JobName => Object.hasOwn(JOBS, name)

function run<Name extends JobName>(ctx: WorkerCtx, handlers: Handlers, name: Name, data: unknown): Promise<void> {
  const payload = JOBS[name].payload.safeParse(data)
  if (!payload.success) throw new UnrecoverableError('the payload is malformed')
  return handlers[name](ctx, payload.data as Payload<Name>)
}

/** Runs one job. What it throws is kept in Redis, so an error of any other kind is told there by its kind alone. */
export async function runJob(ctx: WorkerCtx, handlers: Handlers, { id, name, data }: Raw): Promise<void> {
  try {
    if (!isJobName(name)) throw new UnrecoverableError('nobody knows this job')
    await run(ctx, handlers, name, data)
  } catch (error) {
    ctx.log.error({ jobId: id, err: error }, 'a job failed')
    if (error instanceof UnrecoverableError) throw error
    throw new Error(error instanceof Error ? error.name : 'unknown')
  }
}
