import { CODES_RETENTION_MONTHS, EVIDENCE_RETENTION_MONTHS } from '@app/contract/limits'
import { addMonths } from '@app/contract/time/months'
import type { Database, DatabaseTransaction } from '@app/server/db/database'
import { type RawBuilder, sql } from 'kysely'

/** A SQL predicate that checks whether the case `c` is decided or closed, and awaits no answer. */
const isDone = sql<boolean>`c.state in ('DECIDED', 'UPHELD', 'OVERTURNED', 'CLOSED')`

/**
 * A SQL predicate that checks whether two admins have dismissed the case `c`, so that nothing in it concerns the
 * police. Only the newest decision counts.
 */
const isDismissedByTwo = sql<boolean>`coalesce((
  select d.kind = 'DISMISSED' and d."confirmedById" is not null from decisions d
  where d."caseId" = c.id order by d.id desc limit 1), false)`

/**
 * Returns a SQL predicate that checks whether no appeal or objection in the case `c` was answered within the retention
 * period of evidence.
 */
function isAnsweredLongAgo(now: Date): RawBuilder<boolean> {
  const lastAnswer = addMonths(now, -EVIDENCE_RETENTION_MONTHS)
  return sql`(not exists (select from decisions d join appeals a on a."decisionId" = d.id
      where d."caseId" = c.id and a."decidedAt" > ${lastAnswer})
    and not exists (select from reports r where r."caseId" = c.id and r."objectionAnsweredAt" > ${lastAnswer}))`
}

/**
 * Returns a SQL predicate that checks whether the evidence `e` of the case `c` is no longer needed. The answer to an
 * appeal or an objection prolongs the retention like a decision. Sealed evidence is kept for the police until it is
 * handed over, unless two admins have dismissed the case.
 */
const isEvidenceDue = (now: Date): RawBuilder<boolean> => sql`(
  e."purgeAt" <= ${now} and ${isDone} and ${isAnsweredLongAgo(now)}
  and (not e.sealed or ${isDismissedByTwo} or exists (select from team_log l
    where l."caseId" = c.id and l.act = 'HANDED_OVER' and l.at >= e."takenAt")))`

