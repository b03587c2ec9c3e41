import { randomUUID } from 'node:crypto'
import type { GroupMessage } from '@app/contract/groups'
import { DAY_MS } from '@app/contract/limits'
import { aGroup } from '@app/server/testing/context'
import { countLockWaiters } from '@app/server/testing/locks'
import { aMember, type TestMember } from '@app/server/testing/members'
import { recordFailedStatements, recordStatements } from '@app/server/testing/statements'
import { expect, test } from 'vitest'
import { aCase, aDecision } from '../cases/testing.ts'
import { aForm as anEventForm } from '../events/testing.ts'
import { setUpTestGateway, type TestResponse, UNUSED_ID } from '../testing.ts'
import { createGroupChatHelpers, pickPreview } from './testing.ts'

const gateway = await setUpTestGateway()
const { ctx, as } = gateway
const { aGroupOfThree, aPost, countUnread, listMessages, listPushes, messagePath, readChat, sendPost } =
  createGroupChatHelpers(gateway)

test('a message is stored once, and pushed in one envelope addressed to the whole group', {
  tags: 'group-chats.send-message',
}, async () => {
  const { ann, groupId } = await aGroupOfThree()
  const clientId = randomUUID()
  const response = await sendPost(ann, groupId, '  Hej alla! ', clientId)
  expect(response.status).toBe(201)
  expect(response.body).toMatchObject({
    ...{ userName: ann.userName, message: 'Hej alla!', clientId, mine: true, admin: true, ignored: false },
    ...{ deleted: false, comments: [], commentCount: 0, eventMinimalInfo: null, editTime: null, photo: null },
  })
  expect(await listMessages(groupId)).toMatchObject([{ authorId: ann.id, message: 'Hej alla!', version: 2 }])
  const envelopes = await listPushes(groupId, 'group:message')
  expect(envelopes).toMatchObject([{ group: groupId, author: ann.id, push: { groupId, version: 2 } }])
  expect(envelopes[0]?.push.message).toEqual({ ...response.body, mine: false })
})

test('the message in a push equals the message in a fresh load', { tags: 'group-chats.push-equals-load' }, async () => {
  const { ann, bo, groupId } = await aGroupOfThree()
  await ctx.db
    .updateTable('members')
    .set({ badges: ['VERIFIED'] })
    .where('id', '=', ann.id)
    .execute()
  await ctx.db.insertInto('persons').values({ memberId: ann.id, ordinal: 2, sex: 'MALE', yearOfBirth: 1980 }).execute()
  const response = await sendPost(ann, groupId, '**Hej** "alla" \\ 👩‍❤️‍👩')
  expect(response.body).toMatchObject({ couple: true, badges: ['VERIFIED'] })
  const [envelope] = await listPushes(groupId, 'group:message')
  const { group, messages } = await readChat(bo, groupId, '?since=1')
  expect(messages).toEqual([envelope?.push.message])
  expect(group.version).toBe(envelope?.push.version)
  expect((await readChat(ann, groupId)).messages).toEqual([response.body])
})

test("a message is unread for all other members, and moves its author's read position", {
  tags: 'group-chats.unread-and-preview',
}, async () => {
  const { ann, bo, cia, groupId } = await aGroupOfThree()
  await aPost(ann, groupId, 'ett')
  const { id } = await aPost(bo, groupId, `${'å'.repeat(69)}👍👍`)
  expect(await Promise.all([ann, bo, cia].map((member) => countUnread(member, groupId)))).toEqual([1, 0, 2])
  const { group } = await readChat(bo, groupId)
  expect(group).toMatchObject({ myLastRead: id, version: 3 })
  expect(pickPreview(group)).toEqual({ lastMessage: `${'å'.repeat(69)}👍`, lastMessageSender: bo.userName })
})

test('repeated and concurrent sends with the same clientId store one message and push once', async () => {
  const { ann, bo, groupId } = await aGroupOfThree()
  const clientId = randomUUID()
  const responses = await Promise.all(Array.from({ length: 10 }, () => sendPost(ann, groupId, 'en gång', clientId)))
  const laterResponse = await sendPost(ann, groupId, 'något annat', clientId.toUpperCase())
  for (const { status, body } of [...responses, laterResponse])
    expect({ status, body }).toEqual({ status: 201, body: responses[0]?.body })
  expect(await listMessages(groupId)).toHaveLength(1)
  expect(await listPushes(groupId, 'group:message')).toHaveLength(1)
  expect(await countUnread(bo, groupId)).toBe(1)
})

test('the same text with another clientId, or from another member, is stored as another message', async () => {
  const { ann, bo, groupId } = await aGroupOfThree()
  const clientId = randomUUID()
  for (const member of [ann, bo]) expect((await sendPost(member, groupId, 'samma ord', clientId)).status).toBe(201)
  await aPost(ann, groupId, 'samma ord')
  expect(await listMessages(groupId)).toHaveLength(3)
})

