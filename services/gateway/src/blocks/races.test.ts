import { randomUUID } from 'node:crypto'
import type { ChatSummary } from '@app/contract/chats'
import type { Event } from '@app/contract/events'
import type { Group, GroupResponse } from '@app/contract/groups'
import { aGroup, anOpenChat } from '@app/server/testing/context'
import { anEvent } from '@app/server/testing/events'
import { someMembers, type TestMember } from '@app/server/testing/members'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setUpTestGateway, type TestResponse } from '../testing.ts'

const { ctx, as } = await setUpTestGateway()
const { db } = ctx

/** The number of pairs for each kind of action. `npm run proof` runs 84, about 1,000 for all kinds together. */
const PAIR_COUNT = Number(process.env.BLOCK_RACES ?? 24)
/** The number of pairs that act at the same time. */
const CONCURRENCY = 12

type Pair = { blocker: TestMember; other: TestMember }
type Action = () => Promise<TestResponse<unknown>>
type Race = {
  /** Prepares the action that then runs concurrently with the block. */
  arrange: (pair: Pair) => Promise<Action>
  /** Lists faults: traces of the action that the pair can still see, by default in their chats, and wrong counts. */
  findFaults?: (pair: Pair) => Promise<unknown[]>
}

const body = async <Body>(response: Promise<TestResponse<Body>>): Promise<Body> => (await response).body
const aMessage = () => ({ message: 'Hallå där', clientId: randomUUID() })

/** The group of each pair, with a third member who has posted. */
const sharedGroups = new Map<Pair, { groupId: string; postId: string; third: TestMember }>()
async function aSharedGroup(pair: Pair) {
  const [third] = (await someMembers(db, 1)) as [TestMember]
  const { groupId } = await aGroup(db, { owner: third, members: [pair.blocker, pair.other] })
  const { id: postId } = await body(as(third).post<{ id: string }>(`/groups/${groupId}/messages`, aMessage()))
  const group = { groupId, postId, third }
  sharedGroups.set(pair, group)
  return group
}

/** Lists wrong counts in the group of a pair, and responses that show one of the pair to the other. */
async function findGroupFaults(pair: Pair): Promise<unknown[]> {
  const shared = sharedGroups.get(pair)
  if (!shared) throw new Error('the pair has no group')
  const { groupId, third } = shared
  const faults: unknown[] = []
  for (const [reader, hidden] of [
    [pair.blocker, pair.other],
    [pair.other, pair.blocker],
  ] as const) {
    const read = await as(reader).get<GroupResponse>(`/groups/${groupId}/messages`)
    if (read.status !== 200) continue
    const { group, messages } = read.body
    if (JSON.stringify(read.body).includes(hidden.userName)) faults.push({ reads: hidden.userName, ...read.body })
    if (group.newMessages > messages.length) faults.push({ unread: group.newMessages, of: messages.length })
    // A comment from before the block remains without its text; a later one is neither listed nor counted.
    for (const { commentCount, comments } of messages)
      if (commentCount !== comments.length) faults.push({ commentCount, comments })
    const members = await body(as(reader).get<{ userName: string }[]>(`/groups/${groupId}/members`))
    if (members.length !== group.memberCount) faults.push({ memberCount: group.memberCount, members })
  }
  const seenByThird = await body(as(third).get<Group>(`/groups/${groupId}/open`))
  const members = await body(as(third).get<unknown[]>(`/groups/${groupId}/members`))
  if (seenByThird.memberCount !== members.length) faults.push({ third: seenByThird.memberCount, members })
  return faults
}

