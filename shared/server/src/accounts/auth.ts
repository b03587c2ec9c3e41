import { randomBytes } from 'node:crypto'
import { SESSION_IDLE_LIFETIME_MS, SESSION_LIFETIME_MS } from '@app/contract/limits'
import { sql } from 'kysely'
import { batched } from '../batched.ts'
import type { Ctx, Member } from '../context.ts'
import { ageCheckColumnText } from '../policies/age.ts'
import { actingPartyId } from '../policies/team.ts'
import { hashToken } from './mail-tokens.ts'

/**
 * Claims of a session's token. `sid` is 128 random bits that prove the session; the database stores their hash.
 * `sessionId` is the id of the row, as lists and pushes contain it. Tokens issued before `sid` existed lack it.
 */
export type SessionClaims = { sid?: string; sessionId: string; memberId: string; level: Member['level'] }

/** Generates the `sid` of a new session. */
export const generateSid = (): string => randomBytes(16).toString('base64url')

/** The session that a token claims, by its hash in hex, and the account that the token identifies. */
export type SessionProof = { hash: string; accountId: string }

/** Returns the proof in the claims of a token. A token without `sid` is looked up by the hash of its row's id. */
export const toSessionProof = ({ sid, sessionId, memberId }: Omit<SessionClaims, 'level'>): SessionProof => ({
  hash: hashToken(sid ?? sessionId).toString('hex'),
  accountId: memberId,
})

const STORED_HASH = 'coalesce(sessions.hash, sha256(sessions.id::text::bytea))'

/**
 * SQL for the hash that identifies a row of `sessions`, the expression of the index `sessions_by_hash`. Rows without a
 * hash, from before `sid` existed, are identified by the hash of their id.
 */
export const storedSessionHash = sql.raw<Buffer>(STORED_HASH)

/** The age at which a request refreshes the stored last activity of its session. */
const TOUCH_INTERVAL_MS = 60 * 60 * 1_000

const formatSessionQuery = (ageCheckColumn: string): string => `
  select proof.hash, sessions.id as "sessionId", members.id as "accountId", ${actingPartyId('members')} as id,
    sessions."lastSeenAt", members.level, members.language, members."registeredAt"${ageCheckColumn}
  from unnest($1::text[], $2::bigint[]) as proof(hash, "accountId")
  join sessions on ${STORED_HASH} = decode(proof.hash, 'hex') and sessions."memberId" = proof."accountId"
  join members on members.id = sessions."memberId"
  where sessions."lastSeenAt" > $3 and sessions."createdAt" > $4 and members."deletedAt" is null`

/**
 * Every request of a member begins with this query, so it must time out on an unresponsive database before the caller
 * does.
 */
const QUERY_TIMEOUT_MS = 1_500

type Row = Member & { hash: string; lastSeenAt: string }

async function listActiveSessions({ config, pool, now }: Ctx, proofs: SessionProof[]): Promise<Row[]> {
  const instantBefore = (durationMs: number) => new Date(now().getTime() - durationMs)
  const hashes = proofs.map(({ hash }) => hash)
  const accountIds = proofs.map(({ accountId }) => accountId)
  const ageCheckColumn = ageCheckColumnText(config)
  const query = {
    name: `find-session${ageCheckColumn && '-age'}`,
    text: formatSessionQuery(ageCheckColumn),
    values: [hashes, accountIds, instantBefore(SESSION_IDLE_LIFETIME_MS), instantBefore(SESSION_LIFETIME_MS)],
    query_timeout: QUERY_TIMEOUT_MS,
  }
  const { rows } = await pool.query<Row>(query)
  return rows
}

/** Returns the members of active sessions by session hash. Does not wait for the updates that extend sessions. */
async function findMembers(ctx: Ctx, proofs: SessionProof[]): Promise<Map<string, Member>> {
  const now = ctx.now().getTime()
  const rows = await listActiveSessions(ctx, proofs)
  return new Map(
    rows.map(({ hash, lastSeenAt, ...member }) => {
      if (now - Date.parse(lastSeenAt) > TOUCH_INTERVAL_MS) touchSession(ctx, member.sessionId)
      return [hash, member]
    }),
  )
}

/**
 * Returns a function that finds the member of an active session, or null. All requests of the same tick share one
 * statement.
 */
export function createMemberFinder(ctx: Ctx): (proof: SessionProof) => Promise<Member | null> {
  const find = batched((proofs: SessionProof[]) => findMembers(ctx, proofs))
  return async (proof) => {
    const member = (await find(proof)).get(proof.hash)
    return member?.accountId === proof.accountId ? member : null
  }
}

/** Returns the hashes of the sessions that are active, without extending them. */
export const listActiveSessionHashes = async (ctx: Ctx, proofs: SessionProof[]): Promise<Set<string>> =>
  new Set((await listActiveSessions(ctx, proofs)).map(({ hash }) => hash))

function touchSession(ctx: Ctx, sessionId: string): void {
  ctx.db
    .updateTable('sessions')
    .set({ lastSeenAt: ctx.now().toISOString() })
    .where('id', '=', sessionId)
    .execute()
    .catch((error: unknown) => ctx.log.warn({ err: error }, 'failed to store the last activity of a session'))
}
