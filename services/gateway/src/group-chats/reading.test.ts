import type { GroupMessage } from '@app/contract/groups'
import { COMMENTS_IN_LIST, COMMENTS_MAX, RESYNC_VERSIONS_MAX } from '@app/contract/limits'
import { listPushes } from '@app/server/testing/context'
import { anEvent } from '@app/server/testing/events'
import type { TestMember } from '@app/server/testing/members'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'
import { createGroupChatHelpers } from './testing.ts'

const gateway = await setUpTestGateway()
const { ctx, as } = gateway
const { aGroupOfThree, aPost, countUnread, markRead, messagePath, postComment, readChat } =
  createGroupChatHelpers(gateway)

const listIds = (messages: GroupMessage[]): string[] => messages.map(({ id }) => id)

async function postMany(member: TestMember, groupId: string, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) ids.push((await aPost(member, groupId, `nummer ${n}`)).id)
  return ids
}

describe('the read position', () => {
  test('moves only forward, even if requests are late or concurrent', {
    tags: 'group-chats.read-position',
  }, async () => {
    const { ann, bo, groupId } = await aGroupOfThree()
    const ids = await postMany(ann, groupId, 5)
    await Promise.all([ids[3], ids[0], ids[2], ids[1]].map((id) => markRead(bo, groupId, id ?? '')))
    expect((await readChat(bo, groupId)).group).toMatchObject({ newMessages: 1, myLastRead: ids[3] })
    expect((await as(bo).get('/groups/count')).body).toEqual({ groups: 1, messages: 1, invites: 0 })
  })

  test("is pushed once, to the reader's own devices only, with the same group as a fresh load", async () => {
    const { ann, bo, groupId } = await aGroupOfThree()
    const [first, last] = await postMany(ann, groupId, 2)
    const pushCountBefore = (await listPushes(ctx.db)).length
    expect((await markRead(bo, groupId, last ?? '')).status).toBe(204)
    for (const id of [last, first]) expect((await markRead(bo, groupId, id ?? '')).status).toBe(204)
    const { group } = await readChat(bo, groupId)
    expect(group.newMessages).toBe(0)
    expect((await listPushes(ctx.db)).slice(pushCountBefore)).toEqual([
      { to: [bo.id], push: { type: 'group:changed', groupId, group } },
    ])
  })

  test('accepts only posts of the group, and no comments', async () => {
    const { ann, bo, groupId } = await aGroupOfThree()
    const otherGroup = await aGroupOfThree()
    const { id } = await aPost(ann, groupId, 'här')
    const foreignMessage = await aPost(otherGroup.ann, otherGroup.groupId, 'där')
    const { body } = await postComment(ann, groupId, id)
    for (const invalidId of [foreignMessage.id, body.id, '900000000000000000'])
      expect((await markRead(bo, groupId, invalidId)).body).toMatchObject({ code: 'NOT_FOUND' })
    expect(await countUnread(bo, groupId)).toBe(1)
  })

  test('keeps unread counts correct if it moves during concurrent deletions', async () => {
    const { ann, bo, cia, groupId } = await aGroupOfThree()
    const ids = await postMany(ann, groupId, 12)
    const deletedIds = ids.filter((_, n) => n % 2 === 0)
    const responses = await Promise.all([
      ...deletedIds.map((id) => as(ann).post(`${messagePath(groupId, id)}/delete`)),
      ...ids.slice(0, 9).flatMap((id) => [markRead(bo, groupId, id), markRead(cia, groupId, id)]),
    ])
    expect(responses.map(({ status }) => status).filter((status) => status >= 400)).toEqual([])
    const unreadCount = ids.slice(9).filter((id) => !deletedIds.includes(id)).length
    expect([await countUnread(bo, groupId), await countUnread(cia, groupId), await countUnread(ann, groupId)]).toEqual([
      unreadCount,
      unreadCount,
      0,
    ])
    await markRead(bo, groupId, ids.at(-1) ?? '')
    expect(await countUnread(bo, groupId)).toBe(0)
  })
})

