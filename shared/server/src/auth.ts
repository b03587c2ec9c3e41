import { randomBytes } from 'node:crypto'
import { SESSION_IDLE_LIFETIME, SESSION_LIFETIME } from '@app/contract/limits'
import type { Ctx, Member } from './context.ts'
import { gathered } from './gathered.ts'
import { hashToken } from './mail-tokens.ts'

/**
 * Claims of a session's token. `sid` is 128 random bits that prove the session; the database keeps their hash. `sessionId` is
 * the number of the row, which lists and pushes name the session by. Tokens of sessions older than `sid` lack it.
 */
export type SessionClaims = { sid?: string; sessionId: string; memberId: string; level: Member['level'] }

/** Draws the `sid` of a new session. */
export const drawSessionId = (): string => randomBytes(16).toString('base64url')

/** How far the last sign of a session may lag behind. */
const TOUCH_AFTER = 60 * 60 * 1_000

const FIND = `
  select claimed.hash, sessions.id as "sessionId", members.id, sessions."lastSeenAt", members.level, members.language
  from unnest($1::bytea[], $2::bigint[]) as claimed(hash, "memberId")
  join sessions on coalesce(sessions.hash, sha256(sessions.id::text::bytea)) = claimed.hash and sessions."memberId" = claimed."memberId"
  join members on members.id = sessions."memberId"
  where sessions."lastSeenAt" > $3 and sessions."createdAt" > $4 and members."deletedAt" is null`

/** Each call of a member begins here, so a database that hangs is given up here, before the caller does. */
const PATIENCE = 1_500

type Proof = { hash: Buffer; memberId: string }

const keyOf = (hash: Buffer): string => hash.toString('hex')

/** Returns the members of living sessions by the hash of the session. Does not wait for the rare touch that slides a lifetime. */
async function findMembers(ctx: Ctx, proofs: Proof[]): Promise<Map<string, Member>> {
  const now = ctx.now().getTime()
  const hashes = proofs.map(({ hash }) => hash)
  const memberIds = proofs.map(({ memberId }) => memberId)
  const question = {
    name: 'find-session',
    text: FIND,
    values: [hashes, memberIds, new Date(now - SESSION_IDLE_LIFETIME), new Date(now - SESSION_LIFETIME)],
    query_timeout: PATIENCE,
  }
  const { rows } = await ctx.pool.query<Member & { hash: Buffer; lastSeenAt: string }>(question)
  return new Map(
    rows.map(({ hash, lastSeenAt, ...member }) => {
      if (now - Date.parse(lastSeenAt) > TOUCH_AFTER) touch(ctx, member.sessionId)
      return [keyOf(hash), member]
    }),
  )
}

/** Finds the member behind a session that is alive, or null: one statement for all calls that come in at the same moment. */
export function memberFinder(ctx: Ctx): (claims: Omit<SessionClaims, 'level'>) => Promise<Member | null> {
  const find = gathered((proofs: Proof[]) => findMembers(ctx, proofs))
  return async ({ sid, sessionId, memberId }) => {
    const hash = hashToken(sid ?? sessionId)
    const member = (await find({ hash, memberId })).get(keyOf(hash))
    return member?.id === memberId ? member : null
  }
}

function touch(ctx: Ctx, sessionId: string): void {
  ctx.db
    .updateTable('sessions')
    .set({ lastSeenAt: ctx.now().toISOString() })
    .where('id', '=', sessionId)
    .execute()
    .catch((error: unknown) => ctx.log.warn({ err: error }, 'a session could not be touched'))
}
