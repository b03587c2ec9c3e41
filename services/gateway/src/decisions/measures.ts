import { APPEAL_AIM_MS, BAR_MONTHS, DAY_MS, STATEMENT_LINK_GRACE_MS } from '@app/contract/limits'
import type { Action } from '@app/contract/safety/decisions'
import { addMonths } from '@app/contract/time/months'
import type { Tx } from '@app/server/delivery/transact'
import { hashBarredAddress } from '@app/server/safety/mail-bars'
import { sql } from 'kysely'
import { revokeAllAccess } from '../sessions/actions.ts'
import { holdMember, restoreMember } from '../visibility/holding.ts'

/** The minimum time after an appeal for which removed pictures and a banned account are kept. */
export const KEPT_DURING_APPEAL_MS = APPEAL_AIM_MS + STATEMENT_LINK_GRACE_MS

type Kind = 'WARN' | 'CONTACT' | 'POST' | 'UPLOAD' | 'SUSPEND' | 'BAN'
type Imposed = { kind: Kind; until: Date | null; heldUntil: Date | null }

/** Returns the measures of an action. A ban holds the account until the deadline of its confirmation. */
function toMeasures(action: Action, now: Date, confirmBy: Date | null): Imposed[] {
  const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS)
  switch (action.kind) {
    case 'DISMISS':
    case 'REMOVE':
      return []
    case 'WARN':
      return [{ kind: 'WARN', until: null, heldUntil: null }]
    case 'RESTRICT':
      return action.scopes.map((kind) => ({ kind, until: inDays(action.days), heldUntil: null }))
    case 'SUSPEND':
      return [{ kind: 'SUSPEND', until: inDays(action.days), heldUntil: inDays(action.days) }]
    case 'BAN':
      return [{ kind: 'BAN', until: null, heldUntil: confirmBy }]
  }
}

export const holdsAccount = (kind: string): boolean => kind === 'SUSPEND' || kind === 'BAN'

type AccountState = { deletedAt: string | null; heldUntil: string | null }

/**
 * Returns the time at which the member deleted the account themselves, before the team held it; null if they did not.
 * The `deletedAt` of an account that is already held is the time of the hold.
 */
async function findOwnDeletion({ db }: Tx, memberId: string, account: AccountState): Promise<string | null> {
  if (!account.heldUntil) return account.deletedAt
  const { rows } = await sql<{ wasDeletedAt: string | null }>`
    select "wasDeletedAt" from measures
    where "memberId" = ${memberId} and "endedAt" is null and kind in ('SUSPEND', 'BAN') order by id limit 1`.execute(db)
  return rows[0]?.wasDeletedAt ?? null
}

/**
 * Holds an account: hides the member and ends all access, like a deletion that its owner cannot undo. Returns the time
 * of an earlier deletion by the member, or null. Events that begin after `heldUntil` are hidden, but not canceled. The
 * caller holds the locks of `lockTarget`.
 */
