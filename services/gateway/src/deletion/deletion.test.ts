import { randomUUID } from 'node:crypto'
import type { ChatResponse, ChatSummary } from '@app/contract/chats'
import { DAY_MS } from '@app/contract/limits'
import { anInvite, anOpenChat, listPushes } from '@app/server/testing/context'
import { aMember, aSession, type TestMember } from '@app/server/testing/members'
import { aPasswordHash } from '@app/server/testing/passwords'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { describe, expect, test } from 'vitest'
import { aMailedToken } from '../accounts/testing.ts'
import { setUpTestGateway } from '../testing.ts'

const PASSWORD = 'gul kanot 7'
const passwordHash = await aPasswordHash(PASSWORD)
const { ctx, as, visitor } = await setUpTestGateway()
const limitedGateway = await setUpTestGateway({
  settings: { RATE_LIMITS: 'on', REDIS_URL: ownRedisUrl(import.meta.url) },
})

const aMemberWithPassword = (options: Parameters<typeof aMember>[1] = {}) =>
  aMember(ctx.db, { passwordHash, ...options })
const deleteAccount = (member: TestMember, password: unknown = PASSWORD) =>
  as(member).post('/members/delete', { password })
const login = (member: TestMember, password = PASSWORD) =>
  visitor.post('/members/login', { email: member.email, password })
const listMailsTo = (member: TestMember) =>
  ctx.db.selectFrom('mails').select(['kind', 'language', 'state']).where('address', '=', member.email).execute()
const listPushesTo = async (member: TestMember) =>
  (await listPushes(ctx.db)).flatMap(({ to, push }) => (to.includes(member.id) ? [push] : []))
const readRow = (member: TestMember) =>
  ctx.db.selectFrom('members').selectAll().where('id', '=', member.id).executeTakeFirstOrThrow()
const restore = async (member: TestMember) =>
  visitor.post(`/members/undelete/${await aMailedToken(ctx.db, 'DELETION', member.email)}`)
const listChats = async (member: TestMember) => (await as(member).get<ChatSummary[]>('/chats')).body
const readCounts = async (member: TestMember) => (await as(member).get('/chats/count')).body
const encodeName = ({ userName }: TestMember) => encodeURIComponent(userName)