/** Lists the cases with evidence that is no longer needed, except those whose purge has failed. */
export async function listCasesWithDueEvidence(
  db: Database,
  now: Date,
  limit: number,
  failedIds: string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct c.id from evidence e join cases c on c.id = e."caseId"
    where ${isEvidenceDue(now)} and c.id <> all(${failedIds}::bigint[])
    order by c.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Locks a case, and lists the first of its evidence that is no longer needed. */
export async function lockDueEvidence(
  db: DatabaseTransaction,
  caseId: string,
  now: Date,
  limit: number,
): Promise<string[]> {
  await sql`select from cases where id = ${caseId} for update`.execute(db)
  const { rows } = await sql<{ id: string }>`
    select e.id from evidence e join cases c on c.id = e."caseId"
    where c.id = ${caseId} and ${isEvidenceDue(now)} order by e.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Lists the keys of the files of evidence, including files that are being copied. */
export async function listFileKeys(db: DatabaseTransaction, evidenceIds: string[]): Promise<string[]> {
  const rows = await db.selectFrom('evidence_files').select('key').where('evidenceId', 'in', evidenceIds).execute()
  return rows.map(({ key }) => key)
}

/** Deletes evidence together with the rows of its files. */
export const deleteEvidence = (db: DatabaseTransaction, evidenceIds: string[]) =>
  db.deleteFrom('evidence').where('id', 'in', evidenceIds).execute()

/**
 * Returns a SQL predicate that checks whether the words of the case `c` are no longer needed: its evidence is purged,
 * or it had none.
 */
const areWordsDue = (now: Date): RawBuilder<boolean> => sql`(
  c."wordsPurgedAt" is null and c."purgeAt" <= ${now} and ${isDone} and ${isAnsweredLongAgo(now)}
  and not exists (select from evidence e where e."caseId" = c.id))`

/** Lists the cases whose words are no longer needed, except those whose purge has failed. */
export async function listCasesWithDueWords(
  db: Database,
  now: Date,
  limit: number,
  failedIds: string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from cases c where ${areWordsDue(now)} and c.id <> all(${failedIds}::bigint[])
    order by c.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Deletes all texts of a case, and the content that its decisions removed, since no appeal can restore it anymore.
 * Keeps codes and times for the figures, and an empty address of a notice, by which notices are counted.
 */
export async function purgeWords(db: DatabaseTransaction, caseId: string, now: Date): Promise<void> {
  const { rows } = await sql`
    update cases c set "wordsPurgedAt" = ${now}, question = null where c.id = ${caseId} and ${areWordsDue(now)}
    returning c.id`.execute(db)
  if (rows.length === 0) return
  await sql`
    update reports set words = null, answer = null, objection = null, "objectionAnswer" = null,
      address = case when address is not null then '' end, "noticeName" = null, "noticeEmail" = null
    where "caseId" = ${caseId}`.execute(db)
  const decisions = sql`(select id from decisions where "caseId" = ${caseId})`
  await sql`update appeals set words = null, answer = null where "decisionId" in ${decisions}`.execute(db)
  await sql`update removals set content = '{}' where "decisionId" in ${decisions}`.execute(db)
  await sql`update decisions set facts = null, note = null where "caseId" = ${caseId}`.execute(db)
}

/**
 * Returns a SQL predicate that checks whether the case `c` can be purged with its reports and decisions: the codes and
 * times are kept long enough, and neither evidence, a measure in effect, provisional hiding nor a barred address or
 * picture refers to it. A warning, which has no end, does not keep its case: it is in effect while its decision is
 * stored.
 */
function isCaseDue(now: Date): RawBuilder<boolean> {
  const decidedBy = addMonths(now, -CODES_RETENTION_MONTHS)
  const closedBy = addMonths(decidedBy, -EVIDENCE_RETENTION_MONTHS)
  return sql`(${isDone}
    and (c."purgeAt" <= ${decidedBy} or (c."purgeAt" is null and c."decidedAt" is null and c."openedAt" <= ${closedBy}))
    and not exists (select from evidence e where e."caseId" = c.id)
    and not exists (select from decisions d where d."caseId" = c.id and (
      exists (select from mail_bars b where b."decisionId" = d.id)
      or exists (select from banned_pictures p where p."decisionId" = d.id)
      or exists (select from measures s where s."decisionId" = d.id and s."memberId" is not null and s."endedAt" is null
        and (s.kind in ('SUSPEND', 'BAN') or s.until > ${now}))
      or exists (select from removals r where r."decisionId" = d.id and r."restoredAt" is null and r.until is not null))))`
}

/** Lists the cases that can be purged, except those whose purge has failed. */
export async function listDueCases(db: Database, now: Date, limit: number, failedIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from cases c where ${isCaseDue(now)} and c.id <> all(${failedIds}::bigint[])
    order by c.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes a case with its reports, decisions, measures and appeals, unless it has to be kept again. */
export const deleteCase = (db: Database, caseId: string, now: Date) =>
  sql`delete from cases c where c.id = ${caseId} and ${isCaseDue(now)}`.execute(db)

/** Deletes a batch of expired barred addresses, and returns their number. */
export async function deleteExpiredBars(db: Database, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from mail_bars where "mailHash" in (
      select "mailHash" from mail_bars where until <= ${now} limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Deletes a batch of expired blocks against purged members, and returns their number. */
export async function deleteExpiredEchoes(db: Database, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from block_echoes where ("blockerId", "addressHash") in (
      select "blockerId", "addressHash" from block_echoes where until <= ${now} limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Deletes a batch of retired names that can be taken again, and returns their number. */
export async function deleteExpiredNames(db: Database, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from retired_names where "nameHash" in (
      select "nameHash" from retired_names where until <= ${now} limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Deletes a batch of expired banned pictures, and returns their number. */
export async function deleteExpiredPictures(db: Database, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from banned_pictures where sha256 in (
      select sha256 from banned_pictures where until <= ${now} limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