test('a clientId that is already used in another group or on a comment causes a conflict', async () => {
  const firstGroup = await aGroupOfThree()
  const secondGroup = await aGroup(ctx.db, { owner: firstGroup.ann })
  const clientId = randomUUID()
  const { body } = await sendPost(firstGroup.ann, firstGroup.groupId, 'hit', clientId)
  expect((await sendPost(firstGroup.ann, secondGroup.groupId, 'dit', clientId)).body).toMatchObject({
    code: 'CONFLICT',
  })
  const comments = `${messagePath(firstGroup.groupId, body.id)}/comments`
  expect((await as(firstGroup.ann).post(comments, { message: 'dit', clientId })).body).toMatchObject({
    code: 'CONFLICT',
  })
  const commentId = randomUUID()
  expect((await as(firstGroup.ann).post(comments, { message: 'här', clientId: commentId })).status).toBe(201)
  expect((await sendPost(firstGroup.ann, firstGroup.groupId, 'dit', commentId)).body).toMatchObject({
    code: 'CONFLICT',
  })
  expect(await listMessages(secondGroup.groupId)).toEqual([])
  expect(await listMessages(firstGroup.groupId)).toHaveLength(2)
})

test('a repeated send by a member who was removed meanwhile returns the message without its comments', async () => {
  const { ann, bo, groupId } = await aGroupOfThree()
  const clientId = randomUUID()
  const firstResponse = await sendPost(bo, groupId, 'hann fram', clientId)
  await as(ann).post(`${messagePath(groupId, firstResponse.body.id)}/comments`, {
    message: 'bara för oss',
    clientId: randomUUID(),
  })
  expect((await sendPost(bo, groupId, 'hann fram', clientId)).body).toMatchObject({ commentCount: 1 })
  await ctx.db.deleteFrom('group_members').where('memberId', '=', bo.id).execute()
  expect(await sendPost(bo, groupId, 'hann fram', clientId)).toMatchObject({
    status: 201,
    body: { id: firstResponse.body.id, comments: [], commentCount: 0 },
  })
  expect((await sendPost(bo, groupId, 'för sent')).status).toBe(403)
})

test('a repeated send by a member who was removed meanwhile shows nothing that others have done since', async () => {
  const { ann, bo, groupId } = await aGroupOfThree()
  const { id } = await aPost(ann, groupId, 'innan')
  const body = { message: 'mitt svar', replyTo: id, clientId: randomUUID() }
  const reply = await as(bo).post<GroupMessage>(messagePath(groupId), body)
  await ctx.db.deleteFrom('group_members').where('memberId', '=', bo.id).execute()
  await as(ann).post(`${messagePath(groupId, id)}`, { message: 'bara för oss' })
  await as(ann).post(`${messagePath(groupId, reply.body.id)}/react`, { reaction: 'HEART' })
  const repeated = await as(bo).post<GroupMessage>(messagePath(groupId), body)
  expect(repeated).toMatchObject({ status: 201, body: { id: reply.body.id, lastUpdate: reply.body.sendTime } })
  expect(repeated.body).not.toHaveProperty('reactions')
  expect(repeated.body.replyTo).toEqual({
    ...{ id, senderName: '', mine: false, message: null, photo: false, deleted: true },
  })
})

test('sixty concurrent messages have versions without gaps, in the order of their ids', async () => {
  const { ann, bo, cia, groupId } = await aGroupOfThree()
  const writers = [ann, bo, cia]
  const responses = await Promise.all(
    Array.from({ length: 60 }, (_, n) => sendPost(writers[n % 3] as TestMember, groupId, `nummer ${n}`)),
  )
  expect(responses.every(({ status }) => status === 201)).toBe(true)
  const versions = (await listMessages(groupId)).map(({ version }) => version)
  expect(versions).toEqual(Array.from({ length: 60 }, (_, n) => n + 2))
  const unread = await Promise.all(writers.map((member) => countUnread(member, groupId)))
  const countLoadedUnread = async (member: TestMember) => {
    const { group, messages } = await readChat(member, groupId, '?limit=100')
    return messages.filter(({ id }) => BigInt(id) > BigInt(group.myLastRead ?? 0)).length
  }
  expect(unread).toEqual(await Promise.all(writers.map(countLoadedUnread)))
})

