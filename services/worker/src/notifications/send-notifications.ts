import { SEVERAL } from '@app/contract/notifications'
import { createKeyedQueue } from '@app/server/keyed-queue'
import { listActiveMembers } from '@app/server/members/last-inputs'
import type { WorkerCtx } from '../context.ts'
import { type Outcome, sendToDevice } from './push-service.ts'
import { claimDue, type DueMember, defer, deleteDevice, deleteStale, markHandled } from './queries.ts'
import { getQuietEnd } from './quiet-hours.ts'

/** No notification is sent to a member who has used a device within this time, since that device shows new messages. */
const ACTIVE_MS = 60_000
const ATTEMPTS_MAX = 3
const RETRY_DELAY_SECONDS = 30

/** Returns the seconds until the next attempt; null if there is none, for example since a device was reached. */
function getRetryDelay(outcomes: Outcome[], attempts: number): number | null {
  const isReached = outcomes.some(({ result }) => result === 'SENT')
  const waits = outcomes.flatMap((outcome) => (outcome.result === 'LATER' ? [outcome.seconds ?? 0] : []))
  if (isReached || waits.length === 0 || attempts >= ATTEMPTS_MAX) return null
  return Math.max(...waits, RETRY_DELAY_SECONDS * attempts)
}

/** Runs writes sequentially, so that the writes for many members do not take every database connection of the worker. */
type Write = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Sends one notification, which covers everything that is due, to each of a member's devices. */
async function notifyMember(
  ctx: WorkerCtx,
  { memberId, language, due, stale, devices }: DueMember,
  write: Write,
): Promise<void> {
  const { db, log, now } = ctx
  const [first, ...others] = due
  if (!first) return
  const content = { language, subject: others.length > 0 ? SEVERAL : first, stale } as const
  const outcomes = await Promise.all(
    devices.map(async (device) => {
      const outcome = await sendToDevice(ctx, device, content)
      if (outcome.result === 'GONE') await write(() => deleteDevice(db, device.id))
      if (outcome.result === 'REFUSED') log.warn('a push service rejected a notification')
      return outcome
    }),
  )
  const retryDelay = getRetryDelay(outcomes, Math.max(...due.map(({ attempts }) => attempts)))
  if (retryDelay !== null) {
    const until = new Date(now().getTime() + retryDelay * 1_000)
    await write(() => defer(db, memberId, due, { until, failed: true }))
    return
  }
  await write(() => markHandled(db, memberId, due, now()))
  if (stale.length > 0) await write(() => deleteStale(db, memberId, stale))
}

/**
 * Sends a member's due notifications, unless quiet hours defer them. If the member is active, only marks them as
 * handled.
 */
async function notifyOrDefer(ctx: WorkerCtx, member: DueMember, isActive: boolean, write: Write): Promise<void> {
  const { db, now } = ctx
  const { memberId, due, quietHours } = member
  if (due.length === 0) return
  if (isActive) return void (await write(() => markHandled(db, memberId, due, now())))
  const quietEnd = getQuietEnd(now(), quietHours)
  if (quietEnd) return void (await write(() => defer(db, memberId, due, { until: quietEnd, failed: false })))
  await notifyMember(ctx, member, write)
}

/**
 * Sends the due notifications, one batch of members after the other. Several jobs may do so concurrently. Without a key,
 * which the operator may have removed since the job was listed, they stay due.
 */
export async function sendNotifications(ctx: WorkerCtx): Promise<void> {
  if (!ctx.config.pushKey) return
  const { db, redis, now } = ctx
  const queue = createKeyedQueue()
  const write: Write = (work) => queue('write', work)
  for (let members = await claimDue(db, now()); members.length > 0; members = await claimDue(db, now())) {
    const memberIds = members.map(({ memberId }) => memberId)
    const active = await listActiveMembers(redis, memberIds, now().getTime() - ACTIVE_MS)
    await Promise.all(members.map((member) => notifyOrDefer(ctx, member, active.has(member.memberId), write)))
  }
}
