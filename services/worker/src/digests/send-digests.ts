import type { WorkerCtx } from '../context.ts'
import { storeUnsubscribeLinks } from '../mail/footer.ts'
import type { Outcome } from '../mail/mail.ts'
import { insertUndeliverableAddress } from '../mail/queries.ts'
import { retryRecording } from '../mail/send-mail.ts'
import { countMail } from '../metrics.ts'
import { bisectBatch } from './bisect-batch.ts'
import type { MemberDigestCounts } from './digest-counts.ts'
import {
  claimDueDigests,
  finishDigest,
  postponeDigest,
  type Recipient,
  readDigestCounts,
  startSending,
} from './queries.ts'
import { renderDigest } from './render-digest.ts'
import { findDigestDay, type Today } from './today.ts'

const BATCH_SIZE = 50
/** The number of digests that a job sends concurrently. */
const CONCURRENCY = 4

/** A claimed digest; `counts` is undefined if there is nothing left to report. */
type DueDigest = { memberId: string; unsubscribeKey: string; counts: MemberDigestCounts | undefined }

/** Counts the new items again, since members may have read some of them after the digest was written. */
async function prepareDigests({ db, config }: WorkerCtx, memberIds: string[], today: Today): Promise<DueDigest[]> {
  const unsubscribeKeys = await storeUnsubscribeLinks(db, config.sessionSecret, memberIds)
  const counts = new Map((await readDigestCounts(db, memberIds, today)).map((row) => [row.memberId, row]))
  return memberIds.map((memberId) => ({
    memberId,
    unsubscribeKey: unsubscribeKeys.get(memberId) ?? '',
    counts: counts.get(memberId),
  }))
}

async function recordOutcome(
  ctx: WorkerCtx,
  { memberId }: DueDigest,
  { email }: Recipient,
  today: Today,
  outcome: Outcome,
) {
  if (outcome.result === 'LATER') return postponeDigest(ctx.db, memberId, { ...today, now: ctx.now() })
  // A digest that may have been delivered stays SENDING, so that no worker sends it again.
  if (outcome.result === 'UNKNOWN') return
  if (outcome.result === 'REFUSED' && outcome.isAddressUndeliverable)
    await insertUndeliverableAddress(ctx.db, email, ctx.now())
  await finishDigest(ctx.db, memberId, today, 'SENDING', outcome.result === 'TAKEN' ? 'SENT' : 'REFUSED')
}

/**
 * Returns false if the mail server accepts no emails at all or does not respond, so that further emails would also
 * fail.
 */
const isServerReachable = (outcome: Outcome): boolean =>
  outcome.result === 'LATER'
    ? outcome.rejection.command === 'RCPT TO' || outcome.rejection.command === 'DATA'
    : outcome.result !== 'UNKNOWN'

/** Renders a digest that is SENDING. If that fails, schedules another attempt, since nothing was sent. */
async function renderStarted(
  ctx: WorkerCtx,
  { memberId, unsubscribeKey }: DueDigest,
  { recipient, counts, today }: { recipient: Recipient; counts: MemberDigestCounts; today: Today },
) {
  try {
    return await renderDigest(ctx.config.publicUrl, { ...recipient, unsubscribeKey }, counts)
  } catch (error) {
    await postponeDigest(ctx.db, memberId, { ...today, now: ctx.now() })
    throw error
  }
}

/** Sends a digest or drops it. Returns false if the mail server is unreachable. */
async function sendDigest(ctx: WorkerCtx, digest: DueDigest, today: Today): Promise<boolean> {
  const { memberId, counts } = digest
  const recipient = counts && (await startSending(ctx.db, memberId, today))
  const renderedMail = recipient && (await renderStarted(ctx, digest, { recipient, counts, today }))
  if (!renderedMail) {
    await finishDigest(ctx.db, memberId, today, recipient ? 'SENDING' : 'WAITING', 'DROPPED')
    return true
  }
  const outcome = await ctx.bulkTransport.send({ to: recipient.email, ...renderedMail })
  countMail(ctx, 'DIGEST', outcome)
  if (outcome.result !== 'TAKEN') ctx.log.warn({ ...outcome }, 'the mail server did not accept a digest')
  await retryRecording(() => recordOutcome(ctx, digest, recipient, today, outcome))
  return isServerReachable(outcome)
}

/**
 * Sends a batch until the mail server is unreachable, and returns false then. Unsent digests wait for their next
 * attempt.
 */
async function sendBatch(ctx: WorkerCtx, memberIds: string[], today: Today): Promise<boolean> {
  const logFailure = (error: unknown) => ctx.log.error({ err: error }, 'failed to send a digest')
  const pendingDigests = await bisectBatch(memberIds, (batch) => prepareDigests(ctx, batch, today), logFailure)
  let isReachable = true
  async function sendRemaining(): Promise<void> {
    for (let digest = pendingDigests.shift(); digest && isReachable; digest = pendingDigests.shift()) {
      const result = await sendDigest(ctx, digest, today).catch((error: unknown) => void logFailure(error))
      if (result === false) isReachable = false
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, sendRemaining))
  return isReachable
}

/** Sends due digests in batches. Several workers may do so concurrently. */
export async function sendDigests(ctx: WorkerCtx): Promise<void> {
  for (let hasMore = true; hasMore; ) {
    const today = findDigestDay(ctx)
    const memberIds = today ? await claimDueDigests(ctx.db, today, BATCH_SIZE) : []
    hasMore = today !== null && memberIds.length > 0 && (await sendBatch(ctx, memberIds, today))
  }
}
