import { randomUUID } from 'node:crypto'
import type { ChatResponse, ChatSummary } from '@app/contract/chats'
import { listPushes } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { describe, expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'

const { ctx, as } = await setUpTestGateway()
const [admin, colleague] = [await aMember(ctx.db, { level: 'ADMIN' }), await aMember(ctx.db, { level: 'ADMIN' })]

const invite = (inviter: TestMember, recipient: TestMember, message = 'Hej på er') =>
  as(inviter).post<ChatSummary>('/chats/invites', {
    message,
    recipientName: recipient.level === 'ADMIN' ? 'Teamet' : recipient.userName,
  })
const send = (member: TestMember, chatId: string, message = 'Hej igen') =>
  as(member).post(`/chats/${chatId}`, { message, clientId: randomUUID() })
const leaveChat = (member: TestMember, chatId: string) => as(member).post(`/chats/${chatId}/delete`)
const readChat = (member: TestMember, chatId: string) => as(member).get<ChatResponse>(`/chats/${chatId}`)
const readCounts = async (member: TestMember) => (await as(member).get('/chats/count')).body
const readTexts = async (member: TestMember, chatId: string) =>
  (await readChat(member, chatId)).body.messages.map(({ message }) => message)

/** Lists all chats of a member, in any state. */
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
    const responseBefore = await readChat(member, chatId)
    for (const caller of [admin, colleague])
      expect(await leaveChat(caller, chatId)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(await readChat(member, chatId)).toMatchObject({ status: 200, body: responseBefore.body })
    expect((await send(member, chatId)).status).toBe(201)
  })

  test('is rejected for admins even after the member has left, so that the team keeps the history', async () => {
    const { member, chatId } = await aTeamChat()
    expect((await leaveChat(member, chatId)).status).toBe(204)
    expect((await leaveChat(admin, chatId)).status).toBe(403)
    expect(await readTexts(colleague, chatId)).toEqual(['Först'])
  })

  test("removes it from the member's list and ends it for the team", async () => {
    const { member, chatId } = await aTeamChat('team')
    expect((await leaveChat(member, chatId)).status).toBe(204)
    expect((await as(member).get('/chats')).body).toEqual([])
    expect((await readChat(member, chatId)).status).toBe(404)
    expect((await leaveChat(member, chatId)).status).toBe(404)
    expect((await readChat(admin, chatId)).body.chat).toMatchObject({ state: 'ENDED' })
    expect((await send(admin, chatId)).status).toBe(403)
  })
})

