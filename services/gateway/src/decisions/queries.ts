import { EVIDENCE_RETENTION_MONTHS } from '@app/contract/limits'
import { AIMS_MS } from '@app/contract/safety/report-rules'
import { addMonths } from '@app/contract/time/months'
import type { Database } from '@app/server/db/database'
import type { DB } from '@app/server/db/tables'
import type { Tx } from '@app/server/delivery/transact'
import { type CaseRecord, countModerators } from '@app/server/policies/cases'
import { isIntact } from '@app/server/safety/canonical-json'
import { notifyCase } from '@app/server/safety/cases'
import { type Selectable, sql } from 'kysely'
import { raiseUrgency } from '../reports/queries.ts'

export type DecisionRecord = Selectable<DB['decisions']>

/** Finds the newest decision of a case. */
export const findNewestDecision = (db: Database, caseId: string): Promise<DecisionRecord | undefined> =>
  db.selectFrom('decisions').selectAll().where('caseId', '=', caseId).orderBy('id', 'desc').limit(1).executeTakeFirst()

/** Reads a case without a check of access and without a lock. */
export const findCaseRecord = (db: Database, id: string): Promise<CaseRecord | undefined> =>
  db.selectFrom('cases').selectAll().where('id', '=', id).executeTakeFirst()

/** Returns whether a decision holds an account now. */
export async function isHolding(db: Database, decisionId: string): Promise<boolean> {
  const { rows } = await sql`
    select from measures where "decisionId" = ${decisionId} and "endedAt" is null and kind in ('SUSPEND', 'BAN')
    limit 1`.execute(db)
  return rows.length > 0
}

type Frozen = { content: unknown; sha256: Buffer }

/** Returns the hashes of the evidence of a case; null if its content no longer matches one of them. */
export async function readIntactHashes(db: Database, caseId: string): Promise<Buffer[] | null> {
  const { rows } = await sql<Frozen>`
    select content, sha256 from evidence where "caseId" = ${caseId} order by id`.execute(db)
  return rows.every(isIntact) ? rows.map(({ sha256 }) => sha256) : null
}

/** Returns whether the evidence is sealed, because its pictures may show a minor. */
export async function isSealed(db: Database, caseId: string): Promise<boolean> {
  const { rows } = await sql`select from evidence where "caseId" = ${caseId} and sealed limit 1`.execute(db)
  return rows.length > 0
}

export const isTeamOfOne = async (db: Database): Promise<boolean> => (await countModerators(db)) <= 1

/** Lists the ids of the reports of a case. */
export const listReportIds = async (db: Database, caseId: string): Promise<string[]> =>
  (await db.selectFrom('reports').select('id').where('caseId', '=', caseId).execute()).map(({ id }) => id)

/** Notifies all reporters of a case that the state of their reports has changed. */
export async function notifyReporters(
  tx: Tx,
  caseId: string,
  state: 'RECEIVED' | 'ACTED' | 'NO_BREACH' | 'OVERTURNED',
): Promise<void> {
  const { rows } = await sql<{ id: string; reporterId: string }>`
    select id, "reporterId" from reports where "caseId" = ${caseId} and "reporterId" is not null order by id`.execute(
    tx.db,
  )
  for (const { id, reporterId } of rows) tx.notify([reporterId], { type: 'report:changed', id, state })
}

type CaseChange = Partial<
  Pick<
    CaseRecord,
    'state' | 'outcome' | 'reason' | 'removed' | 'decidedAt' | 'purgeAt' | 'dueAt' | 'reports' | 'mergedInto'
  >
>

/** Changes a case, increments its version, ends its claim and notifies the team. The caller holds the case's lock. */
export async function changeCase(tx: Tx, id: string, change: CaseChange): Promise<CaseRecord> {
  const record = await tx.db
    .updateTable('cases')
    .set({ ...change, claimedBy: null, claimedUntil: null, version: sql`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  notifyCase(tx, record)
  return record
}

/**
 * Increments the version of a case after a change to its content, so that nobody decides without having seen the
 * change. Keeps the claim. The caller holds the case's lock.
 */
export async function touchCase(tx: Tx, id: string): Promise<void> {
  const record = await tx.db
    .updateTable('cases')
    .set({ version: sql`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  notifyCase(tx, record)
}

const UNDECIDED = { outcome: null, reason: null, removed: false, decidedAt: null, purgeAt: null } as const

/** Locks and returns another open case about the same subject; undefined if there is none. */
async function lockOpenTwin(
  { db }: Tx,
  { id, subjectKind, subjectId }: CaseRecord,
): Promise<Pick<CaseRecord, 'id' | 'severity'> | undefined> {
  const { rows } = await sql<Pick<CaseRecord, 'id' | 'severity'>>`
    select id, severity from cases
    where "subjectKind" = ${subjectKind} and "subjectId" = ${subjectId} and id <> ${id}
      and state in ('OPEN', 'CLAIMED', 'ASKED', 'SECOND_LOOK')
    for update`.execute(db)
  return rows[0]
}

/**
 * Moves the reports of a case to its twin, except those of members who have reported to both, and all of its evidence.
 * The evidence of a report that stays is attached to the other report of the same member, with which it is purged. Returns
 * the number of moved reports.
 */
async function moveReports({ db }: Tx, from: string, to: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update reports set "caseId" = ${to} where "caseId" = ${from} and not exists (
      select from reports other where other."caseId" = ${to} and other."reporterId" = reports."reporterId")`.execute(db)
  await sql`
    update evidence set "caseId" = ${to}, "reportId" = coalesce((
        select own.id from reports own join reports filed on filed."reporterId" = own."reporterId"
        where own."caseId" = ${to} and filed.id = evidence."reportId"), evidence."reportId"),
      sealed = sealed or exists (select from evidence other where other."caseId" in (${from}, ${to}) and other.sealed)
    where "caseId" in (${from}, ${to})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Withdraws the marks of bad faith that the decision about a case put on its reports. */
const unmarkAbusive = ({ db }: Tx, caseId: string) =>
  sql`update reports set abusive = false, "abusiveAt" = null where "caseId" = ${caseId} and abusive`.execute(db)

/**
 * Reopens a decided case, because its decision no longer stands and another one has to be made. If its subject was
 * reported again meanwhile, its reports and evidence join that case, and the team is alerted if that makes it critical.
 * The caller holds the case's lock.
 */
export async function reopenCase(tx: Tx, record: CaseRecord): Promise<CaseRecord> {
  await unmarkAbusive(tx, record.id)
  const dueAt = new Date(tx.now().getTime() + AIMS_MS[record.severity]).toISOString()
  await notifyReporters(tx, record.id, 'RECEIVED')
  const twin = await lockOpenTwin(tx, record)
  if (!twin) return changeCase(tx, record.id, { ...UNDECIDED, state: 'OPEN', dueAt })
  const moved = await moveReports(tx, record.id, twin.id)
  await sql`
    update cases set reports = reports + ${moved}::integer, ${raiseUrgency({ ...record, dueAt })}
    where id = ${twin.id}`.execute(tx.db)
  await changeCase(tx, twin.id, {})
  const becomesCritical = record.severity === 'CRITICAL' && twin.severity !== 'CRITICAL'
  if (becomesCritical) tx.enqueue({ name: 'cases:alert', payload: { caseId: twin.id } })
  const purgeAt = addMonths(tx.now(), EVIDENCE_RETENTION_MONTHS).toISOString()
  return changeCase(tx, record.id, {
    ...UNDECIDED,
    ...{ state: 'CLOSED', mergedInto: twin.id, reports: record.reports - moved, purgeAt },
  })
}
