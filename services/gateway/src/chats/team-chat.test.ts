import { randomUUID } from 'node:crypto'
import type { ChatResponse, ChatSummary } from '@app/contract/chats'
import { pushes } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { describe, expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'

const { ctx, as } = await setUpTestGateway()
const [admin, colleague] = [await aMember(ctx.db, { level: 'ADMIN' }), await aMember(ctx.db, { level: 'ADMIN' })]

const invite = (member: TestMember, to: TestMember, message = 'Hej på er') =>
  as(member).post<ChatSummary>('/chats/invites', {
    message,
    recipientName: to.level === 'ADMIN' ? 'Teamet' : to.userName,
  })
const send = (member: TestMember, chatId: string, message = 'Hej igen') =>
  as(member).post(`/chats/${chatId}`, { message, clientId: randomUUID() })
const leaveChat = (member: TestMember, chatId: string) => as(member).post(`/chats/${chatId}/delete`)
const read = (member: TestMember, chatId: string) => as(member).get<ChatResponse>(`/chats/${chatId}`)
const readCount = async (member: TestMember) => (await as(member).get('/chats/count')).body
const readTexts = async (member: TestMember, chatId: string) =>
  (await read(member, chatId)).body.messages.map(({ message }) => message)

/** Returns all chats between the member and the team, in any state. */
const listStoredChats = ({ id }: TestMember) =>
  ctx.db
    .selectFrom('chats')
    .select(['id', 'state'])
    .where((eb) => eb.or([eb('creatorId', '=', id), eb('invitedId', '=', id)]))
    .execute()

async function aTeamChat(creator: 'member' | 'team' = 'member') {
  const member = await aMember(ctx.db)
  const { body } = await (creator === 'member' ? invite(member, admin, 'Först') : invite(admin, member, 'Först'))
  return { member, chatId: body.chatId }
}

describe('leaving a chat between a member and the team', () => {
  test.each(['member', 'team'] as const)('is rejected for every admin if the %s started it', async (creator) => {
    const { member, chatId } = await aTeamChat(creator)
    const before = await read(member, chatId)
    for (const member of [admin, colleague])
      expect(await leaveChat(member, chatId)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(await read(member, chatId)).toMatchObject({ status: 200, body: before.body })
    expect((await send(member, chatId)).status).toBe(201)
  })

  test('is rejected for admins after the member has left, so that the history is kept', async () => {
    const { member, chatId } = await aTeamChat()
    expect((await leaveChat(member, chatId)).status).toBe(204)
    expect((await leaveChat(admin, chatId)).status).toBe(403)
    expect(await readTexts(colleague, chatId)).toEqual(['Först'])
  })

  test("removes it from the member's list and ends it for the team", async () => {
    const { member, chatId } = await aTeamChat('team')
    expect((await leaveChat(member, chatId)).status).toBe(204)
    expect((await as(member).get('/chats')).body).toEqual([])
    expect((await read(member, chatId)).status).toBe(404)
    expect((await leaveChat(member, chatId)).status).toBe(404)
    expect((await read(admin, chatId)).body.chat).toMatchObject({ state: 'ENDED' })
    expect((await send(admin, chatId)).status).toBe(403)
  })
})

describe('a message after the member has left', () => {
  test.each([
    ['the member', (member: TestMember) => invite(member, admin, 'Sedan')],
    ['an admin', (member: TestMember) => invite(colleague, member, 'Sedan')],
  ])('reopens the same chat for both when %s writes', { tags: 'chats.reopen-team-chat' }, async (_, write) => {
    const { member, chatId } = await aTeamChat()
    await leaveChat(member, chatId)
    const before = (await pushes(ctx.db)).length
    expect(await write(member)).toMatchObject({ status: 201, body: { chatId, state: 'OPEN', lastMessage: 'Sedan' } })
    for (const caller of [member, admin]) {
      expect(await readTexts(caller, chatId)).toEqual(['Först', 'Sedan'])
      const newPushes = (await pushes(ctx.db)).slice(before).filter(({ to }) => to.includes(caller.id))
      expect(newPushes.map(({ push }) => push)).toEqual([
        { type: 'chat:changed', chatId, chat: (await read(caller, chatId)).body.chat },
      ])
    }
    for (const caller of [member, admin]) expect((await send(caller, chatId)).status).toBe(201)
    expect(await listStoredChats(member)).toEqual([{ id: chatId, state: 'OPEN' }])
  })

  test('counts the earlier unread messages and the new ones as unread', async () => {
    const { member, chatId } = await aTeamChat('team')
    await leaveChat(member, chatId)
    expect(await readCount(member)).toEqual({ chats: 0, messages: 0, invites: 0 })
    await invite(admin, member, 'Sedan')
    expect(await readCount(member)).toEqual({ chats: 1, messages: 2, invites: 0 })
    await leaveChat(member, chatId)
    await invite(member, admin, 'Till sist')
    expect(await readCount(member)).toEqual({ chats: 0, messages: 0, invites: 0 })
    expect((await read(admin, chatId)).body.chat).toMatchObject({ newMessages: 1 })
  })

  test('keeps the name of the admin who wrote for the team', async () => {
    const { member, chatId } = await aTeamChat()
    await leaveChat(member, chatId)
    await invite(colleague, member, 'Sedan')
    const { messages } = (await read(admin, chatId)).body
    expect(messages.map(({ writtenBy }) => writtenBy)).toEqual([undefined, colleague.userName])
    expect(JSON.stringify((await read(member, chatId)).body)).not.toContain(colleague.userName)
  })

  test('reaches a client that had loaded the chat before, with every change since', async () => {
    const { member, chatId } = await aTeamChat()
    const { version } = (await read(admin, chatId)).body.chat
    await leaveChat(member, chatId)
    await invite(member, admin, 'Sedan')
    const changes = await as(admin).get<ChatResponse>(`/chats/${chatId}?since=${version}`)
    expect(changes.body.messages.map(({ message }) => message)).toEqual(['Sedan'])
    expect(changes.body.chat.version).toBeGreaterThan(version + 1)
  })

  test('leaves a gap of versions, so that a client that has received every push requests the message', async () => {
    const { member, chatId } = await aTeamChat()
    await leaveChat(member, chatId)
    const before = (await read(admin, chatId)).body.chat.version
    await invite(member, admin, 'Sedan')
    const lastPush = (await pushes(ctx.db)).at(-1)?.push
    expect(lastPush).toMatchObject({ type: 'chat:changed', chatId, chat: { version: before + 2 } })
    const changes = await as(admin).get<ChatResponse>(`/chats/${chatId}?since=${before}`)
    expect(changes.body.messages.map(({ message }) => message)).toEqual(['Sedan'])
  })
})

describe('a member and the team share a single chat', () => {
  const ACTIONS = {
    'member leaves': (member: TestMember, chatId: string) => leaveChat(member, chatId),
    'admin leaves': (_: TestMember, chatId: string) => leaveChat(admin, chatId),
    'member starts': (member: TestMember) => invite(member, admin, 'Från medlemmen'),
    'admin starts': (member: TestMember) => invite(admin, member, 'Från teamet'),
    'member sends': (member: TestMember, chatId: string) => send(member, chatId, 'Mer från medlemmen'),
    'admin sends': (_: TestMember, chatId: string) => send(colleague, chatId, 'Mer från teamet'),
  }
  type ActionName = keyof typeof ACTIONS
  const actionNames = Object.keys(ACTIONS) as ActionName[]

  const isWritten = (action: ActionName, status: number) => !action.endsWith('leaves') && status === 201
  const expectOneChat = async (member: TestMember, chatId: string, messageCount: number) => {
    expect((await listStoredChats(member)).map(({ id }) => id)).toEqual([chatId])
    expect(await readTexts(admin, chatId)).toHaveLength(1 + messageCount)
  }

  test.each(actionNames.flatMap((one) => actionNames.map((two) => ({ one, two }))))(
    'after $one, $two, and each of them again',
    async ({ one, two }) => {
      const { member, chatId } = await aTeamChat()
      let messageCount = 0
      for (const action of [one, two, one, two])
        if (isWritten(action, (await ACTIONS[action](member, chatId)).status)) messageCount += 1
      await expectOneChat(member, chatId, messageCount)
    },
  )

  test.each([1, 2, 3])('when all actions are concurrent, round %i', async () => {
    const { member, chatId } = await aTeamChat()
    const all = [...actionNames, ...actionNames.toReversed(), ...actionNames]
    const responses = await Promise.all(all.map((action) => ACTIONS[action](member, chatId)))
    for (const { status } of responses) expect([201, 204, 403, 404, 409]).toContain(status)
    await expectOneChat(member, chatId, all.filter((action, n) => isWritten(action, responses[n]?.status ?? 0)).length)
    const reopened = await invite(member, admin)
    expect([201, 409]).toContain(reopened.status)
    expect(await listStoredChats(member)).toEqual([{ id: chatId, state: 'OPEN' }])
  })
})
