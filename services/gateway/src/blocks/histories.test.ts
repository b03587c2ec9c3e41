import { randomUUID } from 'node:crypto'
import type { ChatSummary } from '@app/contract/chats'
import type { Event } from '@app/contract/events'
import type { Group, GroupMessage, GroupResponse } from '@app/contract/groups'
import { transact } from '@app/server/delivery/transact'
import { aGroup, anOpenChat } from '@app/server/testing/context'
import { anEvent } from '@app/server/testing/events'
import { someMembers, type TestMember } from '@app/server/testing/members'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { setUpTestGateway, UNUSED_ID } from '../testing.ts'
import { holdMember, lockMemberAndConfirmed, restoreMember } from '../visibility/holding.ts'
import {
  listPreviews,
  loadTables,
  type Tables,
  viewChats,
  viewEvent,
  viewGroups,
  viewPosts,
} from './testing-reference.ts'

const { ctx, as } = await setUpTestGateway()
const { db } = ctx

/** By default a quick run with the same histories each time; `npm run proof` runs more. */
const HISTORY_COUNT = Number(process.env.GENERATED_HISTORIES ?? 20)
const SEED = Number(process.env.SEED ?? 20261126)

const MEMBER_COUNT = 6
const ACTS = [
  ...['block', 'block', 'end block', 'delete account', 'return', 'message', 'read chat', 'post', 'post', 'comment'],
  ...['comment', 'read group', 'delete post', 'delete comment', 'edit post', 'join', 'leave', 'promote', 'demote'],
  ...['attend', 'be interested', 'withdraw answer', 'confirm'],
] as const
type Step = { act: (typeof ACTS)[number]; actor: number; target: number; group: number; pick: number }

const aStep: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(...ACTS),
  actor: fc.nat({ max: MEMBER_COUNT - 1 }),
  target: fc.nat({ max: MEMBER_COUNT - 1 }),
  group: fc.nat({ max: 1 }),
  pick: fc.nat({ max: 5 }),
})

type Scene = { members: TestMember[]; groupIds: string[]; eventId: string }

/** Creates six members with chats between some of them, two groups, and an event. */
async function createScene(): Promise<Scene> {
  const members = await someMembers(db, MEMBER_COUNT)
  const [ann, bo, cia, dag, eva, fia] = members
  if (!ann || !bo || !cia || !dag || !eva || !fia) throw new Error('six members are needed')
  for (const [one, other] of [
    [ann, bo],
    [ann, cia],
    [bo, cia],
    [cia, dag],
    [eva, ann],
  ] as const)
    await anOpenChat(db, { ann: one, bo: other })
  const large = await aGroup(db, { owner: ann, admins: [bo], members: [cia, dag, eva], isOpen: true })
  const small = await aGroup(db, { owner: fia, members: [ann, bo, cia], isOpen: true })
  const { id: eventId } = await anEvent(db, { author: dag })
  return { members, groupIds: [large.groupId, small.groupId], eventId }
}

const setDeletedAt = (member: TestMember, deletedAt: string | null) =>
  db.updateTable('members').set({ deletedAt }).where('id', '=', member.id).execute()

/** Applies a step. A request that the current state does not allow is rejected and changes nothing. */
async function apply({ members, groupIds, eventId }: Scene, tables: Tables, step: Step): Promise<void> {
  const [actor, target] = [members[step.actor], members[step.target]] as [TestMember, TestMember]
  const groupId = groupIds[step.group] as string
  const row = tables.members.find(({ id }) => id === actor.id)
  if (row?.deletedAt && step.act !== 'return') return
  const posts = tables.messages.filter((message) => message.groupId === groupId && message.parentId === null)
  const post = posts.at(-1 - (step.pick % Math.max(posts.length, 1)))
  const comments = tables.messages.filter(({ parentId }) => parentId !== null && parentId === post?.id)
  const path = `/groups/${groupId}/messages`
  const message = { message: `Ord ${randomUUID().slice(0, 8)}`, clientId: randomUUID() }
  const send = async (path: string, body?: unknown) => {
    const { status } = await as(actor).post(path, body)
    expect(status, `${step.act} ${path}`).toBeLessThan(500)
  }
  const withChat = async (use: (chat: ChatSummary) => Promise<void>) => {
    const { body } = await as(actor).get<ChatSummary[]>('/chats')
    const chat = body[step.pick % Math.max(body.length, 1)]
    if (chat) await use(chat)
  }
  const changeRole = (action: 'promote' | 'demote') =>
    send(`/groups/${groupId}/members/${encodeURIComponent(target.userName)}/${action}`)
  const actions: Record<Step['act'], () => Promise<void>> = {
    block: () => send('/blocks', { userName: target.userName }),
    'end block': () => send('/blocks/remove', { id: target.id }),
    'delete account': async () => {
      await transact(ctx, async (tx) => {
        await lockMemberAndConfirmed(tx.db, actor.id)
        await tx.db
          .updateTable('members')
          .set({ deletedAt: new Date().toISOString() })
          .where('id', '=', actor.id)
          .execute()
        await holdMember(tx, actor.id)
      })
    },
    return: async () => {
      if (!row?.deletedAt) return
      await setDeletedAt(actor, null)
      await transact(ctx, (tx) => restoreMember(tx, actor.id))
    },
    message: () => withChat(({ chatId }) => send(`/chats/${chatId}`, message)),
    'read chat': () =>
      withChat(async ({ chatId }) => {
        const last = tables.chatMessages.findLast((sent) => sent.chatId === chatId)
        if (last) await send(`/chats/${chatId}/mark-read/${last.id}`)
      }),
    post: () => send(path, message),
    comment: () => send(`${path}/${post?.id ?? UNUSED_ID}/comments`, message),
    'read group': () => send(`/groups/${groupId}/mark-read/${post?.id ?? UNUSED_ID}`),
    'delete post': () => send(`${path}/${post?.id ?? UNUSED_ID}/delete`),
    'edit post': () => send(`${path}/${post?.id ?? UNUSED_ID}`, { message: message.message }),
    'delete comment': () =>
      send(`${path}/${post?.id ?? UNUSED_ID}/comments/${comments.at(-1)?.id ?? UNUSED_ID}/delete`),
    join: () => send(`/groups/${groupId}/join`),
    leave: () => send(`/groups/${groupId}/leave`),
    promote: () => changeRole('promote'),
    demote: () => changeRole('demote'),
    attend: () => send(`/events/${eventId}/attending`),
    'be interested': () => send(`/events/${eventId}/interested`),
    'withdraw answer': () => send(`/events/${eventId}/no-answer`),
    confirm: () => send('/verifications/verify', { userName: target.userName, action: 'CONFIRM' }),
  }
  await actions[step.act]()
}

