import { setImmediate as waitForNextTick } from 'node:timers/promises'
import type { AnyEnvelope, GroupEnvelope, UnsignedPush, UnsignedPushOf } from '@app/contract/pushes'
import type { Quote } from '@app/contract/replies'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { listGroupViews } from '../group-views/group-views.ts'
import { selectBlockStarts } from '../policies/group-blocks.ts'
import type { PushOrigin } from '../process/request-origin.ts'
import { countSubscribers } from '../redis/commands.ts'
import type { RedisClient } from '../redis/connections.ts'
import { type AddressedPush, memberChannel } from './pushes.ts'

type OutgoingEnvelope = AnyEnvelope & PushOrigin
type OutgoingGroupEnvelope = GroupEnvelope & PushOrigin
/** The fields of a message, comment or reaction that differ by recipient. `hiddenComments` are those of the post. */
type RecipientFields = {
  mine: boolean
  ignored: boolean
  hiddenComments: number
  /** Whether the recipient wrote the quoted message, and whether its author is hidden from them. */
  quotesOwn: boolean
  quoteHidden: boolean
}
/** `seesOwnView`: another member is hidden from these members, so that the group's public state would be wrong for them. */
type GroupRecipients = RecipientFields & {
  envelope: OutgoingGroupEnvelope
  memberIds: string[]
  seesOwnView: boolean
}

/**
 * The members, per push, who must not receive it because of a block with the author of the pushed message, with the
 * author of the message that is reacted to, or with the author of the post above a comment, if the post is absent for
 * them.
 */
const HIDDEN = sql`
  select sent.ordinal, block.id from sent cross join lateral (${selectBlockStarts(sql`sent.author`)}) block
  where sent."mayHide"
  union all
  select sent.ordinal, block.id from sent join group_messages post on post.id = sent."parentId"
  cross join lateral (${selectBlockStarts(sql`post."authorId"`)}) block
  where sent."mayHide" and block."lastMessageId" < post.id
  union all
  select sent.ordinal, block.id from sent join group_messages target on target.id = sent."targetId"
  cross join lateral (${selectBlockStarts(sql`target."authorId"`)}) block
  where sent."mayHide"`

/** The members, per push, from whom the author of the quoted message is hidden. */
const HIDDEN_QUOTES = sql`
  select sent.ordinal, block.id from sent cross join lateral (${selectBlockStarts(sql`sent."quotedAuthor"`)}) block
  where sent."mayHide"`

/**
 * By how much the comment count of the post differs for a member, per pushed comment: the comments that are hidden from
 * the member, minus those that a hidden author deleted after the block, since they still count for this member.
 */
const HIDDEN_COMMENTS = sql`
  select sent.ordinal, block.id, sum(case when comment."deletedAt" is null then 1 else -1 end)::integer as count
  from sent join group_messages comment on comment."parentId" = sent."parentId" and comment.version <= sent.version
  cross join lateral (${selectBlockStarts(sql`comment."authorId"`)}) block
  where sent."mayHide" and case when comment."deletedAt" is null then block."lastMessageId" < comment.id
    else block."lastMessageId" >= comment.id and comment."deletedAt" > block."blockedAt" end
  group by 1, 2`

/**
 * The members who ignore the author of a push. Reads the few of each author once: PostgreSQL would otherwise look up
 * every member of the group.
 */
const IGNORERS = sql`
  select author.id as "authorId", ignorer.id from (select distinct author as id from sent) author
  cross join lateral (
    select "ignorerId" as id from ignores where "ignoredId" = author.id and kind = 'IGNORE' offset 0) ignorer`

/** The members, per push of a group's public state, from whom its creator is hidden. */
const HIDDEN_CREATORS = sql`
  select sent.ordinal, block.id
  from sent cross join lateral (${selectBlockStarts(sql`sent."creatorId"`)}) block where sent."isInfo"`

const getParentId = ({ push }: OutgoingGroupEnvelope): string | null => {
  if (push.type === 'group:comment') return push.messageId
  return push.type === 'group:reaction' ? push.parentId : null
}

/** Returns the id of the message that is reacted to. */
const getTargetId = ({ push }: OutgoingGroupEnvelope): string | null =>
  push.type === 'group:reaction' ? push.messageId : null

/** Returns the id of the message that the pushed message quotes. */
function getQuotedId({ push }: OutgoingGroupEnvelope): string | null {
  if (push.type === 'group:comment') return push.comment.replyTo?.id ?? null
  return isMessagePush(push) ? (push.message.replyTo?.id ?? null) : null
}

/**
 * Lists the current members of these groups, grouped by envelope and by their relation to the author. Only members of a
 * group in which blocks have changed may be hidden from each other there.
 */
