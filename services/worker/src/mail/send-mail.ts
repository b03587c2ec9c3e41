import { setTimeout } from 'node:timers/promises'
import { transact } from '@app/server/delivery/transact'
import { UnrecoverableError } from 'bullmq'
import type { WorkerCtx } from '../context.ts'
import { countMail } from '../metrics.ts'
import type { Outcome } from './mail.ts'
import { type PreparedMail, prepareMail } from './prepare-mail.ts'
import { finishMail, insertUndeliverableAddress, mailExists } from './queries.ts'
import { renderMail } from './render-mail.ts'

const BACKOFFS_MS = [250, 500, 1_000, 2_000, 4_000]

/** Retries the recording of a result for almost 8 s, so that a short database outage does not cause a second email. */
export async function retryRecording(record: () => Promise<unknown>): Promise<void> {
  for (const backoffMs of BACKOFFS_MS) {
    try {
      await record()
      return
    } catch {
      await setTimeout(backoffMs)
    }
  }
  await record()
}

const recordOutcome = (
  ctx: WorkerCtx,
  { mailId, to }: PreparedMail,
  outcome: Extract<Outcome, { result: 'TAKEN' | 'REFUSED' }>,
) =>
  transact(ctx, async (tx) => {
    await finishMail(tx.db, mailId, outcome.result === 'TAKEN' ? 'SENT' : 'REFUSED', tx.now())
    if (outcome.result === 'REFUSED' && outcome.isAddressUndeliverable)
      await insertUndeliverableAddress(tx.db, to, tx.now())
  })

/** Sends one email, unless it is not due yet, no longer applies or was already sent. Idempotent. */
export async function sendMail(ctx: WorkerCtx, { mailId }: { mailId: string }): Promise<void> {
  const preparedMail = await transact(ctx, (tx) => prepareMail(tx, ctx.config, mailId))
  if (!preparedMail) {
    if (!(await mailExists(ctx.db, mailId))) throw new UnrecoverableError('there is no such email')
    return
  }
  const outcome = await ctx.transport.send({ to: preparedMail.to, ...(await renderMail(preparedMail.content)) })
  countMail(ctx, preparedMail.kind, outcome)
  if (outcome.result !== 'TAKEN') ctx.log.warn({ mailId, ...outcome }, 'the mail server did not accept an email')
  if (outcome.result === 'TAKEN' || outcome.result === 'REFUSED')
    await retryRecording(() => recordOutcome(ctx, preparedMail, outcome))
}