test('messages sent while their author is being removed are either stored and pushed or rejected', async () => {
  const { ann, bo, groupId } = await aGroupOfThree()
  const requests = Array.from({ length: 20 }, (_, n) => sendPost(bo, groupId, `nummer ${n}`))
  const removal = as(ann).post(`/groups/${groupId}/members/${encodeURIComponent(bo.userName)}/remove`)
  const [removalResponse, ...responses] = await Promise.all([removal, ...requests])
  expect(removalResponse.status).toBe(204)
  const storedCount = responses.filter(({ status }) => status === 201).length
  expect(responses.filter(({ status }) => status === 403)).toHaveLength(20 - storedCount)
  expect(await listMessages(groupId)).toHaveLength(storedCount)
  expect(await listPushes(groupId, 'group:message')).toHaveLength(storedCount)
  const { posts } = await ctx.db
    .selectFrom('groups')
    .select('posts')
    .where('id', '=', groupId)
    .executeTakeFirstOrThrow()
  expect(posts).toBe(storedCount)
})

test("a message that waits for the group's lock is rejected if its author is removed meanwhile", async () => {
  const { bo, groupId } = await aGroupOfThree()
  let sending: ReturnType<typeof sendPost> | undefined
  await ctx.db.transaction().execute(async (tx) => {
    await tx.selectFrom('groups').select('id').where('id', '=', groupId).forUpdate().execute()
    sending = sendPost(bo, groupId, 'i sista sekunden')
    await expect.poll(() => countLockWaiters(ctx)).toBe(1)
    await tx.deleteFrom('group_members').where('memberId', '=', bo.id).execute()
  })
  expect(await sending).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  expect(await listMessages(groupId)).toEqual([])
  expect(await listPushes(groupId, 'group:message')).toEqual([])
  const group = await ctx.db
    .selectFrom('groups')
    .select(['posts', 'version'])
    .where('id', '=', groupId)
    .executeTakeFirst()
  expect(group).toEqual({ posts: 0, version: 1 })
})

test("an event of a group is rejected with RESTRICTED if its author is restricted while it waits for the group's lock", async () => {
  const { ann, groupId } = await aGroupOfThree()
  const decisionId = await aDecision(ctx.db, { caseId: await aCase(ctx.db), byId: UNUSED_ID })
  const [from, until] = [0, DAY_MS].map((ms) => new Date(Date.now() + ms).toISOString())
  let creation: Promise<TestResponse<unknown>> | undefined
  await ctx.db.transaction().execute(async (tx) => {
    await tx.selectFrom('groups').select('id').where('id', '=', groupId).forUpdate().execute()
    creation = as(ann).post(`/events/groups/${groupId}`, anEventForm())
    await expect.poll(() => countLockWaiters(ctx)).toBe(1)
    const restriction = { decisionId, memberId: ann.id, kind: 'POST', from: from ?? '', until: until ?? '' } as const
    await tx.insertInto('measures').values(restriction).execute()
  })
  expect(await creation).toMatchObject({ status: 403, body: { code: 'RESTRICTED' } })
  expect(await listMessages(groupId)).toEqual([])
})

test.each([
  ['no text', {}],
  ['one letter', { message: 'a' }],
  ['spaces', { message: '      ' }],
  ['1001 UTF-16 units', { message: 'x'.repeat(1001) }],
  ['NUL', { message: 'hej\u0000' }],
  ['half of a surrogate pair', { message: 'hej \ud83d' }],
  ['a number', { message: 12 }],
  ['an invalid clientId', { message: 'hej', clientId: '1' }],
  ['an invalid photo', { photoUrl: 'https://example.test/a.jpg' }],
])(
  '%s is rejected as a message and as a comment, and the response reports the field',
  { tags: 'group-chats.invalid-message' },
  async (_, body) => {
    const { ann, groupId } = await aGroupOfThree()
    const { id } = await aPost(ann, groupId, 'den enda')
    for (const url of [messagePath(groupId), `${messagePath(groupId, id)}/comments`]) {
      const response = await as(ann).post<{ fields: unknown[] }>(url, body)
      expect(response).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
      expect(response.body.fields).toHaveLength(1)
    }
    expect(await listMessages(groupId)).toHaveLength(1)
  },
)

test('messages that an admin of the community writes in a group show the name of the team and no profile photo', async () => {
  const admin = await aMember(ctx.db, { level: 'ADMIN', userName: 'Karin i teamet' })
  const bo = await aMember(ctx.db)
  const { groupId } = await aGroup(ctx.db, { owner: bo, members: [admin] })
  const response = await sendPost(admin, groupId, 'Välkomna hit')
  await as(admin).post(`${messagePath(groupId, response.body.id)}/comments`, {
    message: 'och hit',
    clientId: randomUUID(),
  })
  const loaded = await readChat(bo, groupId)
  expect(loaded.messages[0]).toMatchObject({
    ...{ userName: 'Teamet', badges: ['VERIFIED'], profilePhotoUrl: null },
    comments: [{ userName: 'Teamet' }],
  })
  expect(pickPreview(loaded.group)).toEqual({ lastMessage: 'och hit', lastMessageSender: 'Teamet' })
  const envelopes = [...(await listPushes(groupId, 'group:message')), ...(await listPushes(groupId, 'group:comment'))]
  expect(envelopes).toHaveLength(2)
  expect(JSON.stringify([loaded, envelopes, response.body])).not.toContain('Karin')
})

