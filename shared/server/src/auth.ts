import { SESSION_IDLE_LIFETIME, SESSION_LIFETIME } from '@app/contract/limits'
import type { Ctx, Member } from './context.ts'

/** What a sessionId carries: it only says which row to ask for. */
export type SessionClaims = { sessionId: string; memberId: string; level: Member['level'] }

/** How far the last sign of a session may lag behind. */
const TOUCH_AFTER = 60 * 60 * 1_000

const FIND = `
  select s.id as "sessionId", s."memberId" as id, s."lastSeenAt", m.level, m.language
  from sessions s join members m on m.id = s."memberId"
  where s.id = $1 and s."memberId" = $2 and s."lastSeenAt" > $3 and s."createdAt" > $4 and m."deletedAt" is null`

/** Each call of a member begins here, so a database that hangs is given up here, before the caller does. */
const PATIENCE = 1_500

/** The member behind a session that is alive, or null. One statement; the rare touch that slides its lifetime is not waited for. */
export async function findMember(
  ctx: Ctx,
  { sessionId, memberId }: Pick<SessionClaims, 'sessionId' | 'memberId'>,
): Promise<Member | null> {
  const now = ctx.now().getTime()
  const question = {
    name: 'find-session',
    text: FIND,
    values: [sessionId, memberId, new Date(now - SESSION_IDLE_LIFETIME), new Date(now - SESSION_LIFETIME)],
    query_timeout: PATIENCE,
  }
  const { rows } = await ctx.pool.query<Member & { lastSeenAt: string }>(question)
  const row = rows[0]
  if (!row) return null
  const { lastSeenAt, ...member } = row
  if (now - Date.parse(lastSeenAt) > TOUCH_AFTER) touch(ctx, member.sessionId)
  return member
}

function touch(ctx: Ctx, sessionId: string): void {
  ctx.db
    .updateTable('sessions')
    .set({ lastSeenAt: ctx.now().toISOString() })
    .where('id', '=', sessionId)
    .execute()
    .catch((error: unknown) => ctx.log.warn({ err: error }, 'a session could not be touched'))
}