describe('pages', () => {
  test('before and after an id have no gaps or duplicates', { tags: 'group-chats.pages' }, async () => {
    const { ann, bo, groupId } = await aGroupOfThree()
    const ids = await postMany(ann, groupId, 12)
    await postComment(bo, groupId, ids[2] ?? '')
    const newest = listIds((await readChat(bo, groupId, '?limit=5')).messages)
    const older = listIds((await readChat(bo, groupId, `?limit=100&before=${newest[0]}`)).messages)
    expect([...older, ...newest]).toEqual(ids)
    expect(listIds((await readChat(bo, groupId, `?after=${ids[3]}&limit=3`)).messages)).toEqual(ids.slice(4, 7))
  })

  test('around a post contain half a page that ends with it, and half a page after it', async () => {
    const { ann, bo, groupId } = await aGroupOfThree()
    const ids = await postMany(ann, groupId, 12)
    const readAround = async (id: string | undefined, limit: number) =>
      listIds((await readChat(bo, groupId, `?around=${id}&limit=${limit}`)).messages)
    expect(await readAround(ids[6], 4)).toEqual(ids.slice(5, 9))
    expect(await readAround(ids[6], 1)).toEqual([ids[6]])
    expect(await readAround(ids[0], 6)).toEqual(ids.slice(0, 4))
    expect(await readAround(ids[11], 6)).toEqual(ids.slice(9))
  })

  test('around a missing post, a post of another group or a comment are not found', async () => {
    const { ann, groupId } = await aGroupOfThree()
    const otherGroup = await aGroupOfThree()
    const { id } = await aPost(ann, groupId, 'här')
    const foreignMessage = await aPost(otherGroup.ann, otherGroup.groupId, 'där')
    const { body } = await postComment(ann, groupId, id)
    for (const invalidId of [foreignMessage.id, body.id, '900000000000000000']) {
      const responses = [
        await as(ann).get(`${messagePath(groupId)}?around=${invalidId}`),
        await as(ann).get(messagePath(groupId, invalidId)),
      ]
      for (const response of responses) expect(response).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    }
  })

  test.each(['around=0', 'around=x', 'after=-1', 'since=1.5', 'limit=101', 'limit=0', 'before=%00'])(
    'with the query %s are rejected',
    async (query) => {
      const { ann, groupId } = await aGroupOfThree()
      expect((await as(ann).get(`${messagePath(groupId)}?${query}`)).body).toMatchObject({ code: 'VALIDATION' })
    },
  )
})

describe('a resync', () => {
  test("returns everything changed since the client's version, and nothing else", async () => {
    const { ann, bo, groupId } = await aGroupOfThree()
    const [deletedId = '', commentedId = '', editedId = '', untouchedId = ''] = await postMany(ann, groupId, 4)
    const { version } = (await readChat(bo, groupId)).group
    await as(ann).post(`${messagePath(groupId, deletedId)}/delete`)
    await postComment(bo, groupId, commentedId, 'sent omsider')
    await as(ann).post(messagePath(groupId, editedId), { message: 'andra ord' })
    const latest = await aPost(bo, groupId, 'nytt')
    const { messages, group, tooOld } = await readChat(bo, groupId, `?since=${version}`)
    expect(tooOld).toBeUndefined()
    expect(listIds(messages)).toEqual([deletedId, commentedId, editedId, latest.id])
    expect(messages).toEqual((await readChat(bo, groupId)).messages.filter(({ id }) => id !== untouchedId))
    expect(group).toEqual((await readChat(bo, groupId)).group)
  })

  test('returns the tombstone of a deleted comment, even if it is older than the comments in a list', async () => {
    const { ann, bo, groupId } = await aGroupOfThree()
    const { id } = await aPost(ann, groupId, 'många svar')
    const firstComment = (await postComment(ann, groupId, id, 'den första')).body
    for (let n = 0; n < COMMENTS_IN_LIST; n += 1) await postComment(bo, groupId, id, `nummer ${n}`)
    const { version } = (await readChat(bo, groupId)).group
    await as(ann).post(`${messagePath(groupId, id)}/comments/${firstComment.id}/delete`)
    const [message] = (await readChat(bo, groupId, `?since=${version}`)).messages
    expect(message?.comments).toHaveLength(COMMENTS_IN_LIST + 1)
    expect(message?.comments[0]).toMatchObject({ id: firstComment.id, deleted: true, message: null })
    expect((await readChat(bo, groupId)).messages[0]?.comments).toHaveLength(COMMENTS_IN_LIST)
  })

  test('requires a full reload for a version that is too old or not yet reached', async () => {
    const { ann, groupId } = await aGroupOfThree()
    await ctx.db.updateTable('groups').set({ version: 1000 }).where('id', '=', groupId).execute()
    const isTooOld = async (version: number) => (await readChat(ann, groupId, `?since=${version}`)).tooOld ?? false
    const requestedVersions = [1000, 1000 - RESYNC_VERSIONS_MAX, 999 - RESYNC_VERSIONS_MAX, 1001]
    expect(await Promise.all(requestedVersions.map(isTooOld))).toEqual([false, false, true, true])
  })
})

