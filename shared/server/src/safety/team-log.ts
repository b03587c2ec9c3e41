import { createHash } from 'node:crypto'
import type { LogAct } from '@app/contract/safety/team'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import type { Json } from '../db/tables.ts'
import type { Tx } from '../delivery/transact.ts'
import { type CanonicalValue, toCanonicalJson } from './canonical-json.ts'

/** `byId` is the account of the admin who acts, null for the operator and for upkeep jobs. */
type NewEntry = { byId: string | null; act: LogAct; caseId?: string; about: { [key: string]: CanonicalValue } }

type HashedFields = { at: string; byId: string | null; act: string; caseId: string | null; about: unknown }

/** An entry as it is stored. */
export type StoredEntry = HashedFields & { id: string; previous: Buffer | null; hash: Buffer }

const hashEntry = (previous: Buffer | null, { at, byId, act, caseId, about }: HashedFields): Buffer =>
  createHash('sha256')
    .update(previous ?? '')
    .update(toCanonicalJson({ at, byId, act, caseId, about }))
    .digest()

/** Returns the newest entry, the head of the log; undefined if the log is empty. */
export const findLogHead = (db: Database): Promise<Pick<StoredEntry, 'id' | 'hash'> | undefined> =>
  db.selectFrom('team_log').select(['id', 'hash']).orderBy('id', 'desc').limit(1).executeTakeFirst()

/**
 * Takes the lock of the log, which is always the last lock of a transaction. An action takes it early if it reads rows
 * that determine the entry.
 */
export const lockLog = (db: DatabaseTransaction) =>
  sql`select pg_advisory_xact_lock(hashtextextended('team-log', 0))`.execute(db)

/**
 * Appends an entry to the team log and returns its id. Takes the lock of the log, which is always the last lock of a
 * transaction.
 */
export async function appendToLog(
  { db, now }: Pick<Tx, 'db' | 'now'>,
  { byId, act, caseId, about }: NewEntry,
): Promise<string> {
  await lockLog(db)
  const previous = (await findLogHead(db))?.hash ?? null
  const fields = { at: now().toISOString(), byId, act, caseId: caseId ?? null, about }
  const { id } = await db
    .insertInto('team_log')
    .values({ ...fields, about: JSON.stringify(about) as Json, previous, hash: hashEntry(previous, fields) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Returns the id of the first entry, in the order of ids, that does not match its own hash or does not contain the hash
 * of the entry before it; null if there is none. `before` is the hash of the entry before the first one, undefined if
 * it is not known.
 */
export function findBrokenEntry(entries: readonly StoredEntry[], before: Buffer | null | undefined): string | null {
  let previous = before
  for (const entry of entries) {
    const follows =
      previous === undefined || Buffer.compare(previous ?? Buffer.of(), entry.previous ?? Buffer.of()) === 0
    if (!follows || !hashEntry(entry.previous, entry).equals(entry.hash)) return entry.id
    previous = entry.hash
  }
  return null
}

const PAGE_SIZE = 1_000

/** The result of a verification: the number of entries before the first broken one, its id, and the newest entry. */
export type LogVerification = {
  entries: number
  brokenId: string | null
  head: Pick<StoredEntry, 'id' | 'hash'> | null
}

/** Verifies the hashes of the whole log, from its first entry. */
export async function verifyLog(db: Database): Promise<LogVerification> {
  let entries = 0
  let head: StoredEntry | null = null
  for (;;) {
    const page: StoredEntry[] = await db
      .selectFrom('team_log')
      .selectAll()
      .where('id', '>', head?.id ?? '0')
      .orderBy('id')
      .limit(PAGE_SIZE)
      .execute()
    const brokenId = findBrokenEntry(page, head?.hash ?? null)
    entries += brokenId ? page.findIndex(({ id }) => id === brokenId) : page.length
    if (brokenId || page.length < PAGE_SIZE) return { entries, brokenId, head: (await findLogHead(db)) ?? null }
    head = page.at(-1) ?? null
  }
}
