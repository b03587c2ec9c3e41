import { SESSION_IDLE_LIFETIME, SESSION_LIFETIME } from '@app/contract/limits'
import type { Ctx, Member } from './context.ts'
import { gathered } from './gathered.ts'

/** What a sessionId carries: it only says which row to ask for. */
export type SessionClaims = { sessionId: string; memberId: string; level: Member['level'] }

/** How far the last sign of a session may lag behind. */
const TOUCH_AFTER = 60 * 60 * 1_000

const FIND = `
  select s.id as "sessionId", s."memberId" as id, s."lastSeenAt", m.level, m.language
  from unnest($1::bigint[], $2::bigint[]) as claimed("sessionId", "memberId")
  join sessions s on s.id = claimed."sessionId" and s."memberId" = claimed."memberId"
  join members m on m.id = s."memberId"
  where s."lastSeenAt" > $3 and s."createdAt" > $4 and m."deletedAt" is null`

/** Each call of a member begins here, so a database that hangs is given up here, before the caller does. */
const PATIENCE = 1_500

type Claims = Pick<SessionClaims, 'sessionId' | 'memberId'>

/** The members behind those of the sessions that are alive; the rare touch that slides a lifetime is not waited for. */
async function findMembers(ctx: Ctx, claims: Claims[]): Promise<Map<string, Member>> {
  const now = ctx.now().getTime()
  const sessionIds = claims.map(({ sessionId }) => sessionId)
  const memberIds = claims.map(({ memberId }) => memberId)
  const question = {
    name: 'find-session',
    text: FIND,
    values: [sessionIds, memberIds, new Date(now - SESSION_IDLE_LIFETIME), new Date(now - SESSION_LIFETIME)],
    query_timeout: PATIENCE,
  }
  const { rows } = await ctx.pool.query<Member & { lastSeenAt: string }>(question)
  return new Map(
    rows.map(({ lastSeenAt, ...member }) => {
      if (now - Date.parse(lastSeenAt) > TOUCH_AFTER) touch(ctx, member.sessionId)
      return [member.sessionId, member]
    }),
  )
}

/** Finds the member behind a session that is alive, or null: one statement for all calls that come in at the same moment. */
export function memberFinder(ctx: Ctx): (claims: Claims) => Promise<Member | null> {
  const find = gathered((claims: Claims[]) => findMembers(ctx, claims))
  return async (claims) => {
    const member = (await find(claims)).get(claims.sessionId)
    return member?.id === claims.memberId ? member : null
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
