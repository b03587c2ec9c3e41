import { setImmediate as waitForNextTick } from 'node:timers/promises'
import type { AnyEnvelope, GroupEnvelope, UnsignedPush, UnsignedPushOf } from '@app/contract/pushes'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { PushOrigin } from '../process/request-origin.ts'
import { countSubscribers } from '../redis/commands.ts'
import type { RedisClient } from '../redis/connections.ts'
import { type AddressedPush, memberChannel } from './pushes.ts'

type OutgoingEnvelope = AnyEnvelope & PushOrigin
type OutgoingGroupEnvelope = GroupEnvelope & PushOrigin
/** The fields of a message or comment that differ by recipient. */
type RecipientFields = { mine: boolean; ignored: boolean }
type GroupRecipients = RecipientFields & { envelope: OutgoingGroupEnvelope; memberIds: string[] }

/** Lists the current members of these groups, grouped by envelope and by their relation to the author. */
async function listGroupRecipients(db: Database, envelopes: OutgoingGroupEnvelope[]): Promise<GroupRecipients[]> {
  const { rows } = await sql<RecipientFields & { ordinal: number; memberIds: string }>`
    select sent.ordinal::int, gm."memberId" is not distinct from sent.author as mine,
      i."ignorerId" is not null as ignored,
      string_agg(gm."memberId"::text, ',') as "memberIds"
    from unnest(${envelopes.map(({ group }) => group)}::bigint[], ${envelopes.map(({ author }) => author)}::bigint[])
      with ordinality sent("group", author, ordinal)
    join group_members gm on gm."groupId" = sent."group" and not gm.held
    left join ignores i on i."ignorerId" = gm."memberId" and i."ignoredId" = sent.author
    group by 1, 2, 3 order by 1`.execute(db)
  return rows.flatMap(({ ordinal, memberIds, ...fields }) => {
    const envelope = envelopes[ordinal - 1]
    return envelope ? [{ ...fields, envelope, memberIds: memberIds.split(',') }] : []
  })
}

/** Returns the members that are connected to a hub; pushes to other members would reach no client. */
async function findConnectedIds(redis: RedisClient, memberIds: string[]): Promise<Set<string>> {
  const hubCounts = await countSubscribers(redis, memberIds.map(memberChannel))
  return new Set(memberIds.filter((_, index) => Number(hubCounts[index]) > 0))
}

type AuthoredPush = UnsignedPushOf<'group:message' | 'group:message-changed' | 'group:comment'>

const isAuthoredPush = (push: UnsignedPush): push is AuthoredPush =>
  push.type === 'group:message' || push.type === 'group:message-changed' || push.type === 'group:comment'

/** Returns a push with the values of these fields for a recipient. */
function personalizePush(push: UnsignedPush, { mine, ignored }: RecipientFields): UnsignedPush {
  if (!isAuthoredPush(push)) return push
  return push.type === 'group:comment'
    ? { ...push, comment: { ...push.comment, mine, ignored } }
    : ({ ...push, message: { ...push.message, mine, ignored } } as UnsignedPush)
}

/** Returns the pushes for each envelope, addressed to the connected members of its group. */
async function resolveGroups(db: Database, redis: RedisClient, envelopes: OutgoingGroupEnvelope[]) {
  const recipients = await listGroupRecipients(db, envelopes)
  const connectedIds = await findConnectedIds(redis, [...new Set(recipients.flatMap(({ memberIds }) => memberIds))])
  const addressedPushes = new Map<OutgoingGroupEnvelope, AddressedPush[]>()
  for (const { envelope, memberIds, ...fields } of recipients) {
    const to = memberIds.filter((memberId) => connectedIds.has(memberId))
    if (to.length === 0) continue
    const { at, requestId } = envelope
    addressedPushes.set(envelope, [
      ...(addressedPushes.get(envelope) ?? []),
      { to, push: personalizePush(envelope.push, fields), at, requestId },
    ])
  }
  return addressedPushes
}

/** The number of group pushes whose recipients are looked up together; each may have thousands. */
const BATCH_SIZE = 20

const isGroupEnvelope = (envelope: OutgoingEnvelope): envelope is OutgoingGroupEnvelope => 'group' in envelope

const getVersion = ({ push }: OutgoingGroupEnvelope): number => ('version' in push ? push.version : 0)

type PendingLookup = {
  envelope: OutgoingGroupEnvelope
  resolve: (addressedPushes: AddressedPush[]) => void
  reject: (error: unknown) => void
}

/**
 * Creates a function that looks up the members of groups, one batch at a time; envelopes that arrive meanwhile form the
 * next batch. Batches are in the order of versions, since a client that receives a later push before an earlier one
 * detects a gap and requests changes that are already on their way.
 */
function createGroupResolver(
  db: Database,
  redis: RedisClient,
): (envelope: OutgoingGroupEnvelope) => Promise<AddressedPush[]> {
  let pending: PendingLookup[] = []
  let isRunning = false

  async function resolveBatch(batch: PendingLookup[]): Promise<void> {
    try {
      const addressedPushes = await resolveGroups(
        db,
        redis,
        batch.map(({ envelope }) => envelope),
      )
      for (const { envelope, resolve } of batch) resolve(addressedPushes.get(envelope) ?? [])
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  async function run(): Promise<void> {
    isRunning = true
    while (pending.length > 0) {
      await waitForNextTick()
      const sorted = pending.toSorted(
        (lookup, otherLookup) => getVersion(lookup.envelope) - getVersion(otherLookup.envelope),
      )
      pending = sorted.slice(BATCH_SIZE)
      await resolveBatch(sorted.slice(0, BATCH_SIZE))
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
 * Creates a function that addresses pushes: it resolves groups to their current connected members, and sets the fields
 * that differ by recipient.
 */
export function createRecipientResolver(db: Database, redis: RedisClient): ResolveRecipients {
  const resolveGroup = createGroupResolver(db, redis)
  const resolveEnvelope = (envelope: OutgoingEnvelope): AddressedPush[] | Promise<AddressedPush[]> => {
    if (isGroupEnvelope(envelope)) return resolveGroup(envelope)
    if (!('everybody' in envelope)) return [envelope]
    const { everybody: _, ...pushAndOrigin } = envelope
    return [{ ...pushAndOrigin, to: 'everybody' }]
  }
  return async (envelopes) => {
    const addressedPushes = envelopes.map(resolveEnvelope)
    return (await Promise.all(addressedPushes)).flat()
  }
}