const get = async <Body>(reader: TestMember, path: string): Promise<Body> => {
  const { status, body } = await as(reader).get<Body>(path)
  expect(status, path).toBe(200)
  return body
}

/** Returns the fields of a post that the reference model computes. */
const describePost = ({ id, message, deleted, userName, commentCount, comments }: GroupMessage) => ({
  ...{ id, message, deleted, userName, commentCount },
  comments: comments.map(({ id, message, deleted, userName }) => ({ id, message, deleted, userName })),
})

/** Compares the responses to a member, unless the account is deleted, and all badges with the reference model. */
async function expectReferenceView({ members, eventId }: Scene, tables: Tables, reader: TestMember): Promise<void> {
  if (tables.members.find(({ id }) => id === reader.id)?.deletedAt) return
  const groups = await get<Group[]>(reader, '/groups')
  const expectedGroups = viewGroups(tables, reader.id)
  const shown = groups.map(({ groupId, memberCount, newMessages, role, owner }) => ({
    ...{ groupId, memberCount, newMessages, role, owner },
  }))
  expect(shown.toSorted((one, other) => Number(one.groupId) - Number(other.groupId))).toEqual(expectedGroups)
  const unread = expectedGroups.map(({ newMessages }) => newMessages).filter((count) => count > 0)
  expect(await get(reader, '/groups/count')).toMatchObject({
    groups: unread.length,
    messages: unread.reduce((sum, count) => sum + count, 0),
  })
  for (const { groupId, lastMessage, lastMessageSender } of groups) {
    expect(listPreviews(tables, reader.id, groupId)).toContainEqual({ lastMessage, lastMessageSender })
    const { messages } = await get<GroupResponse>(reader, `/groups/${groupId}/messages?limit=100`)
    const expectedPosts = viewPosts(tables, reader.id, groupId)
    expect(messages.map(describePost)).toEqual(
      expectedPosts.map(({ comments, ...post }, index) => {
        const listed = messages[index]?.comments.length ?? 0
        return { ...post, comments: listed === 0 ? [] : comments.slice(-listed) }
      }),
    )
    const names = await get<{ userName: string }[]>(reader, `/groups/${groupId}/members`)
    expect(names.length).toBe(expectedGroups.find((group) => group.groupId === groupId)?.memberCount)
  }
  const chats = await get<ChatSummary[]>(reader, '/chats')
  const expectedChats = viewChats(tables, reader.id)
  const listed = chats.map(({ chatId, newMessages }) => ({ chatId, newMessages }))
  expect(listed.toSorted((one, other) => Number(one.chatId) - Number(other.chatId))).toEqual(expectedChats)
  const unreadChats = expectedChats.filter(({ newMessages }) => newMessages > 0)
  expect(await get(reader, '/chats/count')).toMatchObject({
    chats: unreadChats.length,
    messages: unreadChats.reduce((sum, { newMessages }) => sum + newMessages, 0),
  })
  const event = await as(reader).get<Event>(`/events/${eventId}`)
  const expectedEvent = viewEvent(tables, reader.id, eventId)
  if (expectedEvent) expect(event.body).toMatchObject(expectedEvent)
  else if (event.status === 200) expect(event.body.cancelled).toBe(true)
  const badges = new Map(tables.members.map(({ id, isVerified }) => [id, isVerified]))
  for (const member of members) {
    const { confirmations = 0 } = tables.confirmations.find(({ memberId }) => memberId === member.id) ?? {}
    expect(badges.get(member.id), `badge of ${member.userName}`).toBe(confirmations >= 3)
  }
}

test('counts and views equal those of a reference model, for one member after each step of a random history and for all at its end', {
  tags: 'blocks.lives',
  timeout: 1_200_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { minLength: 1, maxLength: 12, size: 'max' }), async (steps) => {
      const scene = await createScene()
      const memberIds = scene.members.map(({ id }) => id)
      let tables = await loadTables(db, memberIds)
      for (const step of steps) {
        await apply(scene, tables, step)
        tables = await loadTables(db, memberIds)
        await expectReferenceView(scene, tables, scene.members[step.target] as TestMember)
      }
      for (const reader of scene.members) await expectReferenceView(scene, tables, reader)
    }),
    { seed: SEED, numRuns: HISTORY_COUNT },
  )
})
