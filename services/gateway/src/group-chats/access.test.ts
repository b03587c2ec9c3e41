import { randomUUID } from 'node:crypto'
import { aGroup } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { aPhoto } from '@app/server/testing/photos'
import { hashTables } from '@app/server/testing/table-hashes'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { aForm } from '../photos/testing.ts'
import { type Caller, listOperations, parseOperation, setUpTestGateway, UNUSED_ID } from '../testing.ts'
import { createGroupChatHelpers, GROUP_CHAT_OPERATION } from './testing.ts'

const gateway = await setUpTestGateway()
const { app, ctx, as, visitor } = gateway
const { aGroupOfThree, aPost, postComment } = createGroupChatHelpers(gateway)

/** Reads all state that a request could change, including pushes. */
const readAllState = () =>
  hashTables(ctx.db, ['groups', 'group_members', 'group_messages', 'group_reactions', 'mails', 'media', 'outbox'])

type Ids = { group: string; message: string; comment: string; photo: string }
type Action = {
  name: string
  run: (caller: Caller, ids: Ids) => Promise<{ status: number; body: unknown }>
  /** The statuses for the author of the post, comment and photo, for an admin, and for another member. */
  statuses?: [author: number, admin: number, member: number]
}

const aMessageBody = () => ({ message: 'hej hej', clientId: randomUUID() })
const MESSAGE_PATH = '/groups/{id}/messages/{msgId}'

const GROUP_ACTIONS: Action[] = [
  { name: 'GET /groups/{id}/messages', run: (caller, { group }) => caller.get(`/groups/${group}/messages`) },
  {
    name: 'GET /groups/{id}/messages since a version',
    run: (caller, { group }) => caller.get(`/groups/${group}/messages?since=0`),
  },
  {
    name: 'POST /groups/{id}/messages',
    run: (caller, { group }) => caller.post(`/groups/${group}/messages`, aMessageBody()),
    statuses: [201, 201, 201],
  },
  {
    name: 'POST /groups/{id}/photos',
    run: (caller, { group }) => caller.post(`/groups/${group}/photos`, aForm()),
    statuses: [201, 201, 201],
  },
  {
    name: 'POST /groups/{id}/{photoId}/rotatePhoto',
    run: (caller, { group, photo }) => caller.post(`/groups/${group}/${photo}/rotatePhoto`),
    statuses: [200, 404, 404],
  },
]

const MESSAGE_ACTIONS: Action[] = [
  {
    name: 'GET /groups/{id}/messages around a message',
    run: (caller, ids) => caller.get(`/groups/${ids.group}/messages?around=${ids.message}`),
  },
  { name: `GET ${MESSAGE_PATH}`, run: (caller, ids) => caller.get(`/groups/${ids.group}/messages/${ids.message}`) },
  {
    name: `POST ${MESSAGE_PATH}`,
    run: (caller, ids) => caller.post(`/groups/${ids.group}/messages/${ids.message}`, { message: 'nytt' }),
    statuses: [200, 403, 403],
  },
  {
    name: `POST ${MESSAGE_PATH}/delete`,
    run: (caller, ids) => caller.post(`/groups/${ids.group}/messages/${ids.message}/delete`),
    statuses: [204, 204, 403],
  },
  {
    name: `POST ${MESSAGE_PATH}/react`,
    run: (caller, ids) => caller.post(`/groups/${ids.group}/messages/${ids.message}/react`, { reaction: 'WOW' }),
    statuses: [200, 200, 200],
  },
  {
    name: `POST ${MESSAGE_PATH}/comments`,
    run: (caller, ids) => caller.post(`/groups/${ids.group}/messages/${ids.message}/comments`, aMessageBody()),
    statuses: [201, 201, 201],
  },
  {
    name: `POST ${MESSAGE_PATH}/comments/{cid}/edit`,
    run: (caller, ids) =>
      caller.post(`/groups/${ids.group}/messages/${ids.message}/comments/${ids.comment}/edit`, { message: 'nytt' }),
    statuses: [200, 403, 403],
  },
  {
    name: `POST ${MESSAGE_PATH}/comments/{cid}/react`,
    run: (caller, ids) =>
      caller.post(`/groups/${ids.group}/messages/${ids.message}/comments/${ids.comment}/react`, { reaction: 'WOW' }),
    statuses: [200, 200, 200],
  },
  {
    name: `POST ${MESSAGE_PATH}/comments/{cid}/delete`,
    run: (caller, ids) => caller.post(`/groups/${ids.group}/messages/${ids.message}/comments/${ids.comment}/delete`),
    statuses: [204, 204, 403],
  },
  {
    name: 'POST /groups/{id}/mark-read/{lastId}',
    run: (caller, ids) => caller.post(`/groups/${ids.group}/mark-read/${ids.message}`),
    statuses: [204, 204, 204],
  },
]
const ALL_ACTIONS = [...GROUP_ACTIONS, ...MESSAGE_ACTIONS]

