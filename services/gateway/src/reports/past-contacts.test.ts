import { randomUUID } from 'node:crypto'
import type { OwnReports, PastContact } from '@app/contract/safety/reports'
import { transact } from '@app/server/delivery/transact'
import { aGroup, anInvite, anOpenChat, asOwner, listPushes, type TestChat } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'
import { holdMember, lockMemberAndConfirmed, restoreMember } from '../visibility/holding.ts'
import { createFiling } from './testing.ts'

const gateway = await setUpTestGateway()
const { ctx, as } = gateway
const { db } = ctx
const file = createFiling(gateway)

const listContacts = async (member: TestMember) => (await as(member).get<PastContact[]>('/reports/past-contacts')).body
const fileLatest = async (reporter: TestMember, { chatId }: Pick<TestChat, 'chatId'>) =>
  (await file(reporter, { kind: 'CHAT_MESSAGE', id: 'LATEST', parentId: chatId })).status
const leave = (member: TestMember, chatId: string) => as(member).post(`/chats/${chatId}/delete`)

/** Deletes an account as the deletion does, this many days ago. */
async function deleteAccount({ id }: TestMember, days = 0): Promise<void> {
  await asOwner(db, sql`update members set "deletedAt" = now() - make_interval(days => ${days}) where id = ${id}`)
  await transact(ctx, async (tx) => {
    await lockMemberAndConfirmed(tx.db, id)
    await holdMember(tx, id)
  })
}

test('lists a chat from the moment at which it vanished from the lists, for 30 days', {
  tags: 'reports.past-contacts',
}, async () => {
  const withdrawn = await anInvite(db)
  const { ann, bo, chatId } = withdrawn
  expect(await listContacts(bo)).toEqual([])
  await leave(ann, chatId)
  expect(await listContacts(bo)).toEqual([{ chatId, userName: ann.userName, goneAt: expect.any(String) }])
  expect(await fileLatest(bo, withdrawn)).toBe(201)
  await asOwner(db, sql`update chat_members set "goneAt" = now() - interval '30 days' where "chatId" = ${chatId}`)
  expect(await listContacts(bo)).toEqual([])
  expect(await fileLatest(bo, withdrawn)).toBe(404)
})

test('lists a chat that the member has left or an invite that they declined', {
  tags: 'reports.past-contacts',
}, async () => {
  const [chat, invite] = [await anOpenChat(db), await anInvite(db)]
  await leave(chat.bo, chat.chatId)
  await as(invite.bo).post(`/chats/${invite.chatId}/decline`)
  for (const { ann, bo, chatId } of [chat, invite]) {
    expect(await listContacts(bo)).toMatchObject([{ chatId, userName: ann.userName }])
    expect(await listContacts(ann)).toEqual([])
    expect(await fileLatest(bo, { chatId })).toBe(201)
  }
  const [first] = await listContacts(chat.bo)
  await leave(chat.ann, chat.chatId)
  expect(await listContacts(chat.bo)).toEqual([first])
})

test('lists a member who has deleted the account, until they restore it', {
  tags: 'reports.past-contacts',
}, async () => {
  const chat = await anOpenChat(db)
  const { ann, bo, chatId } = chat
  await deleteAccount(ann)
  expect(await listContacts(bo)).toMatchObject([{ chatId, userName: ann.userName }])
  expect(await fileLatest(bo, chat)).toBe(201)
  expect((await file(bo, { kind: 'PROFILE', id: ann.userName })).status).toBe(201)
  expect((await file(await aMember(db), { kind: 'PROFILE', id: ann.userName })).status).toBe(404)
  await asOwner(db, sql`update members set "deletedAt" = null where id = ${ann.id}`)
  await transact(ctx, async (tx) => {
    await lockMemberAndConfirmed(tx.db, ann.id)
    await restoreMember(tx, ann.id)
  })
  expect(await listContacts(bo)).toEqual([])
})

test('omits a member who deleted the account 30 days ago', async () => {
  const { ann, bo, chatId } = await anOpenChat(db)
  await deleteAccount(ann, 30)
  expect(await listContacts(bo)).toEqual([])
  expect(await fileLatest(bo, { chatId })).toBe(404)
})

test('an invite that was not delivered can neither be listed nor reported', async () => {
  const { ann, bo, chatId } = await anInvite(db)
  await as(bo).post(`/chats/${chatId}/decline`)
  await leave(ann, chatId)
  const { body } = await as(ann).post<{ chatId: string }>('/chats/invites', {
    recipientName: bo.userName,
    message: 'Hej igen',
  })
  expect((await listContacts(bo)).map((contact) => contact.chatId)).toEqual([chatId])
  expect(await fileLatest(bo, { chatId: body.chatId })).toBe(404)
})

test('only the two members can report a chat that vanished', async () => {
  const { ann, bo, chatId } = await anInvite(db)
  await leave(ann, chatId)
  const stranger = await aMember(db)
  expect(await fileLatest(stranger, { chatId })).toBe(404)
  expect(await listContacts(stranger)).toEqual([])
  expect(await listContacts(await aMember(db, { level: 'ADMIN' }))).toEqual([])
  expect((await as(bo).get(`/chats/${chatId}`)).status).toBe(404)
})

