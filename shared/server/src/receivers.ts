import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AnyEnvelope, GroupEnvelope, Push, PushOf } from '@app/contract/pushes'
import { sql } from 'kysely'
import type { Database } from './db/database.ts'
import { type Addressed, memberChannel } from './pushes.ts'
import type { RedisClient } from './redis.ts'
import { countListeners } from './redis-commands.ts'
import type { Origin } from './trace.ts'

type Leaving = AnyEnvelope & Origin
type ToGroup = GroupEnvelope & Origin
type View = { mine: boolean; ignored: boolean }
type Seers = View & { envelope: ToGroup; memberIds: string[] }

/** Who is in these groups at this moment, by what the author is to them. */
async function listInGroups(db: Database, envelopes: ToGroup[]): Promise<Seers[]> {
  const { rows } = await sql<View & { place: number; memberIds: string }>`
    select asked.place::int, gm."memberId" is not distinct from asked.author as mine, i."ignorerId" is not null as ignored,
      string_agg(gm."memberId"::text, ',') as "memberIds"
    from unnest(${envelopes.map(({ group }) => group)}::bigint[], ${envelopes.map(({ author }) => author)}::bigint[])
      with ordinality asked("group", author, place)
    join group_members gm on gm."groupId" = asked."group" and not gm.held
    left join ignores i on i."ignorerId" = gm."memberId" and i."ignoredId" = asked.author
    group by 1, 2, 3 order by 1`.execute(db)
  return rows.flatMap(({ place, memberIds, ...view }) => {
    const envelope = envelopes[place - 1]
    return envelope ? [{ ...view, envelope, memberIds: memberIds.split(',') }] : []
  })
}

/** Of many members those whom some hub serves; the others' pushes would be heard by nobody. */
async function listServed(redis: RedisClient, memberIds: string[]): Promise<Set<string>> {
  const hubs = await countListeners(redis, memberIds.map(memberChannel))
  return new Set(memberIds.filter((_, index) => Number(hubs[index]) > 0))
}

type ByMember = PushOf<'group:message' | 'group:message-changed' | 'group:comment'>

const isByMember = (push: Push): push is ByMember =>
  push.type === 'group:message' || push.type === 'group:message-changed' || push.type === 'group:comment'

function asSeen(push: Push, { mine, ignored }: View): Push {
  if (!isByMember(push)) return push
  return push.type === 'group:comment'
    ? { ...push, comment: { ...push.comment, mine, ignored } }
    : ({ ...push, message: { ...push.message, mine, ignored } } as Push)
}

async function addressGroups(db: Database, redis: RedisClient, envelopes: ToGroup[]) {
  const all = await listInGroups(db, envelopes)
  const served = await listServed(redis, [...new Set(all.flatMap(({ memberIds }) => memberIds))])
  const addressed = new Map<ToGroup, Addressed[]>()
  for (const { envelope, memberIds, ...view } of all) {
    const to = memberIds.filter((memberId) => served.has(memberId))
    if (to.length === 0) continue
    const { at, requestId } = envelope
    addressed.set(envelope, [
      ...(addressed.get(envelope) ?? []),
      { to, push: asSeen(envelope.push, view), at, requestId },
    ])
  }
  return addressed
}

/** So many are looked up together; each may stand for thousands of members. */
const AT_ONCE = 20

const isForGroup = (envelope: Leaving): envelope is ToGroup => 'group' in envelope

const versionOf = ({ push }: ToGroup): number => ('version' in push ? push.version : 0)

type Waiting = {
  envelope: ToGroup
  resolve: (addressed: Addressed[]) => void
  reject: (error: unknown) => void
}

/**
 * Looks up whom groups are, one time after the other, and all together that have come in meanwhile. What was written first
 * is answered first, also when the database's answers were read in another order: somebody whom a later push reached before
 * an earlier one would take it for a gap, and ask for what is on its way.
 */
function createGroupAddress(db: Database, redis: RedisClient): (envelope: ToGroup) => Promise<Addressed[]> {
  let waiting: Waiting[] = []
  let working = false

  async function answer(turn: Waiting[]): Promise<void> {
    try {
      const addressed = await addressGroups(
        db,
        redis,
        turn.map(({ envelope }) => envelope),
      )
      for (const { envelope, resolve } of turn) resolve(addressed.get(envelope) ?? [])
    } catch (error) {
      for (const { reject } of turn) reject(error)
    }
  }

  async function work(): Promise<void> {
    working = true
    while (waiting.length > 0) {
      await nextTurn()
      const all = waiting.toSorted((one, other) => versionOf(one.envelope) - versionOf(other.envelope))
      waiting = all.slice(AT_ONCE)
      await answer(all.slice(0, AT_ONCE))
    }
    working = false
  }

  return (envelope) =>
    new Promise((resolve, reject) => {
      waiting.push({ envelope, resolve, reject })
      if (!working) void work()
    })
}

type Address = (envelopes: Leaving[]) => Promise<Addressed[]>

/** Turns groups into those who are in them now, each of whom is told what they see. */
export function createAddress(db: Database, redis: RedisClient): Address {
  const addressGroup = createGroupAddress(db, redis)
  const addressOne = (envelope: Leaving): Addressed[] | Promise<Addressed[]> => {
    if (isForGroup(envelope)) return addressGroup(envelope)
    if (!('everybody' in envelope)) return [envelope]
    const { everybody: _, ...what } = envelope
    return [{ ...what, to: 'everybody' }]
  }
  return async (envelopes) => {
    const addressed = envelopes.map(addressOne)
    return (await Promise.all(addressed)).flat()
  }
}