test('posts and comments of ignored members are marked', async () => {
  const { ann, bo, cia, groupId } = await aGroupOfThree()
  const { id } = await aPost(ann, groupId, 'hej hej')
  await as(ann).post(`${messagePath(groupId, id)}/comments`, { message: 'och hej', clientId: randomUUID() })
  await as(bo).post('/ignore', ann.userName)
  const readIgnoredFlags = async (member: TestMember) =>
    (await readChat(member, groupId)).messages.map(({ ignored, comments }: GroupMessage) => [
      ignored,
      comments[0]?.ignored,
    ])
  expect(await readIgnoredFlags(bo)).toEqual([[true, true]])
  expect(await readIgnoredFlags(cia)).toEqual([[false, false]])
  expect(await readIgnoredFlags(ann)).toEqual([[false, false]])
})

/** The number of statements that the session lookup adds to each request. */
const SESSION_STATEMENTS = 1

/** Returns whether a statement selects recipients or unread counts for pushes; the response does not wait for it. */
const isDelivery = (text: string): boolean => /string_agg\(gm\."memberId"|unread\.groups/.test(text)

test.each([
  [
    'sending a message',
    1,
    (groupId: string) => ({ to: groupId, body: { message: 'hej hej', clientId: randomUUID() } }),
  ],
  ['a reply', 1, (groupId: string, id: string) => ({ to: groupId, body: { message: 'hej hej', replyTo: id } })],
  ['a rejected message', 2, () => ({ to: '900000000000000000', body: { message: 'hej hej', clientId: randomUUID() } })],
  ['a page of messages', 2, (groupId: string) => ({ to: groupId })],
  ['changes since a version', 2, (groupId: string) => ({ to: groupId, query: '?since=1' })],
  ['the messages around a message', 2, (groupId: string, id: string) => ({ to: groupId, query: `?around=${id}` })],
])('%s takes %i statements besides the session lookup', async (_, statementCount, createRequest) => {
  const { ann, bo, groupId } = await aGroupOfThree()
  const { id } = await aPost(ann, groupId, 'ett')
  for (let n = 0; n < 5; n += 1) await aPost(bo, groupId, `nummer ${n}`)
  await as(bo).post(`${messagePath(groupId, id)}/comments`, { message: 'och en till', clientId: randomUUID() })
  await as(bo).post(`${messagePath(groupId, id)}/react`, { reaction: 'HEART' })
  await as(bo).post(messagePath(groupId), { message: 'ett svar', replyTo: id })
  const { to, body, query = '' } = createRequest(groupId, id) as { to: string; body?: object; query?: string }
  const statements = await recordStatements(() =>
    body ? as(ann).post(messagePath(to), body) : as(ann).get(`${messagePath(to)}${query}`),
  )
  expect(statements.filter((text) => !isDelivery(text))).toHaveLength(SESSION_STATEMENTS + statementCount)
})

test('a repeated message makes no statement fail, which would take many times as long', async () => {
  const { ann, groupId } = await aGroupOfThree()
  const clientId = randomUUID()
  const first = await sendPost(ann, groupId, 'en gång', clientId)
  const failures = await recordFailedStatements(async () => {
    expect((await sendPost(ann, groupId, 'en gång', clientId)).body).toEqual(first.body)
  })
  expect(failures).toEqual([])
})

test('a repeated comment makes no statement fail', async () => {
  const { ann, groupId } = await aGroupOfThree()
  const path = `${messagePath(groupId, (await aPost(ann, groupId, 'ett inlägg')).id)}/comments`
  const comment = { message: 'en gång', clientId: randomUUID() }
  const first = await as(ann).post(path, comment)
  const failures = await recordFailedStatements(async () => {
    expect((await as(ann).post(path, comment)).body).toEqual(first.body)
  })
  expect([first.status, failures]).toEqual([201, []])
})

test('a repeated message takes two statements besides the session lookup', async () => {
  const { ann, groupId } = await aGroupOfThree()
  const clientId = randomUUID()
  await sendPost(ann, groupId, 'en gång', clientId)
  const statements = await recordStatements(() => sendPost(ann, groupId, 'en gång', clientId))
  expect(statements.filter((text) => !isDelivery(text))).toHaveLength(SESSION_STATEMENTS + 2)
})