const block = (blocker: TestMember, blocked: TestMember) => as(blocker).post('/blocks', { userName: blocked.userName })
const moveBlock = (blocker: TestMember, days: number) =>
  sql`update ignores set "blockedAt" = "blockedAt" - make_interval(days => ${days}) where "ignorerId" = ${blocker.id}`.execute(
    db,
  )

test('a blocker looks like a member who has deleted the account, and can still report the blocked member after 30 days', {
  tags: 'blocks.reports',
}, async () => {
  const [blocking, deleting] = [await anOpenChat(db), await anOpenChat(db)]
  for (const { ann, bo, chatId } of [blocking, deleting]) {
    await as(ann).post(`/chats/${chatId}`, { message: 'hotfullt', clientId: randomUUID() })
    await as(bo).post(`/chats/${chatId}`, { message: 'svar', clientId: randomUUID() })
  }
  await block(blocking.ann, blocking.bo)
  await deleteAccount(deleting.ann)
  for (const { ann, bo, chatId } of [blocking, deleting]) {
    expect(await listContacts(bo)).toEqual([{ chatId, userName: ann.userName, goneAt: expect.any(String) }])
    expect(await fileLatest(bo, { chatId })).toBe(201)
    expect((await file(bo, { kind: 'PROFILE', id: ann.userName })).status).toBe(201)
  }
  const { ann, bo, chatId } = blocking
  const { rows } = await sql<{ parts: number }>`
    select count(*)::int as parts from reports r join evidence e on e."reportId" = r.id
    where r."reporterId" = ${bo.id}`.execute(db)
  expect(rows[0]?.parts).toBe(2)
  await moveBlock(ann, 30)
  expect(await listContacts(bo)).toEqual([])
  expect(await fileLatest(bo, { chatId })).toBe(404)
  expect((await file(bo, { kind: 'PROFILE', id: ann.userName })).status).toBe(404)
  expect(await listContacts(ann)).toEqual([])
  expect(await fileLatest(ann, { chatId })).toBe(201)
  expect((await file(ann, { kind: 'PROFILE', id: bo.userName })).status).toBe(201)
})

test('the deletion of the account after a block does not change when the chat vanished', {
  tags: 'blocks.reports',
}, async () => {
  const { ann, bo } = await anOpenChat(db)
  await block(ann, bo)
  await moveBlock(ann, 5)
  const before = await listContacts(bo)
  await deleteAccount(ann)
  expect(await listContacts(bo)).toEqual(before)
})

test('posts of a blocker can be reported for 14 days, unless they were written after the block', {
  tags: 'blocks.reports',
}, async () => {
  const [ann, bo, admin] = [await aMember(db), await aMember(db), await aMember(db)]
  const { groupId } = await aGroup(db, { admins: [admin], members: [ann, bo] })
  const post = async () => {
    const { body } = await as(ann).post<{ id: string }>(`/groups/${groupId}/messages`, {
      message: 'hej',
      clientId: randomUUID(),
    })
    return body.id
  }
  const filePost = async (reporter: TestMember, id: string) =>
    (await file(reporter, { kind: 'GROUP_MESSAGE', id, parentId: groupId })).status
  const earlier = await post()
  await block(ann, bo)
  const later = await post()
  expect([await filePost(bo, earlier), await filePost(bo, later)]).toEqual([201, 404])
  await moveBlock(ann, 14)
  expect([await filePost(bo, earlier), await filePost(admin, later)]).toEqual([404, 201])
  await block(admin, ann)
  expect(await filePost(admin, later)).toBe(201)
})

test('still lists an invite that a blocker removes from the kept chats; unblocking restores it for neither member', {
  tags: 'reports.past-contacts',
}, async () => {
  for (const role of ['inviter', 'invited'] as const) {
    const { ann, bo, chatId } = await anInvite(db)
    const [blocker, blocked] = role === 'inviter' ? [ann, bo] : [bo, ann]
    await as(blocker).post('/blocks', { userName: blocked.userName })
    const before = await listContacts(blocked)
    expect(before).toMatchObject([{ chatId, userName: blocker.userName }])
    expect((await leave(blocker, chatId)).status).toBe(204)
    expect(await listContacts(blocked)).toEqual(before)
    await as(blocker).post('/blocks/remove', { id: blocked.id })
    expect(await listContacts(blocked)).toEqual(before)
    for (const member of [blocker, blocked])
      for (const path of ['/chats', '/chats/invites', '/chats/invites?sent=true'])
        expect((await as(member).get(path)).body, path).toEqual([])
  }
})

const rename = async (member: TestMember, userName: string) =>
  expect((await as(member).post('/members', { profile: { userName } })).status).toBe(200)
const fileProfile = async (reporter: TestMember, name: string) =>
  (await file(reporter, { kind: 'PROFILE', id: name })).status