test('a message in a list has only its newest comments, a single message up to COMMENTS_MAX, oldest first', {
  tags: 'group-chats.comments-of-message',
}, async () => {
  const { ann, groupId } = await aGroupOfThree()
  const { id } = await aPost(ann, groupId, 'många svar')
  const count = COMMENTS_MAX + 5
  await sql`
    insert into group_messages ("groupId", "parentId", "authorId", "clientId", message, "sentAt", "lastUpdate", version)
    select ${groupId}, ${id}, ${ann.id}, gen_random_uuid(), 'nummer ' || n, now(), now(), 2
    from generate_series(1, ${count}) n order by n`.execute(ctx.db)
  await ctx.db.updateTable('group_messages').set({ commentCount: count }).where('id', '=', id).execute()
  const listTexts = (comments: GroupMessage['comments'] | undefined) => comments?.map(({ message }) => message)
  const createTexts = (first: number) => Array.from({ length: count - first + 1 }, (_, n) => `nummer ${first + n}`)
  const [listedMessage] = (await readChat(ann, groupId)).messages
  const { body: singleMessage } = await as(ann).get<GroupMessage>(messagePath(groupId, id))
  expect(listTexts(listedMessage?.comments)).toEqual(createTexts(count - COMMENTS_IN_LIST + 1))
  expect(listTexts(singleMessage.comments)).toEqual(createTexts(count - COMMENTS_MAX + 1))
  expect([listedMessage?.commentCount, singleMessage.commentCount]).toEqual([count, count])
})

test('messages of a member being deleted look deleted, and reappear when the account is restored', async () => {
  const { ann, bo, groupId } = await aGroupOfThree()
  const { id } = await aPost(bo, groupId, 'mina ord')
  await postComment(bo, groupId, id, 'mina också')
  const chatBefore = await readChat(ann, groupId)
  const setDeleted = (deletedAt: string | null) =>
    ctx.db.updateTable('members').set({ deletedAt }).where('id', '=', bo.id).execute()
  await setDeleted(new Date().toISOString())
  const withoutAuthor = await readChat(ann, groupId)
  const placeholder = { userName: '', message: null, photo: null, profilePhotoUrl: null, deleted: true, badges: [] }
  expect(withoutAuthor.messages).toMatchObject([{ ...placeholder, id, comments: [placeholder] }])
  for (const hiddenText of ['mina', `"${bo.userName}"`]) expect(JSON.stringify(withoutAuthor)).not.toContain(hiddenText)
  await setDeleted(null)
  expect((await readChat(ann, groupId)).messages).toEqual(chatBefore.messages)
})

test('messages of a purged member remain and look deleted', async () => {
  const { ann, bo, groupId } = await aGroupOfThree()
  await aPost(bo, groupId, 'mina ord')
  await ctx.db.deleteFrom('members').where('id', '=', bo.id).execute()
  expect((await readChat(ann, groupId)).messages).toMatchObject([{ userName: '', message: null, deleted: true }])
})

test("a message about an event contains the viewer's answer", async () => {
  const { ann, bo, cia, groupId } = await aGroupOfThree()
  const { id } = await aPost(ann, groupId, 'Picknick')
  const event = await anEvent(ctx.db, { author: ann, groupId })
  await ctx.db.updateTable('events').set({ groupMessageId: id }).where('id', '=', event.id).execute()
  const anAnswerRow = (memberId: string, answer: 'YES' | 'WAITING') => ({
    ...{ eventId: event.id, memberId, answer },
    answeredAt: new Date().toISOString(),
  })
  await ctx.db
    .insertInto('event_answers')
    .values([anAnswerRow(bo.id, 'YES'), anAnswerRow(cia.id, 'WAITING')])
    .execute()
  const readEventInfo = async (member: TestMember) => (await readChat(member, groupId)).messages[0]?.eventMinimalInfo
  expect(await readEventInfo(bo)).toMatchObject({
    eventId: event.id,
    title: 'Picknick',
    cancelled: false,
    sessionResponse: 'YES',
  })
  expect(await readEventInfo(ann)).toMatchObject({ sessionResponse: 'NO_ANSWER' })
  expect(await readEventInfo(cia)).toMatchObject({ sessionResponse: 'NO_ANSWER' })
})

test("messages are marked as an admin's as long as their author is an admin", async () => {
  const { ann, bo, groupId } = await aGroupOfThree()
  await aPost(bo, groupId, 'hej hej')
  const isMarkedAsAdmin = async () => (await readChat(ann, groupId)).messages[0]?.admin
  expect(await isMarkedAsAdmin()).toBe(false)
  await as(ann).post(`/groups/${groupId}/members/${encodeURIComponent(bo.userName)}/promote`)
  expect(await isMarkedAsAdmin()).toBe(true)
  await ctx.db.deleteFrom('group_members').where('memberId', '=', bo.id).execute()
  expect(await isMarkedAsAdmin()).toBe(false)
})