async function holdAccount(tx: Tx, memberId: string, heldUntil: Date): Promise<string | null> {
  const account = await tx.db
    .selectFrom('members')
    .select(['deletedAt', 'heldUntil'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  const wasDeletedAt = await findOwnDeletion(tx, memberId, account)
  await sql`
    update members set "deletedAt" = ${tx.now()}, "heldUntil" = greatest("heldUntil", ${heldUntil})
    where id = ${memberId}`.execute(tx.db)
  await revokeAllAccess(tx, memberId, { suspended: true })
  if (account.deletedAt === null) await holdMember(tx, memberId, heldUntil)
  return wasDeletedAt
}

type MeasuresOf = { decisionId: string; memberId: string; actions: readonly Action[]; confirmBy: Date | null }

/** Imposes the measures of a decision. The caller holds the locks of `lockTarget`. */
export async function imposeMeasures(tx: Tx, { decisionId, memberId, actions, confirmBy }: MeasuresOf): Promise<void> {
  const now = tx.now()
  for (const { kind, until, heldUntil } of actions.flatMap((action) => toMeasures(action, now, confirmBy))) {
    const wasDeletedAt = heldUntil && (await holdAccount(tx, memberId, heldUntil))
    await tx.db
      .insertInto('measures')
      .values({
        ...{ decisionId, memberId, kind, wasDeletedAt },
        ...{ from: now.toISOString(), until: until?.toISOString() ?? null },
      })
      .execute()
  }
}

/**
 * Returns the time until which other measures hold an account; null if none does. A ban whose appeal waits holds it
 * longer.
 */
async function findOtherHold({ db }: Tx, memberId: string): Promise<string | null> {
  const { rows } = await sql<{ heldUntil: string | null }>`
    select max(case s.kind when 'SUSPEND' then s.until else greatest(coalesce(d."confirmBy", d."appealBy"),
      a.at + ${KEPT_DURING_APPEAL_MS} * interval '1 millisecond') end) as "heldUntil"
    from measures s join decisions d on d.id = s."decisionId"
    left join appeals a on a."decisionId" = d.id and a.outcome is null
    where s."memberId" = ${memberId} and s."endedAt" is null and s.kind in ('SUSPEND', 'BAN')`.execute(db)
  return rows[0]?.heldUntil ?? null
}

/**
 * Returns a held account to its previous state: visible, or deleted by its owner. While another measure holds it, only
 * sets `heldUntil` to the end of that measure. The caller holds the locks of `lockTarget`.
 */
async function releaseAccount(tx: Tx, memberId: string, wasDeletedAt: string | null): Promise<void> {
  const heldUntil = await findOtherHold(tx, memberId)
  if (heldUntil) {
    await tx.db.updateTable('members').set({ heldUntil }).where('id', '=', memberId).execute()
    return
  }
  await tx.db
    .updateTable('members')
    .set({ heldUntil: null, deletedAt: wasDeletedAt })
    .where('id', '=', memberId)
    .execute()
  if (wasDeletedAt === null) await restoreMember(tx, memberId)
}

/** Ends all measures of a decision, or a single measure. The caller holds the locks of `lockTarget`. */
export async function endMeasures(tx: Tx, condition: { decisionId: string } | { id: string }): Promise<void> {
  const [[column, value] = ['id', '0']] = Object.entries(condition)
  const { rows } = await sql<{ kind: Kind; memberId: string | null; wasDeletedAt: string | null }>`
    update measures set "endedAt" = ${tx.now()} where ${sql.ref(column)} = ${value} and "endedAt" is null
    returning kind, "memberId", "wasDeletedAt"`.execute(tx.db)
  for (const { kind, memberId, wasDeletedAt } of rows)
    if (memberId && holdsAccount(kind)) await releaseAccount(tx, memberId, wasDeletedAt)
}

/** Returns the SQL that extends an existing bar or banned picture. Unless it has expired, it still refers to its earlier ban. */
const renewExisting = (table: 'mail_bars' | 'banned_pictures', now: Date) => sql`
  do update set until = greatest(${sql.table(table)}.until, excluded.until),
    "decisionId" = case when ${sql.table(table)}.until > ${now} then ${sql.table(table)}."decisionId"
      else excluded."decisionId" end`

/** Stores the hashes of the address and the pictures of a banned member, so that they are recognized later. */
export async function barMember(tx: Tx, secret: string, decisionId: string, memberId: string): Promise<void> {
  const until = addMonths(tx.now(), BAR_MONTHS)
  const member = await tx.db.selectFrom('members').select('email').where('id', '=', memberId).executeTakeFirst()
  if (!member) return
  await sql`
    insert into mail_bars ("mailHash", "decisionId", until)
    values (${hashBarredAddress(secret, member.email)}, ${decisionId}, ${until})
    on conflict ("mailHash") ${renewExisting('mail_bars', tx.now())}`.execute(tx.db)
  await sql`
    insert into banned_pictures (sha256, "decisionId", until)
    select distinct "rawHash", ${decisionId}::bigint, ${until}::timestamptz from media
    where "ownerId" = ${memberId} and "rawHash" is not null
    on conflict (sha256) ${renewExisting('banned_pictures', tx.now())}`.execute(tx.db)
}

/** The confirmed bans of members who are still stored, each with the end of its bars. */
const STANDING_BANS = sql`(
  select s."decisionId", s."memberId", s."from" + make_interval(months => ${BAR_MONTHS}::integer) as until
  from measures s join decisions d on d.id = s."decisionId"
  where s.kind = 'BAN' and s."endedAt" is null and s."memberId" is not null and d."confirmBy" is null)`

/** Stores the bars that standing bans have lost, because they shared them with a ban that was overturned. */
export async function restoreSharedBars({ db, now }: Tx, secret: string): Promise<void> {
  const { rows } = await sql<{ decisionId: string; email: string; until: string }>`
    select ban."decisionId", members.email, ban.until from ${STANDING_BANS} ban join members on members.id = ban."memberId"
    where ban.until > ${now()} order by ban."decisionId"`.execute(db)
  const bars = rows.map(({ email, ...ban }) => ({ ...ban, mailHash: hashBarredAddress(secret, email) }))
  if (bars.length === 0) return
  await db
    .insertInto('mail_bars')
    .values(bars)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await sql`
    insert into banned_pictures (sha256, "decisionId", until)
    select distinct on (media."rawHash") media."rawHash", ban."decisionId", ban.until
    from ${STANDING_BANS} ban join media on media."ownerId" = ban."memberId"
    where media."rawHash" is not null and ban.until > ${now()} order by media."rawHash", ban."decisionId"
    on conflict (sha256) do nothing`.execute(db)
}

/** Removes the barred addresses and pictures of a ban. */
export async function removeBars({ db }: Tx, decisionId: string): Promise<void> {
  await db.deleteFrom('mail_bars').where('decisionId', '=', decisionId).execute()
  await db.deleteFrom('banned_pictures').where('decisionId', '=', decisionId).execute()
}