describe('deleting an account', () => {
  test('revokes every session, emails a link to restore the account, and makes a login respond DELETED_STATE', {
    tags: 'deletion.requested',
  }, async () => {
    const ann = await aMemberWithPassword({ language: 'ENGLISH' })
    const other = await aSession(ctx.db, ann.id)
    expect((await deleteAccount(ann)).status).toBe(204)
    expect((await as(ann).get('/sessions/verify')).status).toBe(401)
    expect(await listPushesTo(ann)).toContainEqual({
      type: 'session:ended',
      sessions: expect.arrayContaining([ann.sessionId, other]),
    })
    expect(await listMailsTo(ann)).toEqual([{ kind: 'DELETION', language: 'ENGLISH', state: 'WAITING' }])
    expect(await login(ann)).toMatchObject({ status: 403, body: { code: 'DELETED_STATE' } })
    expect(await login(ann, 'fel')).toMatchObject({ status: 401, body: { code: 'FALSE_CREDENTIALS' } })
  })

  test.each([['fel lösenord'], [''], [null], [undefined], [7]])('is rejected for the password %j', async (password) => {
    const ann = await aMemberWithPassword()
    const rowBefore = await readRow(ann)
    const response = await as(ann).post('/members/delete', { password })
    expect(response).toMatchObject({ status: 400, body: { code: 'VALIDATION', fields: [{ path: 'password' }] } })
    expect(await readRow(ann)).toEqual(rowBefore)
    expect(await listMailsTo(ann)).toEqual([])
    expect(await listPushesTo(ann)).toEqual([])
    expect((await as(ann).get('/sessions/verify')).status).toBe(200)
  })

  test('allows ten wrong passwords for each session, so that the password cannot be guessed', async () => {
    const ann = await aMember(limitedGateway.ctx.db, { passwordHash })
    const guess = (password: string) => limitedGateway.as(ann).post('/members/delete', { password })
    for (let attempt = 0; attempt < 10; attempt += 1) expect((await guess('fel')).status).toBe(400)
    expect(await guess(PASSWORD)).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
    expect((await limitedGateway.as(ann).get('/members/email')).body).toEqual({ email: ann.email, pending: null })
  })

  test('takes effect once if ten requests are concurrent', async () => {
    const ann = await aMemberWithPassword()
    const responses = await Promise.all(Array.from({ length: 10 }, () => deleteAccount(ann)))
    expect(responses.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(401)])
    expect(await listMailsTo(ann)).toHaveLength(1)
  })

  test('removes the member from profiles, visitor lists, search and recipients of invites', async () => {
    const [ann, bo] = [await aMemberWithPassword(), await aMemberWithPassword()]
    await as(ann).post(`/profiles/visits/${encodeName(bo)}`)
    await as(ann).post('/members/settings', { hiddenFromSearch: false })
    await as(ann).post('/members', { profile: { cities: ['Ale'] } })
    const listVisitors = async () => (await as(bo).get(`/profiles/visits/${encodeName(bo)}`)).body
    const listSearchRows = async () => {
      const rows = (['search_profiles', 'search_cities'] as const).map((table) =>
        ctx.db.selectFrom(table).select('memberId').where('memberId', '=', ann.id).execute(),
      )
      return Promise.all(rows)
    }
    expect(await listVisitors()).toMatchObject([{ userName: ann.userName }])
    for (const rows of await listSearchRows()) expect(rows).not.toEqual([])
    await deleteAccount(ann)
    for (const path of [
      `/members/username/${encodeName(ann)}`,
      `/profiles/${encodeName(ann)}/level`,
      `/profiles/visits/${encodeName(ann)}`,
      `/chats/status/${encodeName(ann)}`,
    ])
      expect(await as(bo).get(path)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect(await listVisitors()).toEqual([])
    expect(await listSearchRows()).toEqual([[], []])
    expect((await as(bo).post('/chats/invites', { recipientName: ann.userName, message: 'hej hej' })).status).toBe(404)
  })

  test('removes chats and invites from the lists and counts of others, and notifies them', async () => {
    const ann = await aMemberWithPassword()
    const chat = await anOpenChat(ctx.db, { ann })
    const invite = await anInvite(ctx.db, { ann })
    await as(ann).post(`/chats/${chat.chatId}`, { message: 'läs mig', clientId: randomUUID() })
    expect(await readCounts(chat.bo)).toEqual({ chats: 1, messages: 1, invites: 0 })
    await deleteAccount(ann)
    for (const { bo, chatId } of [chat, invite]) {
      expect((await listPushesTo(bo)).at(-1)).toEqual({ type: 'chat:changed', chatId, chat: null })
      expect(await readCounts(bo)).toEqual({ chats: 0, messages: 0, invites: 0 })
      expect(await listChats(bo)).toEqual([])
      expect((await as(bo).get(`/chats/${chatId}`)).status).toBe(404)
      expect((await as(bo).post(`/chats/${chatId}`, { message: 'är du där', clientId: randomUUID() })).status).toBe(404)
      expect((await as(bo).post(`/chats/${chatId}/accept`)).status).toBe(404)
    }
    expect((await as(invite.bo).get('/chats/invites')).body).toEqual([])
  })

  test('and restoring it do not deadlock when members who verified each other and share chats do so concurrently', async () => {
    const members = [await aMemberWithPassword(), await aMemberWithPassword(), await aMemberWithPassword()]
    const confirmedAt = new Date().toISOString()
    for (const member of members)
      for (const verifier of members) {
        if (member.id === verifier.id) continue
        const verification = {
          memberId: member.id,
          verifierId: verifier.id,
          state: 'CONFIRMED',
          at: confirmedAt,
        } as const
        await ctx.db.insertInto('verifications').values(verification).execute()
        if (Number(member.id) < Number(verifier.id)) await anOpenChat(ctx.db, { ann: member, bo: verifier })
      }
    const responses = await Promise.all(members.map((member) => deleteAccount(member)))
    expect(responses.map(({ status }) => status)).toEqual([204, 204, 204])
    expect((await Promise.all(members.map(restore))).map(({ status }) => status)).toEqual([200, 200, 200])
  })

  test('keeps every acknowledged concurrent message, and delivers none afterwards', async () => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db, { ann: await aMemberWithPassword() })
    const send = () => as(bo).post(`/chats/${chatId}`, { message: 'hallå där', clientId: randomUUID() })
    const [deletion, ...sendResponses] = await Promise.all([deleteAccount(ann), ...Array.from({ length: 10 }, send)])
    expect(deletion?.status).toBe(204)
    expect((await send()).status).toBe(404)
    const storedMessages = await ctx.db.selectFrom('chat_messages').select('id').where('chatId', '=', chatId).execute()
    expect(storedMessages).toHaveLength(1 + sendResponses.filter(({ status }) => status === 201).length)
    expect((await listPushesTo(bo)).at(-1)).toEqual({ type: 'chat:changed', chatId, chat: null })
  })

  test('leaves no invite to or from the deleted member, even one that was sent concurrently', async () => {
    const ann = await aMemberWithPassword()
    const otherMembers = await Promise.all(Array.from({ length: 6 }, () => aMemberWithPassword()))
    await Promise.all([
      deleteAccount(ann),
      ...otherMembers
        .slice(0, 3)
        .map((bo) => as(bo).post('/chats/invites', { recipientName: ann.userName, message: 'hej hej' })),
      ...otherMembers
        .slice(3)
        .map((bo) => as(ann).post('/chats/invites', { recipientName: bo.userName, message: 'hej hej' })),
    ])
    for (const bo of otherMembers) {
      expect((await as(bo).get('/chats/invites?sent=true')).body).toEqual([])
      expect((await as(bo).get('/chats/invites')).body).toEqual([])
    }
  })
})

