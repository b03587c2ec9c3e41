import type { Ctx } from '@app/server/context'
import { findDigestWork } from '../digests/find-work.ts'
import { findLostExports } from '../exports/find-lost.ts'
import { startLoop } from '../loop.ts'
import { MAIL_KINDS } from '../mail/prepare-mail.ts'
import { listLostMails, requeueUnknownMails } from '../mail/queries.ts'
import { findLostPhotos } from '../photos/find-lost.ts'
import { endExpiredSessions } from './end-sessions.ts'
import { SCHEDULES } from './schedules.ts'

const INTERVAL_MS = 2_000
/** The first job of an email that became due later may still be in the queue. */
const LOST_AFTER_MS = 3_000
const MAILS_PER_BATCH = 500

async function relayOutbox({ outbox }: Ctx): Promise<void> {
  let rows: number
  do rows = await outbox.relayPending()
  while (rows > 0)
}

async function requeueMails({ db, jobs, now }: Ctx): Promise<void> {
  await requeueUnknownMails(db, now())
  const mailIds = await listLostMails(db, MAIL_KINDS, new Date(now().getTime() - LOST_AFTER_MS), MAILS_PER_BATCH)
  for (const mailId of mailIds) await jobs.add({ name: 'mail:send', payload: { mailId } })
}

async function requeuePhotos(ctx: Ctx): Promise<void> {
  for (const job of await findLostPhotos(ctx)) await ctx.jobs.add(job)
}

async function requeueExports(ctx: Ctx): Promise<void> {
  for (const job of await findLostExports(ctx)) await ctx.jobs.add(job)
}

async function enqueueDigests(ctx: Ctx): Promise<void> {
  for (const job of await findDigestWork(ctx)) await ctx.jobs.add(job)
}

async function registerSchedules({ jobs }: Ctx): Promise<void> {
  for (const schedule of SCHEDULES) await jobs.schedule(schedule)
}

const STEPS = {
  outbox: relayOutbox,
  mails: requeueMails,
  photos: requeuePhotos,
  exports: requeueExports,
  digests: enqueueDigests,
  sessions: endExpiredSessions,
  schedules: registerSchedules,
}

/**
 * Enqueues work that was lost in a crash or with an emptied Redis, and ends expired sessions. Retries failed steps next
 * time.
 */
export async function relayOnce(ctx: Ctx): Promise<void> {
  for (const [step, runStep] of Object.entries(STEPS)) {
    try {
      await runStep(ctx)
    } catch (error) {
      ctx.log.warn({ step, err: error }, 'a relay step failed')
    }
  }
}

/** Runs the relay every 2 seconds. Several workers may run it concurrently. */
export const startRelay = (ctx: Ctx): { close: () => Promise<void> } =>
  startLoop(async () => {
    await relayOnce(ctx)
    return INTERVAL_MS
  })
