import { setTimeout } from 'node:timers/promises'
import { transact } from '@app/server/delivery/transact'
import { UnrecoverableError } from 'bullmq'
import type { WorkerCtx } from '../context.ts'
import { countMail } from '../metrics.ts'
import type { Outcome } from './mail.ts'
import { type Prepared, prepareMail } from './prepare-mail.ts'
import { endMail, findMail, insertDeadAddress } from './queries.ts'
import { renderMail } from './render-mail.ts'

const BACKOFFS_MS = [250, 500, 1_000, 2_000, 4_000]

/** Retries work that records a result, so that a short database outage does not cause an email to be sent twice. */
export async function retry(work: () => Promise<unknown>): Promise<void> {
  for (const backoffMs of BACKOFFS_MS) {
    try {
      await work()
      return
    } catch {
      await setTimeout(backoffMs)
    }
  }
  await work()
}

const recordOutcome = (
  ctx: WorkerCtx,
  { mailId, to }: Prepared,
  outcome: Extract<Outcome, { result: 'TAKEN' | 'REFUSED' }>,
) =>
  transact(ctx, async (tx) => {
    await endMail(tx.db, mailId, outcome.result === 'TAKEN' ? 'SENT' : 'REFUSED', tx.now())
    if (outcome.result === 'REFUSED' && outcome.deadAddress) await insertDeadAddress(tx.db, to, tx.now())
  })

/** Sends one email unless it is not due, not wanted or already sent. Idempotent. */
export async function sendMail(ctx: WorkerCtx, { mailId }: { mailId: string }): Promise<void> {
  const prepared = await transact(ctx, (tx) => prepareMail(tx, ctx.config, mailId))
  if (!prepared) {
    if (!(await findMail(ctx.db, mailId))) throw new UnrecoverableError('there is no such mail')
    return
  }
  const outcome = await ctx.transport.send({ to: prepared.to, ...(await renderMail(prepared.content)) })
  countMail(ctx, prepared.kind, outcome)
  if (outcome.result !== 'TAKEN') ctx.log.warn({ mailId, ...outcome }, 'the mail server did not accept an email')
  if (outcome.result === 'TAKEN' || outcome.result === 'REFUSED')
    await retry(() => recordOutcome(ctx, prepared, outcome))
}