const listReportedNames = async (member: TestMember) =>
  (await as(member).get<OwnReports>('/reports')).body.reports.map(({ name }) => name)

describe('a blocker who takes another name', () => {
  test('keeps the former name for the blocked member, as a member who has deleted the account does', {
    tags: 'blocks.former-name',
  }, async () => {
    const [blocking, deleting] = [await anInvite(db), await anInvite(db)]
    await block(blocking.ann, blocking.bo)
    await deleteAccount(deleting.ann)
    const newNameOf = ({ userName }: TestMember) => `Ny ${userName}`
    await rename(blocking.ann, newNameOf(blocking.ann))
    for (const { ann, bo, chatId } of [blocking, deleting]) {
      expect(await listContacts(bo)).toEqual([{ chatId, userName: ann.userName, goneAt: expect.any(String) }])
      expect(await fileProfile(bo, newNameOf(ann))).toBe(404)
      expect(await fileProfile(bo, ann.userName)).toBe(201)
      expect(await fileLatest(bo, { chatId })).toBe(201)
      expect(await listReportedNames(bo)).toEqual([ann.userName, ann.userName])
    }
    const { rows } = await sql<{ authorId: string }>`
      select c."authorId"::text as "authorId" from reports r join cases c on c.id = r."caseId"
      where r."reporterId" = ${blocking.bo.id}`.execute(db)
    expect(rows).toEqual([{ authorId: blocking.ann.id }, { authorId: blocking.ann.id }])
    await moveBlock(blocking.ann, 30)
    expect(await listContacts(blocking.bo)).toEqual([])
    for (const name of [blocking.ann.userName, newNameOf(blocking.ann)])
      expect(await fileProfile(blocking.bo, name)).toBe(404)
  })

  test('keeps the former name also for a chat that vanished before the block, and for an invite to a group', {
    tags: 'blocks.former-name',
  }, async () => {
    const { ann, bo, chatId } = await anOpenChat(db)
    const { groupId } = await aGroup(db, { owner: ann })
    await as(ann).post('/groups/invites', { groupId, recipientName: bo.userName, message: 'Kom med' })
    await leave(bo, chatId)
    await block(ann, bo)
    await rename(ann, `Ny ${ann.userName}`)
    expect(await listContacts(bo)).toMatchObject([{ chatId, userName: ann.userName }])
    expect((await file(bo, { kind: 'GROUP_INVITE', id: groupId })).status).toBe(201)
    expect(await listReportedNames(bo)).toEqual([ann.userName])
  })

  test('keeps the former name after deleting the account, and shows the new one when the block ends', {
    tags: 'blocks.former-name',
  }, async () => {
    const [deleting, ending] = [await anOpenChat(db), await anInvite(db)]
    for (const { ann, bo } of [deleting, ending]) {
      await block(ann, bo)
      await rename(ann, `Ny ${ann.userName}`)
    }
    await deleteAccount(deleting.ann)
    expect(await listContacts(deleting.bo)).toMatchObject([{ userName: deleting.ann.userName }])
    expect(await fileProfile(deleting.bo, `Ny ${deleting.ann.userName}`)).toBe(404)
    expect(await fileProfile(deleting.bo, deleting.ann.userName)).toBe(201)
    await leave(ending.ann, ending.chatId)
    await as(ending.ann).post('/blocks/remove', { id: ending.bo.id })
    expect(await listContacts(ending.bo)).toMatchObject([{ userName: `Ny ${ending.ann.userName}` }])
    expect(await fileProfile(ending.bo, ending.ann.userName)).toBe(404)
    expect(await fileProfile(ending.bo, `Ny ${ending.ann.userName}`)).toBe(201)
  })

  test('cannot be reported by the former name while another member has it', async () => {
    const { ann, bo } = await anOpenChat(db)
    await block(ann, bo)
    await rename(ann, `Ny ${ann.userName}`)
    const heir = await aMember(db)
    await rename(heir, ann.userName)
    expect(await fileProfile(bo, ann.userName)).toBe(201)
    const { rows } = await sql<{ authorId: string }>`
      select c."authorId"::text as "authorId" from reports r join cases c on c.id = r."caseId"
      where r."reporterId" = ${bo.id}`.execute(db)
    expect(rows).toEqual([{ authorId: heir.id }])
    expect(await listContacts(bo)).toMatchObject([{ userName: ann.userName }])
  })

  test('keeps the name that the blocked member has received, whether the block or the new name comes first', {
    tags: 'blocks.former-name',
  }, async () => {
    for (let round = 0; round < 12; round += 1) {
      const { ann, bo } = await anOpenChat(db)
      const renamed = `Ny ${ann.userName}`
      const actions = [() => block(ann, bo), () => rename(ann, renamed)]
      await Promise.all((round % 2 === 0 ? actions : actions.toReversed()).map((action) => action()))
      const received = (await listPushes(db)).filter(({ to }) => to?.includes(bo.id))
      const name = JSON.stringify(received).includes(renamed) ? renamed : ann.userName
      expect(await listContacts(bo)).toMatchObject([{ userName: name }])
    }
  })
})