test('ALL_ACTIONS contains every operation of group chats', () => {
  const operations = listOperations(app).filter((operation) => GROUP_CHAT_OPERATION.test(operation))
  expect(new Set(ALL_ACTIONS.map(({ name }) => parseOperation(name)))).toEqual(new Set(operations))
})

async function aGroupWithMessages(isOpen = false) {
  const { ann, bo, cia, groupId } = await aGroupOfThree()
  await ctx.db.updateTable('groups').set({ isOpen }).where('id', '=', groupId).execute()
  const { id } = await aPost(ann, groupId, 'bara för oss')
  const { body } = await postComment(ann, groupId, id)
  const photo = await aPhoto(ctx, ann, { groupId })
  return { ann, bo, cia, ids: { group: groupId, message: id, comment: body.id, photo } }
}

/** A group for requests that are invalid for every group. */
const sharedGroup = await aGroupWithMessages()

/** Transfers the group to another member, so that the author of its messages is an ordinary member. */
async function transferOwnership(groupId: string, { id }: TestMember): Promise<void> {
  await ctx.db.updateTable('groups').set({ ownerId: id }).where('id', '=', groupId).execute()
  await sql`update group_members set admin = "memberId" = ${id} where "groupId" = ${groupId}`.execute(ctx.db)
}

async function invite(groupId: string, inviter: TestMember, recipient: TestMember): Promise<void> {
  const row = { groupId, inviterId: inviter.id, recipientId: recipient.id, sentAt: new Date().toISOString() }
  await ctx.db.insertInto('group_invites').values(row).execute()
}

/** Creates callers outside the group. Bo becomes one of them, because his membership is held. */
async function createOutsiders({
  ann,
  bo,
  ids,
}: Awaited<ReturnType<typeof aGroupWithMessages>>): Promise<TestMember[]> {
  const [invited, formerMember, heldMember] = [await aMember(ctx.db), await aMember(ctx.db), bo]
  await invite(ids.group, ann, invited)
  const otherGroup = await aGroup(ctx.db, { members: [formerMember] })
  await ctx.db
    .updateTable('group_members')
    .set({ groupId: ids.group })
    .where('groupId', '=', otherGroup.groupId)
    .where('memberId', '=', formerMember.id)
    .execute()
  expect((await as(formerMember).post(`/groups/${ids.group}/messages`, aMessageBody())).status).toBe(201)
  expect((await as(formerMember).post(`/groups/${ids.group}/leave`)).status).toBe(204)
  await ctx.db.updateTable('group_members').set({ held: true }).where('memberId', '=', heldMember.id).execute()
  return [await aMember(ctx.db), invited, formerMember, heldMember, otherGroup.owner]
}

