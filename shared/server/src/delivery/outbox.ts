import { type AnyEnvelope, Envelope, EverybodyEnvelope, GroupEnvelope } from '@app/contract/pushes'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import { batched } from '../batched.ts'
import { createNamedRunner, createTransactionRunner, type Database, type RunQuery } from '../db/database.ts'
import { hasCandidates, insertDue, listCandidates, NOTIFICATION_DELAY_MS } from '../notifications/due.ts'
import { unsigned } from '../photos/sign-pictures.ts'
import type { RequestOrigin } from '../process/request-origin.ts'
import type { RedisClient } from '../redis/connections.ts'
import type { CountNotifier } from './count-notifier.ts'
import { JOBS, type Job, type Jobs } from './jobs.ts'
import { type AddressedPush, publish } from './pushes.ts'
import { createRecipientResolver } from './recipients.ts'

/** A row of the outbox: a push with its recipients, or a job. */
export type OutboxRow = { id: string } & (
  | { kind: 'PUSH'; payload: AnyEnvelope & RequestOrigin }
  | { kind: 'JOB'; payload: Job & RequestOrigin }
)

export type Outbox = {
  /** Sends the rows of a committed transaction. Never throws: unsent rows stay for the relay. */
  deliver: (rows: OutboxRow[]) => Promise<void>
  /**
   * Sends a batch of rows that have been pending for a while. Concurrent calls, in any process, send different rows.
   * Skips jobs that this release does not know. Returns the number of sent rows.
   */
  relayPending: () => Promise<number>
  /** Removes the delivered rows whose removal is still scheduled. */
  close: () => Promise<void>
}

const BATCH_SIZE = 500
const REMOVAL_DELAY_MS = 50
/** Rows younger than this may still be sent by the process that wrote them. */
const RELAY_AFTER_SECONDS = 3

type Dependencies = {
  pool: pg.Pool
  db: Database
  redis: RedisClient
  jobs: Jobs
  countNotifier: CountNotifier
  log: Logger
  now: () => Date
  /** Whether members' devices get notifications. */
  sendsNotifications: boolean
  /** Whether delivered rows stay in the outbox, where tests read them. */
  keepDelivered?: boolean
}

const listEnvelopes = (rows: OutboxRow[]) => rows.flatMap((row) => (row.kind === 'PUSH' ? [row.payload] : []))

export function createOutbox({
  pool,
  db,
  redis,
  jobs,
  countNotifier,
  log,
  now,
  sendsNotifications,
  keepDelivered = false,
}: Dependencies): Outbox {
  let deliveredRows: OutboxRow[] = []
  let removalTimer: NodeJS.Timeout | undefined
  const resolveRecipients = createRecipientResolver(db, redis)
  const publishBatched = batched((pushLists: AddressedPush[][]) => publish(redis, pushLists.flat()))

  /** Publishes and enqueues rows. `at` is the time of their commit in epoch milliseconds. */
  async function send(rows: (OutboxRow & { at: number })[]): Promise<void> {
    const envelopes = rows.flatMap((row) => (row.kind === 'PUSH' ? [{ ...row.payload, at: row.at }] : []))
    const pushes = await resolveRecipients(envelopes)
    const reachedMembers = await publishBatched(pushes)
    for (const row of rows) if (row.kind === 'JOB') await jobs.add(row.payload)
    for (const { to, push } of pushes) {
      if (to === 'everybody') continue
      countNotifier.onPublished(
        push.type,
        to.filter((memberId) => reachedMembers.has(memberId)),
      )
    }
  }

  /**
   * Removes delivered rows and, in the same statement, records the notifications that are due because of them, so that
   * none is lost in a crash.
   */
  async function remove(rows: OutboxRow[], runAs: (name: string) => RunQuery, keepRows = false): Promise<void> {
    const candidates = listCandidates(sendsNotifications ? listEnvelopes(rows) : [])
    const isDue = hasCandidates(candidates)
    if (keepRows && !isDue) return
    const ids = keepRows ? [] : rows.map(({ id }) => id)
    const removal = sql`delete from outbox where id = any(${ids}::bigint[])`
    const due = insertDue(candidates, new Date(now().getTime() + NOTIFICATION_DELAY_MS))
    await (isDue ? runAs('outbox-remove-due')(sql`with due as (${due}) ${removal}`) : runAs('outbox-remove')(removal))
  }

  async function removeDelivered(): Promise<void> {
    clearTimeout(removalTimer)
    removalTimer = undefined
    const rows = deliveredRows
    deliveredRows = []
    if (rows.length > 0) await remove(rows, (name) => createNamedRunner({ pool, db }, name), keepDelivered)
  }

  function scheduleRemoval(rows: OutboxRow[]): void {
    deliveredRows.push(...rows)
    removalTimer ??= setTimeout(() => {
      removeDelivered().catch((error: unknown) => log.warn({ err: error }, 'failed to remove delivered rows'))
    }, REMOVAL_DELAY_MS)
  }

  return {
    async deliver(rows) {
      if (rows.length === 0) return
      const committedMs = Date.now()
      try {
        await send(rows.map((row) => ({ ...row, at: committedMs })))
        scheduleRemoval(rows)
      } catch (error) {
        log.warn(
          { err: error, rows: rows.length, reqId: rows[0]?.payload.requestId },
          'failed to deliver, leaving the rows to the relay',
        )
      }
    },

    relayPending: () =>
      db.transaction().execute(async (tx) => {
        const rows = await tx
          .selectFrom('outbox')
          .select(['id', 'kind', 'payload', 'createdAt'])
          .where('createdAt', '<', sql<string>`now() - make_interval(secs => ${RELAY_AFTER_SECONDS})`)
          .where(sql<boolean>`kind = 'PUSH' or payload ->> 'name' = any(${Object.keys(JOBS)})`)
          .orderBy('id')
          .limit(BATCH_SIZE)
          .forUpdate()
          .skipLocked()
          .execute()
        if (rows.length === 0) return 0
        await send(rows.map((row) => ({ ...(row as unknown as OutboxRow), at: Date.parse(row.createdAt) })))
        await remove(rows as unknown as OutboxRow[], () => createTransactionRunner(tx))
        return rows.length
      }),

    close: removeDelivered,
  }
}

const AnyEnvelopeSchema = z.union([Envelope, GroupEnvelope, EverybodyEnvelope])

/**
 * Validates an envelope before it is written, so that a push without recipients or of a wrong shape fails where it is
 * created.
 */
export const validateEnvelope = (envelope: AnyEnvelope): AnyEnvelope => z.parse(unsigned(AnyEnvelopeSchema), envelope)

/** Rows beyond this number are not counted. */
const COUNTED_ROWS_MAX = 100_000

type OutboxState = { rows: number; oldestSeconds: number }

/** Returns the number of pending rows, and the age of the oldest in seconds. */
export async function readOutboxState(db: Database): Promise<OutboxState> {
  const { rows } = await sql<OutboxState>`
    select count(*)::int as rows, coalesce(extract(epoch from now() - min("createdAt")), 0)::float as "oldestSeconds"
    from (select "createdAt" from outbox order by id limit ${COUNTED_ROWS_MAX}) waiting`.execute(db)
  return rows[0] ?? { rows: 0, oldestSeconds: 0 }
}