async function listGroupRecipients(db: Database, envelopes: OutgoingGroupEnvelope[]): Promise<GroupRecipients[]> {
  const { rows } = await sql<Omit<GroupRecipients, 'envelope' | 'memberIds'> & { ordinal: number; memberIds: string }>`
    with sent as materialized (
      select sent.*, g."visibilityChanges" > 0 as "mayHide", g."creatorId", quoted."authorId" as "quotedAuthor"
      from unnest(
        ${envelopes.map(({ group }) => group)}::bigint[], ${envelopes.map(({ author }) => author)}::bigint[],
        ${envelopes.map(getParentId)}::bigint[], ${envelopes.map(getTargetId)}::bigint[],
        ${envelopes.map(getQuotedId)}::bigint[], ${envelopes.map(getVersion)}::integer[],
        ${envelopes.map(({ push }) => push.type === 'group:info')}::boolean[])
        with ordinality sent("group", author, "parentId", "targetId", "quotedId", version, "isInfo", ordinal)
      join groups g on g.id = sent."group" left join group_messages quoted on quoted.id = sent."quotedId"),
    hidden as (${HIDDEN}),
    ignorers as (${IGNORERS}),
    "hiddenComments" as materialized (${HIDDEN_COMMENTS}),
    "hiddenQuotes" as materialized (${HIDDEN_QUOTES}),
    "hiddenCreators" as materialized (${HIDDEN_CREATORS})
    select sent.ordinal::int, gm."memberId" is not distinct from sent.author as mine,
      coalesce((sent.author, gm."memberId") in (select "authorId", id from ignorers), false) as ignored, coalesce(hc.count, 0) as "hiddenComments",
      coalesce(gm."memberId" = sent."quotedAuthor", false) as "quotesOwn",
      not gm.admin and (sent.ordinal, gm."memberId") in (select ordinal, id from "hiddenQuotes") as "quoteHidden",
      sent."isInfo" and not gm.admin and (gm."hiddenMembers" > 0
        or (sent.ordinal, gm."memberId") in (select ordinal, id from "hiddenCreators")) as "seesOwnView",
      string_agg(gm."memberId"::text, ',') as "memberIds"
    from sent join group_members gm on gm."groupId" = sent."group" and not gm.held
    left join "hiddenComments" hc on hc.ordinal = sent.ordinal and hc.id = gm."memberId" and not gm.admin
    where gm.admin or (sent.ordinal, gm."memberId") not in (select ordinal, id from hidden)
    group by 1, 2, 3, 4, 5, 6, 7 order by 1`.execute(db)
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

const isMessagePush = (push: UnsignedPush): push is UnsignedPushOf<'group:message' | 'group:message-changed'> =>
  push.type === 'group:message' || push.type === 'group:message-changed'

/** Returns a quote as a recipient sees it: without name and content if its author is hidden from them. */
const personalizeQuote = ({ id, ...quote }: Quote, { quotesOwn, quoteHidden }: RecipientFields): Quote =>
  quoteHidden
    ? { id, senderName: '', mine: false, message: null, photo: false, deleted: true }
    : { id, ...quote, mine: quotesOwn }

/** Returns a post or comment with a recipient's values of these fields. */
const personalizeMessage = <Message extends { replyTo?: Quote | undefined }>(
  { replyTo, ...message }: Message,
  fields: RecipientFields,
) => ({
  ...message,
  mine: fields.mine,
  ignored: fields.ignored,
  ...(replyTo && { replyTo: personalizeQuote(replyTo, fields) }),
})

/** Returns a push with a recipient's values of these fields. */
function personalizePush(push: UnsignedPush, fields: RecipientFields): UnsignedPush {
  if (push.type === 'group:reaction') return { ...push, mine: fields.mine }
  if (push.type === 'group:comment') {
    const commentCount = push.commentCount - fields.hiddenComments
    return { ...push, commentCount, comment: personalizeMessage(push.comment, fields) }
  }
  if (!isMessagePush(push)) return push
  return { ...push, message: personalizeMessage(push.message, fields) } as UnsignedPush
}

type OwnView = { envelope: OutgoingGroupEnvelope; memberId: string; reload: boolean }

/** Reads the group as these members see it, and returns the push that each of them receives. */
async function createOwnViews(db: Database, ownViews: OwnView[]): Promise<[OutgoingGroupEnvelope, AddressedPush][]> {
  if (ownViews.length === 0) return []
  const pairs = ownViews.map(({ envelope, memberId }) => ({ groupId: envelope.group, memberId }))
  const views = new Map(
    (await listGroupViews(db, pairs)).map(({ memberId, group }) => [`${group.groupId} ${memberId}`, group]),
  )
  return ownViews.flatMap(({ envelope, memberId, reload }) => {
    const { at, requestId, group: groupId } = envelope
    const group = views.get(`${groupId} ${memberId}`)
    if (!group) return []
    const push = { type: 'group:changed', groupId, group, ...(reload && { reload }) } as const
    return [[envelope, { to: [memberId], push, at, requestId }]]
  })
}

const mustReload = ({ reloadFor }: OutgoingGroupEnvelope, memberId: string): boolean =>
  reloadFor === 'all' || Boolean(reloadFor?.includes(memberId))

/** Returns the pushes for each envelope, addressed to the connected members of its group. */
async function resolveGroups(db: Database, redis: RedisClient, envelopes: OutgoingGroupEnvelope[]) {
  const recipients = await listGroupRecipients(db, envelopes)
  const connectedIds = await findConnectedIds(redis, [...new Set(recipients.flatMap(({ memberIds }) => memberIds))])
  const addressedPushes = new Map<OutgoingGroupEnvelope, AddressedPush[]>()
  const add = (envelope: OutgoingGroupEnvelope, addressedPush: AddressedPush) =>
    void addressedPushes.set(envelope, [...(addressedPushes.get(envelope) ?? []), addressedPush])
  const ownViews: OwnView[] = []
  for (const { envelope, memberIds, seesOwnView, ...fields } of recipients) {
    const connected = memberIds.filter((memberId) => connectedIds.has(memberId))
    const to = connected.filter((memberId) => !seesOwnView && !mustReload(envelope, memberId))
    for (const memberId of connected)
      if (!to.includes(memberId)) ownViews.push({ envelope, memberId, reload: mustReload(envelope, memberId) })
    if (to.length === 0) continue
    const { at, requestId } = envelope
    add(envelope, { to, push: personalizePush(envelope.push, fields), at, requestId })
  }
  for (const [envelope, addressedPush] of await createOwnViews(db, ownViews)) add(envelope, addressedPush)
  return addressedPushes
}

/** The number of group pushes whose recipients one query looks up; each push may have thousands. */
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
 * next batch. Batches are ordered by version, since a client that receives a later push before an earlier one
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
