import type { Envelope, GroupEnvelope, Push, PushOf } from '@app/contract/pushes'
import type { Redis } from 'ioredis'
import { sql } from 'kysely'
import type { Database } from './db/database.ts'
import { type Addressed, memberChannel } from './pushes.ts'

type View = { mine: boolean; ignored: boolean }
type InGroup = View & { memberId: string }

/** Who is in the group at this moment, and what the author is to each. */
async function listInGroup(db: Database, { group, author }: GroupEnvelope): Promise<InGroup[]> {
  const { rows } = await sql<InGroup>`
    select gm."memberId", gm."memberId" is not distinct from ${author}::bigint as mine,
      exists (select from ignores where "ignorerId" = gm."memberId" and "ignoredId" = ${author}::bigint) as ignored
    from group_members gm where gm."groupId" = ${group} and not gm.held`.execute(db)
  return rows
}

/** Of many members those whom some hub serves; the others' pushes would be heard by nobody. */
async function listServed(redis: Redis, members: InGroup[]): Promise<InGroup[]> {
  if (members.length === 0) return []
  const numbers = (await redis.pubsub('NUMSUB', ...members.map(({ memberId }) => memberChannel(memberId)))) as unknown[]
  return members.filter((_, index) => Number(numbers[2 * index + 1]) > 0)
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

const VIEWS: View[] = [
  { mine: true, ignored: false },
  { mine: false, ignored: true },
  { mine: false, ignored: false },
]

async function addressGroup(db: Database, redis: Redis, envelope: GroupEnvelope): Promise<Addressed[]> {
  const members = await listServed(redis, await listInGroup(db, envelope))
  return VIEWS.flatMap((view) => {
    const seers = members.filter(({ mine, ignored }) => mine === view.mine && ignored === view.ignored)
    return seers.length === 0 ? [] : [{ to: seers.map(({ memberId }) => memberId), push: asSeen(envelope.push, view) }]
  })
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