describe('restoring an account', () => {
  test('restores profile, search, visits, chats, invites and counts', { tags: 'deletion.undone' }, async () => {
    const ann = await aMemberWithPassword()
    const { bo, chatId } = await anOpenChat(ctx.db, { ann })
    const invite = await anInvite(ctx.db, { ann })
    const leftChat = await anOpenChat(ctx.db, { ann })
    await as(leftChat.bo).post(`/chats/${leftChat.chatId}/delete`)
    await as(ann).post(`/chats/${chatId}`, { message: 'läs mig', clientId: randomUUID() })
    await as(ann).post(`/profiles/visits/${encodeName(bo)}`)
    await as(ann).post('/members', { profile: { cities: ['Ale'] } })
    const readState = async () => {
      const lists = [
        await listChats(bo),
        (await as(invite.bo).get('/chats/invites')).body,
        await listChats(leftChat.bo),
      ]
      // A restored member counts as new in saved searches.
      const search = (
        await ctx.db.selectFrom('search_cities').selectAll().where('memberId', '=', ann.id).execute()
      ).map(({ findableSince: _, ...row }) => row)
      const visitors = (await as(bo).get(`/profiles/visits/${encodeName(bo)}`)).body
      return { lists, search, visitors, counts: await readCounts(bo), row: await readRow(ann) }
    }
    // The restored chat has a new version, which makes clients load it again; an invite has no version to increment.
    const expectedState = JSON.parse(JSON.stringify(await readState()), (key, value) =>
      key === 'version' ? value + 1 : value,
    )
    expectedState.lists[1][0].version -= 1
    await deleteAccount(ann)
    const response = await restore(ann)
    expect(response).toMatchObject({ status: 200, body: 'Ditt konto är tillbaka som det var. Logga in som vanligt.' })
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(await readState()).toEqual(expectedState)
    expect((await listPushesTo(bo)).at(-1)).toEqual({ type: 'chat:changed', chatId, chat: (await listChats(bo))[0] })
    expect((await login(ann)).status).toBe(200)
    expect((await as(bo).post(`/chats/${chatId}`, { message: 'välkommen', clientId: randomUUID() })).status).toBe(201)
  })

  test('consumes its link once, even if ten requests are concurrent', async () => {
    const ann = await aMemberWithPassword()
    await deleteAccount(ann)
    const token = await aMailedToken(ctx.db, 'DELETION', ann.email)
    const responses = await Promise.all(Array.from({ length: 10 }, () => visitor.post(`/members/undelete/${token}`)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)])
  })

  test.each([
    ['unknown', async () => 'b'.repeat(43)],
    ['expired', ({ email }: TestMember) => aMailedToken(ctx.db, 'DELETION', email, new Date(Date.now() - 1))],
    ['for a password reset', ({ email }: TestMember) => aMailedToken(ctx.db, 'PASSWORD_RESET', email)],
  ])('rejects a link that is %s', async (_, createToken) => {
    const ann = await aMemberWithPassword()
    await deleteAccount(ann)
    const response = await visitor.post(`/members/undelete/${await createToken(ann)}`)
    expect(response).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } })
    expect((await login(ann)).status).toBe(403)
  })

  test('is rejected once the purge may have begun, and for a member who was not deleted', async () => {
    const expired = await aMemberWithPassword({ deletedAt: new Date(Date.now() - 30 * DAY_MS) })
    const activeMember = await aMemberWithPassword()
    for (const member of [expired, activeMember])
      expect(await restore(member)).toMatchObject({ body: { code: 'INVALID_TOKEN' } })
    expect((await readRow(expired)).deletedAt).not.toBeNull()
  })

  test('keeps a chat closed until the other member, who is also being deleted, is restored', async () => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db, {
      ann: await aMemberWithPassword(),
      bo: await aMemberWithPassword(),
    })
    await Promise.all([deleteAccount(ann), deleteAccount(bo)])
    await restore(ann)
    const newSession = { ...ann, sessionId: await aSession(ctx.db, ann.id) }
    expect(await listChats(newSession)).toEqual([])
    expect((await as(newSession).get(`/chats/${chatId}`)).status).toBe(404)
    await restore(bo)
    expect(await listChats(newSession)).toMatchObject([{ chatId, state: 'OPEN' }])
    const boNewSession = { ...bo, sessionId: await aSession(ctx.db, bo.id) }
    expect((await as(boNewSession).get<ChatResponse>(`/chats/${chatId}`)).body.messages).toHaveLength(1)
    expect(
      (await as(boNewSession).post(`/chats/${chatId}`, { message: 'hej igen', clientId: randomUUID() })).status,
    ).toBe(201)
  })

  test('can be followed by another deletion, with a new link', async () => {
    const ann = await aMemberWithPassword()
    await deleteAccount(ann)
    await restore(ann)
    expect((await deleteAccount({ ...ann, sessionId: await aSession(ctx.db, ann.id) })).status).toBe(204)
    expect(await listMailsTo(ann)).toHaveLength(2)
  })
})

test('deleting an account requires a session', async () => {
  expect((await visitor.post('/members/delete', { password: PASSWORD })).status).toBe(401)
})
