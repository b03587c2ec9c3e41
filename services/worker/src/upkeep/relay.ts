import type { Ctx } from '@app/server/context'
import { listPendingDigestJobs } from '../digests/pending-jobs.ts'
import { listOverdueExportJobs } from '../exports/overdue-jobs.ts'
import { startLoop } from '../loop.ts'
import { MAIL_KINDS } from '../mail/prepare-mail.ts'
import { listOverdueMails, requeueUnknownMails } from '../mail/queries.ts'
import { listDueNotificationJobs } from '../notifications/due-jobs.ts'
import { listOverduePhotoJobs } from '../photos/overdue-jobs.ts'
import { listOverdueEvidenceJobs } from '../safety/overdue-files.ts'
import { purgeExpiredSessions } from './purge-sessions.ts'
import { SCHEDULES } from './schedules.ts'

const INTERVAL_MS = 2_000
/** After this time the job of a due email counts as lost; before, it may still be in the queue. */
const LOST_AFTER_MS = 3_000
const MAILS_PER_BATCH = 500

async function relayOutbox({ outbox }: Ctx): Promise<void> {
  let relayedCount: number
  do relayedCount = await outbox.relayPending()
  while (relayedCount > 0)
}

async function requeueMails({ db, jobs, now }: Ctx): Promise<void> {
  await requeueUnknownMails(db, now())
  const mailIds = await listOverdueMails(db, MAIL_KINDS, new Date(now().getTime() - LOST_AFTER_MS), MAILS_PER_BATCH)
  for (const mailId of mailIds) await jobs.add({ name: 'mail:send', payload: { mailId } })
}

async function requeuePhotos(ctx: Ctx): Promise<void> {
  for (const job of await listOverduePhotoJobs(ctx)) await ctx.jobs.add(job)
}

async function requeueExports(ctx: Ctx): Promise<void> {
  for (const job of await listOverdueExportJobs(ctx)) await ctx.jobs.add(job)
}

async function requeueEvidence(ctx: Ctx): Promise<void> {
  for (const job of await listOverdueEvidenceJobs(ctx)) await ctx.jobs.add(job)
}

async function enqueueNotifications(ctx: Ctx): Promise<void> {
  for (const job of await listDueNotificationJobs(ctx)) await ctx.jobs.add(job)
}

async function enqueueDigests(ctx: Ctx): Promise<void> {
  for (const job of await listPendingDigestJobs(ctx)) await ctx.jobs.add(job)
}

async function registerSchedules({ jobs }: Ctx): Promise<void> {
  for (const schedule of SCHEDULES) await jobs.schedule(schedule)
}

const STEPS = {
  outbox: relayOutbox,
  mails: requeueMails,
  photos: requeuePhotos,
  exports: requeueExports,
  evidence: requeueEvidence,
  digests: enqueueDigests,
  notifications: enqueueNotifications,
  sessions: purgeExpiredSessions,
  schedules: registerSchedules,
}

/**
 * Sends pending outbox rows, enqueues jobs that are due or were lost in a crash or with an emptied Redis, deletes
 * expired sessions, and registers the schedules. A failed step is logged and runs again the next time.
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

/** Runs the relay every two seconds. Several workers may do so concurrently. */
export const startRelay = (ctx: Ctx): { close: () => Promise<void> } =>
  startLoop(async () => {
    await relayOnce(ctx)
    return INTERVAL_MS
  })
