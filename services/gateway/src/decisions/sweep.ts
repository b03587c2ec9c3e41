import { type Tx, transact } from '@app/server/delivery/transact'
import { appendToLog } from '@app/server/safety/team-log'
import { type RawBuilder, sql } from 'kysely'
import type { GatewayCtx } from '../context.ts'
import { endMeasures } from './measures.ts'
import { notifyAuthor } from './notify-author.ts'
import { hideProvisionally, selectUnchecked } from './provisional.ts'
import { findCaseRecord, reopenCase, touchCase } from './queries.ts'
import { lockTarget } from './removal/index.ts'
import { acceptOpenAppeal, lockForUndo, undoDecision } from './undo.ts'

const INTERVAL_MS = 20_000
/** The number of rows of each kind that one query returns, and after which a run stops. */
const BATCH_SIZE = 20

/** A kind of row that becomes due. Each row is handled in its own transaction, which checks again that it is due. */
type Task = {
  /** Lists due rows in the order of their ids, from the one after `after`. */
  list: (now: Date, after: string) => RawBuilder<{ id: string }>
  run: (tx: Tx, id: string, secret: string) => Promise<void>
}

/** Ends a suspension unless it has ended already. Needs no check that it is still due, since its end never moves. */
async function endSuspension(tx: Tx, id: string): Promise<void> {
  const measure = await tx.db.selectFrom('measures').select('memberId').where('id', '=', id).executeTakeFirst()
  await lockTarget(tx, { authorId: measure?.memberId ?? null, target: null, holds: true })
  await endMeasures(tx, { id })
}

/** Undoes a decision if `isDue` still holds, and returns its case; null otherwise. Locks the case last. */
async function undoDue(tx: Tx, id: string, isDue: RawBuilder<boolean>): Promise<{ caseId: string } | null> {
  const { rows } = await sql<{ caseId: string; authorId: string | null }>`
    select d."caseId", c."authorId" from decisions d join cases c on c.id = d."caseId" where d.id = ${id}`.execute(
    tx.db,
  )
  if (!rows[0]) return null
  const { caseId, authorId } = rows[0]
  await lockForUndo(tx, id, authorId)
  await sql`select from cases where id = ${caseId} for update`.execute(tx.db)
  const { rows: due } = await sql`select from decisions d where d.id = ${id} and ${isDue}`.execute(tx.db)
  if (due.length === 0) return null
  await undoDecision(tx, id)
  await notifyAuthor(tx, { decisionId: id, authorId, mail: 'APPEAL_DECIDED' })
  return { caseId }
}

const hasLapsed = (now: Date) =>
  sql<boolean>`(d.lapses and d."confirmBy" <= ${now} and d."undoneAt" is null and d."confirmedById" is null)`

/** Undoes a ban that was not confirmed in time, and reopens its case. */
async function lapseBan(tx: Tx, id: string): Promise<void> {
  const undone = await undoDue(tx, id, hasLapsed(tx.now()))
  const record = undone && (await findCaseRecord(tx.db, undone.caseId))
  if (!record) return
  await acceptOpenAppeal(tx, id, null)
  await reopenCase(tx, record)
  await appendToLog(tx, { byId: null, act: 'BAN_LAPSED', caseId: record.id, about: { decisionId: id } })
}

const isHidingOver = (now: Date) => sql<boolean>`(d."undoneAt" is null and exists (
  select from removals r where r."decisionId" = d.id and r."restoredAt" is null and r.until <= ${now}))`

/** Ends the provisional hiding of content if no admin has decided in time. */
async function endHiding(tx: Tx, id: string): Promise<void> {
  const undone = await undoDue(tx, id, isHidingOver(tx.now()))
  if (undone) await touchCase(tx, undone.caseId)
}

const isRetentionOver = (now: Date) => sql<boolean>`(m."heldUntil" <= ${now} and not exists (
  select from measures s join appeals a on a."decisionId" = s."decisionId"
  where s."memberId" = m.id and s.kind = 'BAN' and s."endedAt" is null and a.outcome is null))`

/** Lets the worker purge the account of a banned member who can no longer appeal, and whose appeals are answered. */
async function endRetention(tx: Tx, id: string): Promise<void> {
  await sql`update members m set "heldUntil" = null where id = ${id} and ${isRetentionOver(tx.now())}`.execute(tx.db)
}

const TASKS: Task[] = [
  { list: (_, after) => selectUnchecked(BATCH_SIZE, after), run: hideProvisionally },
  {
    list: (now, after) => sql`
      select id from measures where kind = 'SUSPEND' and "endedAt" is null and until <= ${now} and id > ${after}
      order by id limit ${BATCH_SIZE}`,
    run: endSuspension,
  },
  {
    list: (now, after) => sql`
      select d.id from decisions d where ${hasLapsed(now)} and d.id > ${after} order by d.id limit ${BATCH_SIZE}`,
    run: lapseBan,
  },
  {
    list: (now, after) => sql`
      select distinct r."decisionId" as id from removals r
      where r."restoredAt" is null and r.until <= ${now} and r."decisionId" > ${after} order by id limit ${BATCH_SIZE}`,
    run: endHiding,
  },
  {
    list: (now, after) => sql`
      select m.id from members m where m.id > ${after} and ${isRetentionOver(now)} and exists (
        select from measures s join decisions d on d.id = s."decisionId"
        where s."memberId" = m.id and s.kind = 'BAN' and s."endedAt" is null and d."confirmedById" is not null)
      order by m.id limit ${BATCH_SIZE}`,
    run: endRetention,
  },
]

/** Locks the sweep until the transaction ends. Returns false if another gateway holds the lock. */
async function tryLock({ db }: Tx): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('decision-sweep', 0)) as locked`.execute(db)
  return rows[0]?.locked ?? false
}

/** Handles one row in its own transaction. Returns false if that fails. */
const handleRow = (ctx: GatewayCtx, run: Task['run'], id: string): Promise<boolean> =>
  transact(ctx, async (tx) => {
    if (await tryLock(tx)) await run(tx, id, ctx.config.sessionSecret)
  }).then(
    () => true,
    (error: unknown) => {
      ctx.log.error({ err: error, id, task: run.name }, 'a task of the sweep failed')
      return false
    },
  )

/** Handles due rows until a batch of them has succeeded, so that rows that keep failing do not hold up later ones. */
async function runTask(ctx: GatewayCtx, { list, run }: Task): Promise<void> {
  let succeeded = 0
  let after: string | undefined = '0'
  while (after !== undefined && succeeded < BATCH_SIZE) {
    const { rows }: { rows: { id: string }[] } = await list(ctx.now(), after).execute(ctx.db)
    for (const { id } of rows) if (await handleRow(ctx, run, id)) succeeded += 1
    after = rows.length < BATCH_SIZE ? undefined : rows.at(-1)?.id
  }
}

/**
 * Hides content provisionally where that is due, and ends expired suspensions, unconfirmed bans, provisional hiding and
 * the retention of banned accounts.
 */
export async function sweepOnce(ctx: GatewayCtx): Promise<void> {
  for (const task of TASKS) await runTask(ctx, task)
}

/** Sweeps at an interval until the returned function is called, which waits for the current run. */
export function startSweep(ctx: GatewayCtx): () => Promise<void> {
  let current: Promise<void> = Promise.resolve()
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    current = sweepOnce(ctx)
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'the sweep failed'))
      .finally(() => {
        isRunning = false
      })
  }, INTERVAL_MS)
  return async () => {
    clearInterval(timer)
    await current
  }
}
