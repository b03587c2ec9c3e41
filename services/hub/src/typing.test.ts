import { memberChannel } from '@app/server/delivery/pushes'
import { anInvite, anOpenChat, type TestChat } from '@app/server/testing/context'
import { aMember, aSession } from '@app/server/testing/members'
import type { Redis } from 'ioredis'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  aHub,
  aReadySocket,
  eventually,
  listReceivedPushes,
  setUpHubContext,
  type TestHub,
  waitForPushes,
} from './testing.ts'

const ctx = await setUpHubContext()

/**
 * Sends typing by Ann in the chat, and then in another chat, where it is permitted. Returns the typing pushes that Bo
 * has received when the second one is delivered.
 */
async function listTypingReceivedByBo(hub: TestHub, { ann, bo, chatId }: TestChat): Promise<unknown[]> {
  const other = await anOpenChat(ctx.db, { ann })
  const [annTab, boTab, otherTab] = [
    await aReadySocket(hub, ann),
    await aReadySocket(hub, bo),
    await aReadySocket(hub, other.bo),
  ]
  annTab.emit('typing', { chatId, typing: true })
  annTab.emit('typing', { chatId: other.chatId, typing: true })
  await eventually(() => expect(listReceivedPushes(otherTab, 'typing')).toHaveLength(1))
  await waitForPushes(ctx, boTab, bo)
  return listReceivedPushes(boTab, 'typing')
}

test('delivers typing to the partner at another hub, and to no other member', async () => {
  const hubs = [await aHub(ctx), await aHub(ctx)]
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  const stranger = await aMember(ctx.db)
  const annTab = await aReadySocket(hubs[0]!, ann)
  const annPhone = await aReadySocket(hubs[0]!, { ...ann, sessionId: await aSession(ctx.db, ann.id) })
  const [boTab, strangerTab] = [await aReadySocket(hubs[1]!, bo), await aReadySocket(hubs[1]!, stranger)]
  annTab.emit('typing', { chatId, typing: true })
  annTab.emit('typing', { chatId, typing: false })
  await eventually(() =>
    expect(listReceivedPushes(boTab, 'typing')).toEqual([
      { type: 'typing', chatId, typing: true },
      { type: 'typing', chatId, typing: false },
    ]),
  )
  await waitForPushes(ctx, strangerTab, stranger)
  await waitForPushes(ctx, annPhone, ann)
  expect(listReceivedPushes(strangerTab, 'typing')).toEqual([])
  expect(listReceivedPushes(annPhone, 'typing')).toEqual([])
})

test('keeps the order of starts and stops that follow each other immediately', async () => {
  const hub = await aHub(ctx)
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  const [annTab, boTab] = [await aReadySocket(hub, ann), await aReadySocket(hub, bo)]
  const states = Array.from({ length: 40 }, (_, index) => index % 2 === 0)
  for (const typing of states) annTab.emit('typing', { chatId, typing })
  await eventually(() => expect(listReceivedPushes(boTab, 'typing').map(({ typing }) => typing)).toEqual(states))
})

test.each<[string, (chat: TestChat) => Promise<unknown>]>([
  [
    'the partner ignores the typing member',
    ({ ann, bo }) =>
      ctx.db
        .insertInto('ignores')
        .values({ ignorerId: bo.id, ignoredId: ann.id, lastActiveThen: new Date().toISOString() })
        .execute(),
  ],
  [
    'the typing member ignores the partner',
    ({ chatId }) => ctx.db.updateTable('chats').set({ creatorIgnores: true }).where('id', '=', chatId).execute(),
  ],
  [
    'the chat has ended',
    ({ chatId }) => ctx.db.updateTable('chats').set({ state: 'ENDED' }).where('id', '=', chatId).execute(),
  ],
  [
    'the partner hides presence',
    ({ bo }) => ctx.db.updateTable('members').set({ presenceOff: true }).where('id', '=', bo.id).execute(),
  ],
])('does not deliver typing when %s', async (_, change) => {
  const chat = await anOpenChat(ctx.db)
  await change(chat)
  expect(await listTypingReceivedByBo(await aHub(ctx), chat)).toEqual([])
})

test('delivers no typing in a pending invite in either direction', async () => {
  const hub = await aHub(ctx)
  const invite = await anInvite(ctx.db)
  expect(await listTypingReceivedByBo(hub, invite)).toEqual([])
  expect(await listTypingReceivedByBo(hub, { ...invite, ann: invite.bo, bo: invite.ann })).toEqual([])
})

test('does not deliver typing of a member who does not belong to the chat', async () => {
  const chat = await anOpenChat(ctx.db)
  expect(await listTypingReceivedByBo(await aHub(ctx), { ...chat, ann: await aMember(ctx.db) })).toEqual([])
})

test('ends the typing indicator when a tab closes while its member types', async () => {
  const hub = await aHub(ctx)
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  const [annTab, boTab] = [await aReadySocket(hub, ann), await aReadySocket(hub, bo)]
  annTab.emit('typing', { chatId, typing: true })
  await eventually(() => expect(listReceivedPushes(boTab, 'typing')).toHaveLength(1))
  annTab.disconnect()
  await eventually(() =>
    expect(listReceivedPushes(boTab, 'typing').at(-1)).toEqual({ type: 'typing', chatId, typing: false }),
  )
})

test('ends the typing indicators in other chats when the end of typing in one chat cannot be published', async () => {
  const hub = await aHub(ctx)
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  const { bo: cy, chatId: otherChatId } = await anOpenChat(ctx.db, { ann })
  const [annTab, boTab, cyTab] = [
    await aReadySocket(hub, ann),
    await aReadySocket(hub, bo),
    await aReadySocket(hub, cy),
  ]
  for (const id of [chatId, otherChatId]) annTab.emit('typing', { chatId: id, typing: true })
  for (const tab of [boTab, cyTab]) await eventually(() => expect(listReceivedPushes(tab, 'typing')).toHaveLength(1))
  const redis = ctx.redis as Redis
  const pipeline = redis.pipeline.bind(redis)
  const spy = vi.spyOn(redis, 'pipeline').mockImplementation((commands) => {
    if (JSON.stringify(commands).includes(`"${memberChannel(bo.id)}"`)) throw new Error('no connection to this node')
    return pipeline(commands)
  })
  onTestFinished(() => spy.mockRestore())
  annTab.disconnect()
  await eventually(() => expect(listReceivedPushes(cyTab, 'typing')).toHaveLength(2))
  expect(listReceivedPushes(boTab, 'typing')).toHaveLength(1)
})

test('publishes the end of typing only once when the tab closes afterwards', async () => {
  const hub = await aHub(ctx)
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  const laterChat = await anOpenChat(ctx.db, { ann, bo: await aMember(ctx.db) })
  const [annTab, boTab, laterTab] = [
    await aReadySocket(hub, ann),
    await aReadySocket(hub, bo),
    await aReadySocket(hub, laterChat.bo),
  ]
  annTab.emit('typing', { chatId, typing: true })
  annTab.emit('typing', { chatId, typing: false })
  annTab.emit('typing', { chatId: laterChat.chatId, typing: true })
  await eventually(() => expect(listReceivedPushes(laterTab, 'typing')).toHaveLength(1))
  annTab.disconnect()
  await eventually(() => expect(listReceivedPushes(laterTab, 'typing')).toHaveLength(2))
  await waitForPushes(ctx, boTab, bo)
  expect(listReceivedPushes(boTab, 'typing')).toHaveLength(2)
})
