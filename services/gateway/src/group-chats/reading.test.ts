import type { GroupMessage } from '@app/contract/groups'
import { COMMENTS_IN_LIST, COMMENTS_MAX, RESYNC_VERSIONS_MAX } from '@app/contract/limits'
import { pushes } from '@app/server/testing/context'
import { anEvent } from '@app/server/testing/events'
import { aMember, type TestMember } from '@app/server/testing/members'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'
import { groupChat } from './testing.ts'

const gateway = await setUpTestGateway()
const { ctx, as } = gateway
const { aGroupOfThree, comment, markRead, path, read, postText, countUnread } = groupChat(gateway)

const listIds = (messages: GroupMessage[]): string[] => messages.map(({ id }) => id)

async function postMany(member: TestMember, groupId: string, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) ids.push((await postText(member, groupId, `nummer ${n}`)).id)
  return ids
}

describe('the read position', () => {
  test('moves only forward, even if requests are late or concurrent', {
    tags: 'group-chats.read-position',
  }, async () => {
    const { ann, bo, groupId } = await aGroupOfThree()
    const ids = await postMany(ann, groupId, 5)
    await Promise.all([ids[3], ids[0], ids[2], ids[1]].map((id) => markRead(bo, groupId, id ?? '')))
    expect((await read(bo, groupId)).group).toMatchObject({ newMessages: 1, myLastRead: ids[3] })
    expect((await as(bo).get('/groups/count')).body).toEqual({ groups: 1, messages: 1, invites: 0 })
  })

  test("is pushed once, to the reader's own devices only, and equals a fresh load", async () => {
    const { ann, bo, groupId } = await aGroupOfThree()
    const [first, last] = await postMany(ann, groupId, 2)
    const before = (await pushes(ctx.db)).length
    expect((await markRead(bo, groupId, last ?? '')).status).toBe(204)
    for (const id of [last, first]) expect((await markRead(bo, groupId, id ?? '')).status).toBe(204)
    const { group } = await read(bo, groupId)
    expect(group.newMessages).toBe(0)
    expect((await pushes(ctx.db)).slice(before)).toEqual([
      { to: [bo.id], push: { type: 'group:changed', groupId, group } },
    ])
  })

  test('accepts only messages of the group, and no comments', async () => {
    const { ann, bo, groupId } = await aGroupOfThree()
    const other = await aGroupOfThree()
    const { id } = await postText(ann, groupId, 'här')
    const foreignMessage = await postText(other.ann, other.groupId, 'där')
    const { body } = await comment(ann, groupId, id)
    for (const invalidId of [foreignMessage.id, body.id, '900000000000000000'])
      expect((await markRead(bo, groupId, invalidId)).body).toMatchObject({ code: 'NOT_FOUND' })
    expect(await countUnread(bo, groupId)).toBe(1)
  })

  test('and concurrent deletions leave correct counts for all members', async () => {
    const { ann, bo, cia, groupId } = await aGroupOfThree()
    const ids = await postMany(ann, groupId, 20)
    const deletedIds = ids.filter((_, n) => n % 2 === 0)
    await Promise.all([
      ...deletedIds.map((id) => as(ann).post(`${path(groupId, id)}/delete`)),
      ...ids.slice(0, 15).flatMap((id) => [markRead(bo, groupId, id), markRead(cia, groupId, id)]),
    ])
    const unreadLeft = ids.slice(15).filter((id) => !deletedIds.includes(id)).length
    expect([await countUnread(bo, groupId), await countUnread(cia, groupId), await countUnread(ann, groupId)]).toEqual([
      unreadLeft,
      unreadLeft,
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
    await comment(bo, groupId, ids[2] ?? '')
    const newest = listIds((await read(bo, groupId, '?limit=5')).messages)
    const older = listIds((await read(bo, groupId, `?limit=100&before=${newest[0]}`)).messages)
    expect([...older, ...newest]).toEqual(ids)
    expect(listIds((await read(bo, groupId, `?after=${ids[3]}&limit=3`)).messages)).toEqual(ids.slice(4, 7))
  })

  test('around a message contain half of them on each side', async () => {
    const { ann, bo, groupId } = await aGroupOfThree()
    const ids = await postMany(ann, groupId, 12)
    const readAround = async (id: string | undefined, limit: number) =>
      listIds((await read(bo, groupId, `?around=${id}&limit=${limit}`)).messages)
    expect(await readAround(ids[6], 4)).toEqual(ids.slice(5, 9))
    expect(await readAround(ids[6], 1)).toEqual([ids[6]])
    expect(await readAround(ids[0], 6)).toEqual(ids.slice(0, 4))
    expect(await readAround(ids[11], 6)).toEqual(ids.slice(9))
  })

  test('around a missing message, one of another group, or a comment are not found', async () => {
    const { ann, groupId } = await aGroupOfThree()
    const other = await aGroupOfThree()
    const { id } = await postText(ann, groupId, 'här')
    const foreignMessage = await postText(other.ann, other.groupId, 'där')
    const { body } = await comment(ann, groupId, id)
    for (const invalidId of [foreignMessage.id, body.id, '900000000000000000']) {
      const responses = [
        await as(ann).get(`${path(groupId)}?around=${invalidId}`),
        await as(ann).get(path(groupId, invalidId)),
      ]
      for (const response of responses) expect(response).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    }
  })

  test.each(['around=0', 'around=x', 'after=-1', 'since=1.5', 'limit=101', 'limit=0', 'before=%00'])(
    'the query %s is rejected',
    async (query) => {
      const { ann, groupId } = await aGroupOfThree()
      expect((await as(ann).get(`${path(groupId)}?${query}`)).body).toMatchObject({ code: 'VALIDATION' })
    },
  )
})

describe('catching up', () => {
  test("returns everything changed since the client's version, and nothing else", async () => {
    const { ann, bo, groupId } = await aGroupOfThree()
    const [deletedId = '', commentedId = '', editedId = '', untouchedId = ''] = await postMany(ann, groupId, 4)
    const { version } = (await read(bo, groupId)).group
    await as(ann).post(`${path(groupId, deletedId)}/delete`)
    await comment(bo, groupId, commentedId, 'sent omsider')
    await as(ann).post(path(groupId, editedId), { message: 'andra ord' })
    const latest = await postText(bo, groupId, 'nytt')
    const { messages, group, tooOld } = await read(bo, groupId, `?since=${version}`)
    expect(tooOld).toBeUndefined()
    expect(listIds(messages)).toEqual([deletedId, commentedId, editedId, latest.id])
    expect(messages).toEqual((await read(bo, groupId)).messages.filter(({ id }) => id !== untouchedId))
    expect(group).toEqual((await read(bo, groupId)).group)
  })

  test('returns the placeholder of a comment that was deleted long after others', async () => {
    const { ann, bo, groupId } = await aGroupOfThree()
    const { id } = await postText(ann, groupId, 'många svar')
    const first = (await comment(ann, groupId, id, 'den första')).body
    for (let n = 0; n < COMMENTS_IN_LIST; n += 1) await comment(bo, groupId, id, `nummer ${n}`)
    const { version } = (await read(bo, groupId)).group
    await as(ann).post(`${path(groupId, id)}/comments/${first.id}/delete`)
    const [message] = (await read(bo, groupId, `?since=${version}`)).messages
    expect(message?.comments).toHaveLength(COMMENTS_IN_LIST + 1)
    expect(message?.comments[0]).toMatchObject({ id: first.id, deleted: true, message: null })
    expect((await read(bo, groupId)).messages[0]?.comments).toHaveLength(COMMENTS_IN_LIST)
  })

  test('requires a resync for a version that is too old or not yet reached', async () => {
    const { ann, groupId } = await aGroupOfThree()
    await ctx.db.updateTable('groups').set({ version: 1000 }).where('id', '=', groupId).execute()
    const isTooOld = async (version: number) => (await read(ann, groupId, `?since=${version}`)).tooOld ?? false
    const requestedVersions = [1000, 1000 - RESYNC_VERSIONS_MAX, 999 - RESYNC_VERSIONS_MAX, 1001]
    expect(await Promise.all(requestedVersions.map(isTooOld))).toEqual([false, false, true, true])
  })
})

test('a list contains the newest comments, a single message all of them, oldest first', {
  tags: 'group-chats.comments-of-message',
}, async () => {
  const { ann, groupId } = await aGroupOfThree()
  const { id } = await postText(ann, groupId, 'många svar')
  const count = COMMENTS_MAX + 5
  await sql`
    insert into group_messages ("groupId", "parentId", "authorId", "clientId", message, "sentAt", "lastUpdate", version)
    select ${groupId}, ${id}, ${ann.id}, gen_random_uuid(), 'nummer ' || n, now(), now(), 2
    from generate_series(1, ${count}) n order by n`.execute(ctx.db)
  await ctx.db.updateTable('group_messages').set({ commentCount: count }).where('id', '=', id).execute()
  const textsOf = (comments: GroupMessage['comments'] | undefined) => comments?.map(({ message }) => message)
  const numberedTexts = (from: number) => Array.from({ length: count - from + 1 }, (_, n) => `nummer ${from + n}`)
  const [listed] = (await read(ann, groupId)).messages
  const { body: readAlone } = await as(ann).get<GroupMessage>(path(groupId, id))
  expect(textsOf(listed?.comments)).toEqual(numberedTexts(count - COMMENTS_IN_LIST + 1))
  expect(textsOf(readAlone.comments)).toEqual(numberedTexts(count - COMMENTS_MAX + 1))
  expect([listed?.commentCount, readAlone.commentCount]).toEqual([count, count])
})

test('messages of a member being deleted are hidden, and return with the member', async () => {
  const { ann, bo, groupId } = await aGroupOfThree()
  const { id } = await postText(bo, groupId, 'mina ord')
  await comment(bo, groupId, id, 'mina också')
  const before = await read(ann, groupId)
  const setDeleted = (deletedAt: string | null) =>
    ctx.db.updateTable('members').set({ deletedAt }).where('id', '=', bo.id).execute()
  await setDeleted(new Date().toISOString())
  const withoutAuthor = await read(ann, groupId)
  const placeholder = { userName: '', message: null, photo: null, profilePhotoUrl: null, deleted: true, badges: [] }
  expect(withoutAuthor.messages).toMatchObject([{ ...placeholder, id, comments: [placeholder] }])
  for (const hiddenText of ['mina', `"${bo.userName}"`]) expect(JSON.stringify(withoutAuthor)).not.toContain(hiddenText)
  await setDeleted(null)
  expect((await read(ann, groupId)).messages).toEqual(before.messages)
})

test('messages of a purged member remain as placeholders', async () => {
  const { ann, bo, groupId } = await aGroupOfThree()
  await postText(bo, groupId, 'mina ord')
  await ctx.db.deleteFrom('members').where('id', '=', bo.id).execute()
  expect((await read(ann, groupId)).messages).toMatchObject([{ userName: '', message: null, deleted: true }])
})

test("a message about an event contains the viewer's answer", async () => {
  const { ann, bo, cia, groupId } = await aGroupOfThree()
  const { id } = await postText(ann, groupId, 'Picknick')
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
  const readEventInfo = async (member: TestMember) => (await read(member, groupId)).messages[0]?.eventMinimalInfo
  expect(await readEventInfo(bo)).toMatchObject({
    eventId: event.id,
    title: 'Picknick',
    cancelled: false,
    sessionResponse: 'YES',
  })
  expect(await readEventInfo(ann)).toMatchObject({ sessionResponse: 'NO_ANSWER' })
  expect(await readEventInfo(cia)).toMatchObject({ sessionResponse: 'NO_ANSWER' })
})

test('admins are marked for as long as they are admins', async () => {
  const { ann, bo, groupId } = await aGroupOfThree()
  await postText(bo, groupId, 'hej hej')
  const isMarkedAsAdmin = async () => (await read(ann, groupId)).messages[0]?.admin
  expect(await isMarkedAsAdmin()).toBe(false)
  await as(ann).post(`/groups/${groupId}/members/${encodeURIComponent(bo.userName)}/promote`)
  expect(await isMarkedAsAdmin()).toBe(true)
  await ctx.db.deleteFrom('group_members').where('memberId', '=', bo.id).execute()
  expect(await isMarkedAsAdmin()).toBe(false)
  expect((await read(await aMember(ctx.db), groupId)) as unknown).toMatchObject({ code: 'FORBIDDEN' })
})