const RACES: Record<string, Race> = {
  'a message': {
    arrange: async ({ blocker, other }) => {
      const { chatId } = await anOpenChat(db, { ann: blocker, bo: other })
      return () => as(other).post(`/chats/${chatId}`, aMessage())
    },
  },
  'an invite': {
    arrange:
      async ({ blocker, other }) =>
      () =>
        as(other).post('/chats/invites', { recipientName: blocker.userName, message: 'Hej, hur är det?' }),
  },
  'an invite by the blocker': {
    arrange:
      async ({ blocker, other }) =>
      () =>
        as(blocker).post('/chats/invites', { recipientName: other.userName, message: 'Hej, hur är det?' }),
  },
  'joining a group': {
    arrange: async (pair) => {
      const [third] = (await someMembers(db, 1)) as [TestMember]
      const { groupId } = await aGroup(db, { owner: third, members: [pair.blocker], isOpen: true })
      const { id: postId } = await body(as(third).post<{ id: string }>(`/groups/${groupId}/messages`, aMessage()))
      sharedGroups.set(pair, { groupId, postId, third })
      return () => as(pair.other).post(`/groups/${groupId}/join`)
    },
    findFaults: findGroupFaults,
  },
  'a post': {
    arrange: async (pair) => {
      const { groupId } = await aSharedGroup(pair)
      return () => as(pair.other).post(`/groups/${groupId}/messages`, aMessage())
    },
    findFaults: findGroupFaults,
  },
  'a comment': {
    arrange: async (pair) => {
      const { groupId, postId } = await aSharedGroup(pair)
      return () => as(pair.other).post(`/groups/${groupId}/messages/${postId}/comments`, aMessage())
    },
    findFaults: findGroupFaults,
  },
  "an answer to the blocker's event": {
    arrange: async ({ blocker, other }) => {
      const { id } = await anEvent(db, { author: blocker })
      return () => as(other).post(`/events/${id}/attending`)
    },
    findFaults: async ({ blocker }) => {
      const events = await body(as(blocker).get<Event[]>('/events'))
      return events.filter(({ coming }) => coming !== 0)
    },
  },
  'a kiss': {
    arrange:
      async ({ blocker, other }) =>
      () =>
        as(other).post(`/profiles/visits/kiss/${encodeURIComponent(blocker.userName)}`),
    findFaults: ({ blocker }) =>
      body(as(blocker).get<unknown[]>(`/profiles/visits/${encodeURIComponent(blocker.userName)}`)),
  },
  'a visit': {
    arrange:
      async ({ blocker, other }) =>
      () =>
        as(other).post(`/profiles/visits/${encodeURIComponent(blocker.userName)}`),
    findFaults: ({ blocker }) =>
      body(as(blocker).get<unknown[]>(`/profiles/visits/${encodeURIComponent(blocker.userName)}`)),
  },
  'a confirmation': {
    arrange: async ({ blocker, other }) => {
      await anOpenChat(db, { ann: blocker, bo: other })
      return () => as(blocker).post('/verifications/verify', { userName: other.userName, action: 'CONFIRM' })
    },
    findFaults: async ({ other }) => {
      const path = `/verifications/${encodeURIComponent(other.userName)}`
      return (await body(as(other).get<{ verifications: unknown[] }>(path))).verifications
    },
  },
  'a grant': {
    arrange: async ({ blocker, other }) => {
      await anOpenChat(db, { ann: blocker, bo: other })
      return () => as(blocker).post('/photos/private/grant', { userName: other.userName })
    },
    findFaults: ({ blocker }) => body(as(blocker).get<unknown[]>('/photos/private')),
  },
  'an invite to a group': {
    arrange: async ({ blocker, other }) => {
      const { groupId } = await aGroup(db, { owner: other })
      return () => as(other).post('/groups/invites', { groupId, recipientName: blocker.userName })
    },
    findFaults: ({ blocker }) => body(as(blocker).get<unknown[]>('/groups/invites')),
  },
}

/** Waits for this many turns of the event loop. */
async function waitForTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** Lists the chats, invites and unread counts that are still visible to one of the pair. */
async function findChatFaults({ blocker, other }: Pair): Promise<unknown[]> {
  const faults: unknown[] = []
  for (const member of [blocker, other]) {
    const count = await body(as(member).get<{ chats: number; messages: number; invites: number }>('/chats/count'))
    if (count.chats + count.messages + count.invites > 0) faults.push(count)
    for (const path of ['/chats', '/chats/invites', '/chats/invites?sent=true'])
      faults.push(...(await body(as(member).get<ChatSummary[]>(path))))
  }
  return faults
}

/**
 * Lists the pushes to one of the pair that name the other and follow the pushes of the block itself. The writing
 * transaction assigns the outbox ids, so every push after the block has a larger one.
 */