describe('a message after the member has left', () => {
  test.each([
    ['the member', (member: TestMember) => invite(member, admin, 'Sedan')],
    ['an admin', (member: TestMember) => invite(colleague, member, 'Sedan')],
  ])('reopens the same chat for both when %s writes', { tags: 'chats.reopen-team-chat' }, async (_, writeMessage) => {
    const { member, chatId } = await aTeamChat()
    await leaveChat(member, chatId)
    const pushCount = (await listPushes(ctx.db)).length
    expect(await writeMessage(member)).toMatchObject({
      status: 201,
      body: { chatId, state: 'OPEN', lastMessage: 'Sedan' },
    })
    for (const caller of [member, admin]) {
      expect(await readTexts(caller, chatId)).toEqual(['Först', 'Sedan'])
      const newPushes = (await listPushes(ctx.db)).slice(pushCount).filter(({ to }) => to.includes(caller.id))
      expect(newPushes.map(({ push }) => push)).toEqual([
        { type: 'chat:changed', chatId, chat: (await readChat(caller, chatId)).body.chat },
      ])
    }
    for (const caller of [member, admin]) expect((await send(caller, chatId)).status).toBe(201)
    expect(await listStoredChats(member)).toEqual([{ id: chatId, state: 'OPEN' }])
  })

  test('counts the earlier unread messages and the new ones as unread', async () => {
    const { member, chatId } = await aTeamChat('team')
    await leaveChat(member, chatId)
    expect(await readCounts(member)).toEqual({ chats: 0, messages: 0, invites: 0 })
    await invite(admin, member, 'Sedan')
    expect(await readCounts(member)).toEqual({ chats: 1, messages: 2, invites: 0 })
    await leaveChat(member, chatId)
    await invite(member, admin, 'Till sist')
    expect(await readCounts(member)).toEqual({ chats: 0, messages: 0, invites: 0 })
    expect((await readChat(admin, chatId)).body.chat).toMatchObject({ newMessages: 1 })
  })

  test('shows the name of the admin who wrote it to the team only', async () => {
    const { member, chatId } = await aTeamChat()
    await leaveChat(member, chatId)
    await invite(colleague, member, 'Sedan')
    const { messages } = (await readChat(admin, chatId)).body
    expect(messages.map(({ writtenBy }) => writtenBy)).toEqual([undefined, colleague.userName])
    expect(JSON.stringify((await readChat(member, chatId)).body)).not.toContain(colleague.userName)
  })

  test('is returned to a client that resyncs from a version before the member left', async () => {
    const { member, chatId } = await aTeamChat()
    const { version } = (await readChat(admin, chatId)).body.chat
    await leaveChat(member, chatId)
    await invite(member, admin, 'Sedan')
    const changes = await as(admin).get<ChatResponse>(`/chats/${chatId}?since=${version}`)
    expect(changes.body.messages.map(({ message }) => message)).toEqual(['Sedan'])
    expect(changes.body.chat.version).toBeGreaterThan(version + 1)
  })

  test('leaves a gap in the versions, so that even a client that has received every push requests the message', async () => {
    const { member, chatId } = await aTeamChat()
    await leaveChat(member, chatId)
    const versionBefore = (await readChat(admin, chatId)).body.chat.version
    await invite(member, admin, 'Sedan')
    const lastPush = (await listPushes(ctx.db)).at(-1)?.push
    expect(lastPush).toMatchObject({ type: 'chat:changed', chatId, chat: { version: versionBefore + 2 } })
    const changes = await as(admin).get<ChatResponse>(`/chats/${chatId}?since=${versionBefore}`)
    expect(changes.body.messages.map(({ message }) => message)).toEqual(['Sedan'])
  })
})

describe('a member and the team have only one chat', () => {
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

  const addsMessage = (action: ActionName, status: number) => !action.endsWith('leaves') && status === 201
  const expectOneChat = async (member: TestMember, chatId: string, messageCount: number) => {
    expect((await listStoredChats(member)).map(({ id }) => id)).toEqual([chatId])
    expect(await readTexts(admin, chatId)).toHaveLength(1 + messageCount)
  }

  test.each(actionNames.flatMap((first) => actionNames.map((second) => ({ first, second }))))(
    'after two rounds of: $first, $second',
    async ({ first, second }) => {
      const { member, chatId } = await aTeamChat()
      let messageCount = 0
      for (const action of [first, second, first, second])
        if (addsMessage(action, (await ACTIONS[action](member, chatId)).status)) messageCount += 1
      await expectOneChat(member, chatId, messageCount)
    },
  )

  test.each([1, 2, 3])('when all actions are concurrent, round %i', async () => {
    const { member, chatId } = await aTeamChat()
    const concurrentActions = [...actionNames, ...actionNames.toReversed(), ...actionNames]
    const responses = await Promise.all(concurrentActions.map((action) => ACTIONS[action](member, chatId)))
    for (const { status } of responses) expect([201, 204, 403, 404, 409]).toContain(status)
    await expectOneChat(
      member,
      chatId,
      concurrentActions.filter((action, n) => addsMessage(action, responses[n]?.status ?? 0)).length,
    )
    expect([201, 409]).toContain((await invite(member, admin)).status)
    expect(await listStoredChats(member)).toEqual([{ id: chatId, state: 'OPEN' }])
  })
})
