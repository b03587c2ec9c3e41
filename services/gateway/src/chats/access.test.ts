import { randomUUID } from 'node:crypto'
import { anInvite, anOpenChat } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { hashTables } from '@app/server/testing/table-hashes'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { aForm } from '../photos/testing.ts'
import { type Caller, setUpTestGateway, UNUSED_ID } from '../testing.ts'

const gateway = await setUpTestGateway()
const { ctx } = gateway

/** Reads the state that a request to a chat could change, including pushes. */
const readAllState = () =>
  hashTables(ctx.db, [
    'chats',
    'chat_members',
    'chat_messages',
    'chat_reactions',
    'ignores',
    'declines',
    'mails',
    'media',
    'outbox',
  ])

type Action = {
  name: string
  run: (caller: Caller, chatId: string, messageId: string) => Promise<{ status: number; body: unknown }>
}

const actions: Action[] = [
  { name: 'GET chat', run: (caller, id) => caller.get(`/chats/${id}`) },
  { name: 'GET chat since', run: (caller, id) => caller.get(`/chats/${id}?since=0`) },
  {
    name: 'POST message',
    run: (caller, id) => caller.post(`/chats/${id}`, { message: 'hej hej', clientId: randomUUID() }),
  },
  { name: 'POST accept', run: (caller, id) => caller.post(`/chats/${id}/accept`) },
  { name: 'POST decline', run: (caller, id) => caller.post(`/chats/${id}/decline`) },
  { name: 'POST maybe', run: (caller, id) => caller.post(`/chats/${id}/maybe`) },
  { name: 'POST delete chat', run: (caller, id) => caller.post(`/chats/${id}/delete`) },
  { name: 'POST delete message', run: (caller, id, messageId) => caller.post(`/chats/${id}/${messageId}/delete`) },
  {
    name: 'POST edit message',
    run: (caller, id, messageId) => caller.post(`/chats/${id}/${messageId}/edit`, { message: 'hej igen' }),
  },
  {
    name: 'POST react',
    run: (caller, id, messageId) => caller.post(`/chats/${id}/${messageId}/react`, { reaction: 'HEART' }),
  },
  { name: 'GET chat around', run: (caller, id, messageId) => caller.get(`/chats/${id}?around=${messageId}`) },
  { name: 'POST photo', run: (caller, id) => caller.post(`/chats/${id}/photos`, aForm()) },
  { name: 'POST rotatePhoto', run: (caller, id) => caller.post(`/chats/${id}/${'A'.repeat(22)}/rotatePhoto`) },
  { name: 'POST mark-read', run: (caller, id, messageId) => caller.post(`/chats/${id}/mark-read/${messageId}`) },
]

describe.each(actions)('$name', ({ run }) => {
  test.each([
    ['an open chat', anOpenChat],
    ['an invite', anInvite],
  ])(
    'is limited to the two members of %s; all others get the same response as for an unused id',
    { tags: 'chats.members-only' },
    async (_, createChat) => {
      const { ann, chatId, firstMessageId } = await createChat(ctx.db)
      const leftChat = await anOpenChat(ctx.db, { ann })
      await gateway.as(leftChat.bo).post(`/chats/${leftChat.chatId}/delete`)
      const outsiders: [TestMember, string][] = [
        [await aMember(ctx.db), chatId],
        [(await anOpenChat(ctx.db)).bo, chatId],
        [await aMember(ctx.db, { level: 'ADMIN' }), chatId],
        [leftChat.bo, leftChat.chatId],
      ]
      for (const [outsider, id] of outsiders) {
        const stateBefore = await readAllState()
        const response = await run(gateway.as(outsider), id, firstMessageId)
        const responseForUnusedId = await run(gateway.as(outsider), UNUSED_ID, firstMessageId)
        expect(response).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
        expect(response.body).toEqual(responseForUnusedId.body)
        expect(await readAllState()).toEqual(stateBefore)
      }
    },
  )

  test('requires a valid session', async () => {
    const { ann, chatId, firstMessageId } = await anOpenChat(ctx.db)
    const withoutSession = await aMember(ctx.db)
    await ctx.db.deleteFrom('sessions').where('id', '=', withoutSession.sessionId).execute()
    const deletedMember = await aMember(ctx.db, { deletedAt: new Date() })
    const stateBefore = await readAllState()
    const callers = [
      gateway.visitor,
      gateway.as(withoutSession),
      gateway.as(deletedMember),
      gateway.as({ ...ann, sessionId: withoutSession.sessionId }),
    ]
    for (const caller of callers)
      expect(await run(caller, chatId, firstMessageId)).toMatchObject({ status: 401, body: { code: 'PLEASE_LOGIN' } })
    expect(await readAllState()).toEqual(stateBefore)
  })

  test.each(['0', '-1', 'abc', '1.5', '9999999999999999999999', '1%00'])('rejects the id %s', async (id) => {
    const ann = await aMember(ctx.db)
    expect(await run(gateway.as(ann), id, '1')).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  })
})

test("an outsider's request does not wait for the chat's lock", async () => {
  const { chatId, firstMessageId } = await anOpenChat(ctx.db)
  const outsider = gateway.as(await aMember(ctx.db))
  await ctx.db.transaction().execute(async (tx) => {
    await sql`select id from chats where id = ${chatId} for update`.execute(tx)
    expect((await outsider.post(`/chats/${chatId}/mark-read/${firstMessageId}`)).status).toBe(404)
  })
})

test.each(['accept', 'decline', 'maybe'])(
  '%s is limited to the invited member',
  { tags: 'chats.invited-member-only' },
  async (answer) => {
    const { ann, chatId } = await anInvite(ctx.db)
    const stateBefore = await readAllState()
    expect((await gateway.as(ann).post(`/chats/${chatId}/${answer}`)).body).toMatchObject({ code: 'FORBIDDEN' })
    expect(await readAllState()).toEqual(stateBefore)
  },
)

test.each(['accept', 'decline', 'maybe'])('%s is rejected in an open chat', async (answer) => {
  const { bo, chatId } = await anOpenChat(ctx.db)
  expect((await gateway.as(bo).post(`/chats/${chatId}/${answer}`)).body).toMatchObject({ code: 'CONFLICT' })
})

test("lists and counts include only the caller's own chats", async () => {
  await anOpenChat(ctx.db)
  await anInvite(ctx.db)
  const outsider = gateway.as(await aMember(ctx.db, { level: 'ADMIN' }))
  for (const path of ['/chats', '/chats/invites', '/chats/invites?sent=true'])
    expect((await outsider.get(path)).body).toEqual([])
  expect((await outsider.get('/chats/count')).body).toEqual({ chats: 0, messages: 0, invites: 0 })
})

test('visitors can neither look up recipients nor list chats', { tags: 'chats.find-recipient' }, async () => {
  const { ann } = await anOpenChat(ctx.db)
  for (const path of [
    `/chats/status/${encodeURIComponent(ann.userName)}`,
    '/chats',
    '/chats/count',
    '/chats/invites',
  ]) {
    expect((await gateway.visitor.get(path)).status).toBe(401)
  }
})
