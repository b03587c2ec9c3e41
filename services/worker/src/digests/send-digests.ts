import type { WorkerCtx } from '../context.ts'
import { storeUnsubscribeNames } from '../mail/footer.ts'
import type { Outcome } from '../mail/mail.ts'
import { insertDeadAddress } from '../mail/queries.ts'
import { retry } from '../mail/send-mail.ts'
import { countMail } from '../metrics.ts'
import { bisectBatch } from './bisect-batch.ts'
import type { Contents } from './contents.ts'
import { claimDigest, claimDue, countContents, endDigest, postponeDigest, type Recipient } from './queries.ts'
import { renderDigest } from './render-digest.ts'
import { digestDay, type Today } from './today.ts'

const BATCH_SIZE = 50
const CONCURRENCY = 4

type Due = { memberId: string; name: string; contents: Contents | undefined }

/** Counts the contents again, since members may have read some of them after the digest was written. */
async function prepare({ db, config }: WorkerCtx, memberIds: string[], today: Today): Promise<Due[]> {
  const names = await storeUnsubscribeNames(db, config.sessionSecret, memberIds)
  const contents = new Map((await countContents(db, memberIds, today)).map((row) => [row.memberId, row]))
  return memberIds.map((memberId) => ({ memberId, name: names.get(memberId) ?? '', contents: contents.get(memberId) }))
}

async function recordOutcome(ctx: WorkerCtx, { memberId }: Due, { email }: Recipient, today: Today, outcome: Outcome) {
  if (outcome.result === 'LATER') return postponeDigest(ctx.db, memberId, { ...today, now: ctx.now() })
  // A digest that may have been delivered stays SENDING, so that no worker sends it again.
  if (outcome.result === 'UNKNOWN') return
  if (outcome.result === 'REFUSED' && outcome.deadAddress) await insertDeadAddress(ctx.db, email, ctx.now())
  await endDigest(ctx.db, memberId, today, 'SENDING', outcome.result === 'TAKEN' ? 'SENT' : 'REFUSED')
}

/**
 * Returns false when the mail server accepts no emails at all or does not respond, so that the next would fail, too.
 */
const isServerReachable = (outcome: Outcome): boolean =>
  outcome.result === 'LATER'
    ? outcome.rejection.command === 'RCPT TO' || outcome.rejection.command === 'DATA'
    : outcome.result !== 'UNKNOWN'

async function sendDigest(ctx: WorkerCtx, due: Due, today: Today): Promise<boolean> {
  const { memberId, name, contents } = due
  const recipient = contents && (await claimDigest(ctx.db, memberId, today))
  const page = recipient && (await renderDigest(ctx.config.publicUrl, { ...recipient, name }, contents))
  if (!page) {
    await endDigest(ctx.db, memberId, today, recipient ? 'SENDING' : 'WAITING', 'DROPPED')
    return true
  }
  const outcome = await ctx.bulk.send({ to: recipient.email, ...page })
  countMail(ctx, 'DIGEST', outcome)
  if (outcome.result !== 'TAKEN') ctx.log.warn({ ...outcome }, 'the mail server did not accept a digest')
  await retry(() => recordOutcome(ctx, due, recipient, today, outcome))
  return isServerReachable(outcome)
}

/** Sends a batch, and returns whether to go on with the next one. Unsent digests wait until they are due again. */
async function sendBatch(ctx: WorkerCtx, memberIds: string[], today: Today): Promise<boolean> {
  const logFailure = (error: unknown) => ctx.log.error({ err: error }, 'a digest could not be sent')
  const waiting = await bisectBatch(memberIds, (batch) => prepare(ctx, batch, today), logFailure)
  let isReachable = true
  async function work(): Promise<void> {
    for (let due = waiting.shift(); due && isReachable; due = waiting.shift()) {
      const sent = await sendDigest(ctx, due, today).catch((error: unknown) => void logFailure(error))
      if (sent === false) isReachable = false
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  return isReachable
}

/** Sends due digests in batches. Several workers may run it concurrently. */
export async function sendDigests(ctx: WorkerCtx): Promise<void> {
  for (let hasMore = true; hasMore; ) {
    const today = digestDay(ctx.now())
    const memberIds = today ? await claimDue(ctx.db, today, BATCH_SIZE) : []
    hasMore = today !== null && memberIds.length > 0 && (await sendBatch(ctx, memberIds, today))
  }
}
