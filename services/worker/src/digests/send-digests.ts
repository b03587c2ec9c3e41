import type { WorkerCtx } from '../context.ts'
import { rememberNames } from '../mail/endings.ts'
import { insertDeadAddress } from '../mail/queries.ts'
import { insist } from '../mail/send-mail.ts'
import type { Outcome } from '../mail/transport.ts'
import { countMail } from '../metrics.ts'
import type { Contents } from './contents.ts'
import { inHalves } from './in-halves.ts'
import { claimDigest, countContents, endDigest, postponeDigest, type Receiver, takeDue } from './queries.ts'
import { renderDigest } from './render-digest.ts'
import { digestDay, type Today } from './today.ts'

const PORTION = 50
const AT_ONCE = 4

type Due = { memberId: string; name: string; contents: Contents | undefined }

/** What there is to tell now: some of it may have been read since the digest was written down. */
async function prepare({ db, config }: WorkerCtx, memberIds: string[], today: Today): Promise<Due[]> {
  const names = await rememberNames(db, config.sessionSecret, memberIds)
  const contents = new Map((await countContents(db, memberIds, today)).map((row) => [row.memberId, row]))
  return memberIds.map((memberId) => ({ memberId, name: names.get(memberId) ?? '', contents: contents.get(memberId) }))
}

async function settle(ctx: WorkerCtx, { memberId }: Due, { email }: Receiver, today: Today, outcome: Outcome) {
  if (outcome.result === 'LATER') return postponeDigest(ctx.db, memberId, { ...today, now: ctx.now() })
  // What may have arrived stays as it is: nobody sends it again.
  if (outcome.result === 'UNKNOWN') return
  if (outcome.result === 'REFUSED' && outcome.deadAddress) await insertDeadAddress(ctx.db, email, ctx.now())
  await endDigest(ctx.db, memberId, today, 'SENDING', outcome.result === 'TAKEN' ? 'SENT' : 'REFUSED')
}

/** Whether it makes sense to go on to the next: not while the mail server takes nothing from anybody, or says nothing. */
const isReachable = (outcome: Outcome): boolean =>
  outcome.result === 'LATER'
    ? outcome.refusal.command === 'RCPT TO' || outcome.refusal.command === 'DATA'
    : outcome.result !== 'UNKNOWN'

async function sendOne(ctx: WorkerCtx, due: Due, today: Today): Promise<boolean> {
  const { memberId, name, contents } = due
  const receiver = contents && (await claimDigest(ctx.db, memberId, today))
  const page = receiver && (await renderDigest(ctx.config.publicUrl, { ...receiver, name }, contents))
  if (!page) {
    await endDigest(ctx.db, memberId, today, receiver ? 'SENDING' : 'WAITING', 'DROPPED')
    return true
  }
  const outcome = await ctx.bulk.send({ to: receiver.email, ...page })
  countMail(ctx, 'DIGEST', outcome)
  if (outcome.result !== 'TAKEN') ctx.log.warn({ ...outcome }, 'the mail server did not take a digest')
  await insist(() => settle(ctx, due, receiver, today, outcome))
  return isReachable(outcome)
}

/** Answers whether to go on with the next portion. What is left waits for its time. */
async function sendPortion(ctx: WorkerCtx, memberIds: string[], today: Today): Promise<boolean> {
  const fail = (error: unknown) => ctx.log.error({ err: error }, 'a digest could not be sent')
  const waiting = await inHalves(memberIds, (some) => prepare(ctx, some, today), fail)
  let reachable = true
  async function work(): Promise<void> {
    for (let due = waiting.shift(); due && reachable; due = waiting.shift()) {
      const sent = await sendOne(ctx, due, today).catch((error: unknown) => void fail(error))
      if (sent === false) reachable = false
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return reachable
}

/** Sends what is due, portion by portion. Any number may do so at once. */
export async function sendDigests(ctx: WorkerCtx): Promise<void> {
  for (let more = true; more; ) {
    const today = digestDay(ctx.now())
    const memberIds = today ? await takeDue(ctx.db, today, PORTION) : []
    more = today !== null && memberIds.length > 0 && (await sendPortion(ctx, memberIds, today))
  }
}
