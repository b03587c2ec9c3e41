import type { Envelope, GroupEnvelope, Push, PushOf } from '@app/contract/pushes'
import type { Redis } from 'ioredis'
import { sql } from 'kysely'
import type { Database } from './db/database.ts'
import { type Addressed, memberChannel } from './pushes.ts'

type View = { mine: boolean; ignored: boolean }
type Seers = View & { memberIds: string[] }

/** Who is in the group at this moment, by what the author is to them. */
async function listInGroup(db: Database, { group, author }: GroupEnvelope): Promise<Seers[]> {
  const { rows } = await sql<View & { memberIds: string }>`
    select gm."memberId" is not distinct from ${author}::bigint as mine, i."ignorerId" is not null as ignored,
      string_agg(gm."memberId"::text, ',') as "memberIds"
    from group_members gm
    left join ignores i on i."ignorerId" = gm."memberId" and i."ignoredId" = ${author}::bigint
    where gm."groupId" = ${group} and not gm.held
    group by 1, 2`.execute(db)
  return rows.map(({ memberIds, ...view }) => ({ ...view, memberIds: memberIds.split(',') }))
}

/** Of many members those whom some hub serves; the others' pushes would be heard by nobody. */
async function listServed(redis: Redis, memberIds: string[]): Promise<string[]> {
  const numbers = (await redis.pubsub('NUMSUB', ...memberIds.map(memberChannel))) as unknown[]
  return memberIds.filter((_, index) => Number(numbers[2 * index + 1]) > 0)
}

type ByMember = PushOf<'group:message' | 'group:message-changed' | 'group:comment'>

const isByMember = (push: Push): push is ByMember =>
  push.type === 'group:message' || push.type === 'group:message-changed' || push.type === 'group:comment'

function asSeen(push: Push, view: View): Push {
  if (!isByMember(push)) return push
  return push.type === 'group:comment'
    ? { ...push, comment: { ...push.comment, ...view } }
    : ({ ...push, message: { ...push.message, ...view } } as Push)
}

async function addressGroup(db: Database, redis: Redis, envelope: GroupEnvelope): Promise<Addressed[]> {
  const addressed: Addressed[] = []
  for (const { memberIds, ...view } of await listInGroup(db, envelope)) {
    const to = await listServed(redis, memberIds)
    if (to.length > 0) addressed.push({ to, push: asSeen(envelope.push, view) })
  }
  return addressed
}

/** Turns a group into those who are in it now, each of whom is told what they see. */
export async function address(
  db: Database,
  redis: Redis,
  envelopes: (Envelope | GroupEnvelope)[],
): Promise<Addressed[]> {
  const all: Addressed[] = []
  for (const envelope of envelopes) {
    if ('to' in envelope) all.push(envelope)
    else all.push(...(await addressGroup(db, redis, envelope)))
  }
  return all
}