async function findLatePushes(pairs: Pair[]): Promise<unknown[]> {
  const { rows } = await sql<{ type: string; to: string[]; push: unknown }>`
    with blocked as (
      select id, payload->'to'->>0 as "blockerId", payload->'push'->>'userName' as name from outbox
      where payload->'push'->>'type' = 'block:changed')
    select o.payload->'push'->>'type' as type, o.payload->'to' as "to", o.payload->'push' as push
    from blocked join members other on other."userName" = blocked.name
    join members blocker on blocker.id = blocked."blockerId"::bigint
    join outbox o on o.id > blocked.id and o.payload->'push'->>'type' <> 'block:changed'
    where blocked."blockerId" = any(${pairs.map(({ blocker }) => blocker.id)}) and (
      o.payload->'to' @> to_jsonb(array[blocked."blockerId"])
        and strpos((o.payload->'push')::text, to_jsonb(other."userName")::text) > 0
      or o.payload->'to' @> to_jsonb(array[other.id::text])
        and strpos((o.payload->'push')::text, to_jsonb(blocker."userName")::text) > 0)`.execute(db)
  return rows
}

/**
 * Lists the rows between two members that must not exist while one of them blocks the other, for grants only those by
 * the blocker.
 */
const findLeftovers = async (pairs: Pair[]): Promise<unknown[]> => {
  const { rows } = await sql`
    with blocked as (
      select "ignorerId" as one, "ignoredId" as two from ignores
      where kind = 'BLOCK' and "ignorerId" = any(${pairs.map(({ blocker }) => blocker.id)}::bigint[])),
    sides as (select one, two from blocked union all select two, one from blocked)
    select 'kiss' as what, one, two from sides join kisses on "giverId" = one and "receiverId" = two
    union all select 'grant', one, two from blocked join private_grants on "ownerId" = one and "viewerId" = two
    union all select 'group invite', one, two from sides
      join group_invites on "inviterId" = one and "recipientId" = two and not declined
    union all select 'answer', one, two from sides join events on "authorId" = one
      join event_answers on "eventId" = events.id and "memberId" = two
    union all select 'wrong count', events.coming, count(event_answers."memberId") from sides
      join events on "authorId" = one left join event_answers on "eventId" = events.id and answer = 'YES'
      group by events.id having events.coming <> count(event_answers."memberId")
    union all select 'chat in ' || folder, one, two from sides join chat_members on "memberId" = one and "otherId" = two
      where folder not in ('GONE', 'KEPT')
    union all select 'open chat', one, two from sides
      join chats on "creatorId" = one and "invitedId" = two where state <> 'ENDED'`.execute(db)
  return rows
}

test.each(Object.entries(RACES))(
  'a block leaves no trace of a concurrent action: %s',
  {
    tags: 'blocks.races',
  },
  async (_, race) => {
    const members = await someMembers(db, 2 * PAIR_COUNT)
    const pairs = Array.from({ length: PAIR_COUNT }, (_, index): Pair => {
      const [blocker, other] = members.slice(2 * index, 2 * index + 2) as [TestMember, TestMember]
      return { blocker, other }
    })
    // The number of turns by which the action begins before the block, adapted so that each wins about half of the races.
    let lead = 0
    const run = async (pair: Pair, index: number) => {
      const act = await race.arrange(pair)
      const turns = lead + (index % 7) - 3
      const [blocked, acted] = await Promise.all([
        waitForTurns(Math.max(turns, 0)).then(() =>
          as(pair.blocker).post('/blocks', { userName: pair.other.userName }),
        ),
        waitForTurns(Math.max(-turns, 0)).then(act),
      ])
      expect(blocked.status).toBe(204)
      expect(acted.status, JSON.stringify(acted.body)).toBeLessThan(500)
      lead += acted.status < 300 ? -2 : 2
    }
    for (let start = 0; start < PAIR_COUNT; start += CONCURRENCY)
      await Promise.all(pairs.slice(start, start + CONCURRENCY).map((pair, offset) => run(pair, start + offset)))
    expect(await findLeftovers(pairs)).toEqual([])
    expect(await findLatePushes(pairs)).toEqual([])
    const faults = await Promise.all(pairs.map((pair) => (race.findFaults ?? findChatFaults)(pair)))
    expect(faults.flat().slice(0, 5)).toEqual([])
  },
)
