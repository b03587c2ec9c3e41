import { setImmediate as waitForNextTick } from 'node:timers/promises'
import type { AnyEnvelope, GroupEnvelope, Push, PushOf } from '@app/contract/pushes'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Origin } from '../process/trace.ts'
import { countSubscribers } from '../redis/commands.ts'
import type { RedisClient } from '../redis/connections.ts'
import { type AddressedPush, memberChannel } from './pushes.ts'

type OutgoingEnvelope = AnyEnvelope & Origin
type OutgoingGroupEnvelope = GroupEnvelope & Origin
type AuthorView = { mine: boolean; ignored: boolean }
type GroupRecipients = AuthorView & { envelope: OutgoingGroupEnvelope; memberIds: string[] }

/** Lists the current members of these groups, by their relation to the author. */
async function listGroupRecipients(db: Database, envelopes: OutgoingGroupEnvelope[]): Promise<GroupRecipients[]> {
  const { rows } = await sql<AuthorView & { ordinal: number; memberIds: string }>`
    select sent.ordinal::int, gm."memberId" is not distinct from sent.author as mine, i."ignorerId" is not null as ignored,
      string_agg(gm."memberId"::text, ',') as "memberIds"
    from unnest(${envelopes.map(({ group }) => group)}::bigint[], ${envelopes.map(({ author }) => author)}::bigint[])
      with ordinality sent("group", author, ordinal)
    join group_members gm on gm."groupId" = sent."group" and not gm.held
    left join ignores i on i."ignorerId" = gm."memberId" and i."ignoredId" = sent.author
    group by 1, 2, 3 order by 1`.execute(db)
  return rows.flatMap(({ ordinal, memberIds, ...view }) => {
    const envelope = envelopes[ordinal - 1]
    return envelope ? [{ ...view, envelope, memberIds: memberIds.split(',') }] : []
  })
}

/** Returns the members that are connected to some hub; pushes to the others would have no receiver. */
async function listConnected(redis: RedisClient, memberIds: string[]): Promise<Set<string>> {
  const hubCounts = await countSubscribers(redis, memberIds.map(memberChannel))
  return new Set(memberIds.filter((_, index) => Number(hubCounts[index]) > 0))
}

type AuthoredPush = PushOf<'group:message' | 'group:message-changed' | 'group:comment'>

const isAuthoredPush = (push: Push): push is AuthoredPush =>
  push.type === 'group:message' || push.type === 'group:message-changed' || push.type === 'group:comment'

function personalizePush(push: Push, { mine, ignored }: AuthorView): Push {
  if (!isAuthoredPush(push)) return push
  return push.type === 'group:comment'
    ? { ...push, comment: { ...push.comment, mine, ignored } }
    : ({ ...push, message: { ...push.message, mine, ignored } } as Push)
}

async function resolveGroups(db: Database, redis: RedisClient, envelopes: OutgoingGroupEnvelope[]) {
  const all = await listGroupRecipients(db, envelopes)
  const connected = await listConnected(redis, [...new Set(all.flatMap(({ memberIds }) => memberIds))])
  const addressed = new Map<OutgoingGroupEnvelope, AddressedPush[]>()
  for (const { envelope, memberIds, ...view } of all) {
    const to = memberIds.filter((memberId) => connected.has(memberId))
    if (to.length === 0) continue
    const { at, requestId } = envelope
    addressed.set(envelope, [
      ...(addressed.get(envelope) ?? []),
      { to, push: personalizePush(envelope.push, view), at, requestId },
    ])
  }
  return addressed
}

/** How many group pushes are looked up together; each may have thousands of recipients. */
const BATCH_SIZE = 20

const isGroupEnvelope = (envelope: OutgoingEnvelope): envelope is OutgoingGroupEnvelope => 'group' in envelope

const versionOf = ({ push }: OutgoingGroupEnvelope): number => ('version' in push ? push.version : 0)

type PendingLookup = {
  envelope: OutgoingGroupEnvelope
  resolve: (addressed: AddressedPush[]) => void
  reject: (error: unknown) => void
}

/**
 * Looks up the members of groups, one batch at a time, with everything that arrived in the meantime in the next batch.
 * Resolves in version order even if the responses of the database were read in another order: a member who receives a
 * later push before an earlier one would detect a gap and request changes that are already on their way.
 */
function createGroupResolver(
  db: Database,
  redis: RedisClient,
): (envelope: OutgoingGroupEnvelope) => Promise<AddressedPush[]> {
  let pending: PendingLookup[] = []
  let isRunning = false

  async function resolveBatch(batch: PendingLookup[]): Promise<void> {
    try {
      const addressed = await resolveGroups(
        db,
        redis,
        batch.map(({ envelope }) => envelope),
      )
      for (const { envelope, resolve } of batch) resolve(addressed.get(envelope) ?? [])
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  async function run(): Promise<void> {
    isRunning = true
    while (pending.length > 0) {
      await waitForNextTick()
      const all = pending.toSorted((one, other) => versionOf(one.envelope) - versionOf(other.envelope))
      pending = all.slice(BATCH_SIZE)
      await resolveBatch(all.slice(0, BATCH_SIZE))
    }
    isRunning = false
  }

  return (envelope) =>
    new Promise((resolve, reject) => {
      pending.push({ envelope, resolve, reject })
      if (!isRunning) void run()
    })
}

type ResolveRecipients = (envelopes: OutgoingEnvelope[]) => Promise<AddressedPush[]>

/**
 * Creates a function that resolves groups to their current members, with the fields of the push that differ by member.
 */
export function createRecipientResolver(db: Database, redis: RedisClient): ResolveRecipients {
  const resolveGroup = createGroupResolver(db, redis)
  const resolveEnvelope = (envelope: OutgoingEnvelope): AddressedPush[] | Promise<AddressedPush[]> => {
    if (isGroupEnvelope(envelope)) return resolveGroup(envelope)
    if (!('everybody' in envelope)) return [envelope]
    const { everybody: _, ...rest } = envelope
    return [{ ...rest, to: 'everybody' }]
  }
  return async (envelopes) => {
    const addressed = envelopes.map(resolveEnvelope)
    return (await Promise.all(addressed)).flat()
  }
}