describe.each(ALL_ACTIONS)('$name', ({ run, statuses = [200, 200, 200] }) => {
  test.each([true, false])(
    "is limited to the group's members (open: %s)",
    { tags: 'group-chats.members-only' },
    async (isOpen) => {
      const createdGroup = await aGroupWithMessages(isOpen)
      for (const outsider of await createOutsiders(createdGroup)) {
        const stateBefore = await readAllState()
        expect(await run(as(outsider), createdGroup.ids)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
        expect(await readAllState()).toEqual(stateBefore)
      }
    },
  )

  test('responds with the statuses in the table to the author, an admin and another member', async () => {
    for (const [index, status] of statuses.entries()) {
      const { ann, bo, cia, ids } = await aGroupWithMessages()
      await transferOwnership(ids.group, cia)
      const stateBefore = await readAllState()
      expect((await run(as([ann, cia, bo][index] ?? ann), ids)).status).toBe(status)
      if (status >= 400) expect(await readAllState()).toEqual(stateBefore)
    }
  })

  test('is forbidden to the team', async () => {
    const { ids } = await aGroupWithMessages()
    const team = as(await aMember(ctx.db, { level: 'ADMIN' }))
    expect((await run(team, ids)).status).toBe(403)
  })

  test('responds NOT_FOUND if the group does not exist', async () => {
    const { ann, ids } = await aGroupWithMessages()
    const stateBefore = await readAllState()
    for (const member of [ann, await aMember(ctx.db, { level: 'ADMIN' })])
      expect(await run(as(member), { ...ids, group: UNUSED_ID })).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND' },
      })
    expect(await readAllState()).toEqual(stateBefore)
  })

  test('requires a valid session', async () => {
    const { ann, ids } = await aGroupWithMessages()
    const deletedMember = await aMember(ctx.db, { deletedAt: new Date() })
    const stateBefore = await readAllState()
    for (const member of [visitor, as(deletedMember), as({ ...ann, sessionId: UNUSED_ID })])
      expect(await run(member, ids)).toMatchObject({ status: 401, body: { code: 'PLEASE_LOGIN' } })
    expect(await readAllState()).toEqual(stateBefore)
  })

  test.each(['0', '-1', 'abc', '1.5', '9999999999999999999999', '1%00'])('rejects the id %s', async (id) => {
    const { ann, ids } = sharedGroup
    expect(await run(as(ann), { ...ids, group: id })).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  })
})

describe.each(MESSAGE_ACTIONS)('$name', ({ run }) => {
  test('accepts only posts of the group itself, even from an admin of both groups', async () => {
    const { ann, ids } = await aGroupWithMessages()
    const otherGroup = await aGroup(ctx.db, { owner: ann })
    const foreignMessage = await aPost(ann, otherGroup.groupId, 'där')
    const stateBefore = await readAllState()
    for (const message of [foreignMessage.id, ids.comment, UNUSED_ID])
      expect(await run(as(ann), { ...ids, message })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect(await run(as(ann), { ...ids, group: otherGroup.groupId })).toMatchObject({ status: 404 })
    expect(await readAllState()).toEqual(stateBefore)
  })

  test.each(['0', 'abc', '9999999999999999999999', '1%00'])('rejects the message %s', async (message) => {
    const { ann, ids } = sharedGroup
    expect(await run(as(ann), { ...ids, message })).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  })
})

test('photos of another group and comments on another message are not found, even by their author', async () => {
  const { ann, ids } = await aGroupWithMessages()
  const otherGroup = await aGroup(ctx.db, { owner: ann })
  const [groupPhoto, albumPhoto] = [await aPhoto(ctx, ann, { groupId: otherGroup.groupId }), await aPhoto(ctx, ann)]
  const { id } = await aPost(ann, ids.group, 'något annat')
  const { body } = await postComment(ann, ids.group, id)
  const stateBefore = await readAllState()
  const comments = `/groups/${ids.group}/messages/${ids.message}/comments`
  for (const path of [
    ...[groupPhoto, albumPhoto, 'A'.repeat(22)].map((photo) => `/groups/${ids.group}/${photo}/rotatePhoto`),
    ...[body.id, ids.message, UNUSED_ID].map((cid) => `${comments}/${cid}/delete`),
  ])
    expect([path, await as(ann).post(path)]).toMatchObject([path, { status: 404, body: { code: 'NOT_FOUND' } }])
  expect(await readAllState()).toEqual(stateBefore)
})

test('ignoring a member does not exclude them from a shared group chat', async () => {
  const { ann, bo, ids } = await aGroupWithMessages()
  expect((await as(ann).post('/ignore', bo.userName)).status).toBe(204)
  for (const { name, run } of GROUP_ACTIONS.filter(({ name }) => !name.endsWith('/rotatePhoto')))
    expect([name, (await run(as(bo), ids)).status]).toEqual([name, expect.toBeOneOf([200, 201, 204])])
})

test("an outsider's request does not wait for the group's lock", async () => {
  const { ids } = await aGroupWithMessages()
  const outsider = as(await aMember(ctx.db))
  await ctx.db.transaction().execute(async (tx) => {
    await sql`select id from groups where id = ${ids.group} for update`.execute(tx)
    for (const { name, run } of ALL_ACTIONS) expect([name, (await run(outsider, ids)).status]).toEqual([name, 403])
  })
})
