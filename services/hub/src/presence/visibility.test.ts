import type { UnsignedPush } from '@app/contract/pushes'
import { publish } from '@app/server/delivery/pushes'
import { anInvite, anOpenChat, asOwner } from '@app/server/testing/context'
import { aMember } from '@app/server/testing/members'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  aHub,
  aReadySocket,
  expectPresence,
  findReportedPresence,
  listReportedPresence,
  setUpHubContext,
  waitForPushes,
} from '../testing.ts'

const ctx = await setUpHubContext()

const setPresenceOff = async (member: { id: string }, presenceOff: boolean) => {
  await ctx.db.updateTable('members').set({ presenceOff }).where('id', '=', member.id).execute()
  const settings = {
    presenceOff,
    receiptsOff: false,
    hiddenFromSearch: false,
    incognito: false,
    visitorsClosed: false,
  }
  const push: UnsignedPush = {
    type: 'member:changed',
    userName: 'Medlem',
    couple: false,
    settings,
    language: 'SWEDISH',
  }
  await publish(ctx.redis, [{ to: [member.id], push }])
}

const chatChangedPush = (chatId: string): UnsignedPush => ({ type: 'chat:changed', chatId, chat: null })

test('does not report the presence of strangers, invited members, unknown names or the team', async () => {
  const hub = await aHub(ctx)
  const { ann, bo } = await anOpenChat(ctx.db)
  const stranger = await aMember(ctx.db)
  const { bo: invited } = await anInvite(ctx.db, { ann })
  const admin = await aMember(ctx.db, { level: 'ADMIN' })
  await anOpenChat(ctx.db, { ann, bo: admin })
  for (const member of [bo, stranger, invited, admin]) await aReadySocket(hub, member)
  const annTab = await aReadySocket(hub, ann)
  const userNames = [stranger, invited, admin, bo, ann].map(({ userName }) => userName)
  annTab.emit('presence:watch', { userNames: ['Teamet', 'Nobody', ...userNames] })
  await expectPresence(annTab, bo, true)
  expect(listReportedPresence(annTab).map(({ userName }) => userName)).toEqual([bo.userName])
})

test.each<[string, (chatId: string) => Promise<unknown>]>([
  [
    'ignoring the partner',
    (chatId) => ctx.db.updateTable('chats').set({ invitedIgnores: true }).where('id', '=', chatId).execute(),
  ],
  [
    'the end of the chat',
    (chatId) => ctx.db.updateTable('chats').set({ state: 'ENDED' }).where('id', '=', chatId).execute(),
  ],
])('%s hides presence, and stops reports of later changes', async (_, change) => {
  const hub = await aHub(ctx)
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  const { bo: cy } = await anOpenChat(ctx.db, { ann })
  const boTab = await aReadySocket(hub, bo)
  const annTab = await aReadySocket(hub, ann)
  annTab.emit('presence:watch', { userNames: [bo.userName, cy.userName] })
  await expectPresence(annTab, bo, true)
  await change(chatId)
  await publish(ctx.redis, [{ to: [ann.id, bo.id], push: chatChangedPush(chatId) }])
  await expectPresence(annTab, bo, false)
  const reportedCount = listReportedPresence(annTab).length
  boTab.disconnect()
  await aReadySocket(hub, bo)
  await aReadySocket(hub, cy)
  await expectPresence(annTab, cy, true)
  expect(
    listReportedPresence(annTab)
      .slice(reportedCount)
      .map(({ userName }) => userName),
  ).toEqual([cy.userName])
})

test('shows presence when an invite is accepted', async () => {
  const hub = await aHub(ctx)
  const { ann, bo, chatId } = await anInvite(ctx.db)
  const { bo: cy } = await anOpenChat(ctx.db, { ann })
  await aReadySocket(hub, bo)
  const annTab = await aReadySocket(hub, ann)
  annTab.emit('presence:watch', { userNames: [bo.userName, cy.userName] })
  await expectPresence(annTab, cy, false)
  await ctx.db.updateTable('chats').set({ state: 'OPEN' }).where('id', '=', chatId).execute()
  const push: UnsignedPush = { type: 'invite:answered', chatId, answer: 'ACCEPTED', chat: null }
  await publish(ctx.redis, [{ to: [ann.id, bo.id], push }])
  await expectPresence(annTab, bo, true)
})

test('reports no member as online after a change until visibility is loaded from the database', async () => {
  const hub = await aHub(ctx)
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  const { bo: cy } = await anOpenChat(ctx.db, { ann: bo })
  const [annTab, cyTab] = [await aReadySocket(hub, ann), await aReadySocket(hub, cy)]
  for (const tab of [annTab, cyTab]) tab.emit('presence:watch', { userNames: [bo.userName] })
  for (const tab of [annTab, cyTab]) await expectPresence(tab, bo, false)
  await asOwner(ctx.db, sql`alter table chats rename to chats_renamed`)
  try {
    await publish(ctx.redis, [{ to: [ann.id], push: chatChangedPush(chatId) }])
    await waitForPushes(ctx, annTab, ann)
    await aReadySocket(hub, bo)
    await expectPresence(cyTab, bo, true)
    await waitForPushes(ctx, annTab, ann)
    expect(findReportedPresence(annTab, bo)).toBe(false)
  } finally {
    await asOwner(ctx.db, sql`alter table chats_renamed rename to chats`)
  }
  await expectPresence(annTab, bo, true)
})

test('hides a member with presence off and their partners from each other until presence is on again', async () => {
  const hubs = [await aHub(ctx), await aHub(ctx)]
  const { ann, bo } = await anOpenChat(ctx.db)
  const annTab = await aReadySocket(hubs[0]!, ann)
  const boTab = await aReadySocket(hubs[1]!, bo)
  annTab.emit('presence:watch', { userNames: [bo.userName] })
  boTab.emit('presence:watch', { userNames: [ann.userName] })
  await expectPresence(annTab, bo, true)
  await expectPresence(boTab, ann, true)
  await setPresenceOff(bo, true)
  await expectPresence(annTab, bo, false)
  await expectPresence(boTab, ann, false)
  await setPresenceOff(bo, false)
  await expectPresence(annTab, bo, true)
  await expectPresence(boTab, ann, true)
})

test('hides a member who turns presence off, even while database queries fail', async () => {
  const hub = await aHub(ctx)
  const { ann, bo } = await anOpenChat(ctx.db)
  const annTab = await aReadySocket(hub, ann)
  await aReadySocket(hub, bo)
  annTab.emit('presence:watch', { userNames: [bo.userName] })
  await expectPresence(annTab, bo, true)
  await asOwner(ctx.db, sql`alter table chats rename to chats_renamed`)
  try {
    await setPresenceOff(bo, true)
    await expectPresence(annTab, bo, false)
  } finally {
    await asOwner(ctx.db, sql`alter table chats_renamed rename to chats`)
  }
})

test('reports a member with presence off exactly like a member who has been offline for a long time', async () => {
  const hub = await aHub(ctx)
  const { ann, bo } = await anOpenChat(ctx.db)
  const hidden = await aMember(ctx.db, { presenceOff: true })
  await anOpenChat(ctx.db, { ann, bo: hidden })
  await aReadySocket(hub, hidden)
  const annTab = await aReadySocket(hub, ann)
  annTab.emit('presence:watch', { userNames: [bo.userName, hidden.userName] })
  await expectPresence(annTab, bo, false)
  expect(new Set(listReportedPresence(annTab).map(({ online, at }) => `${online} ${at}`))).toEqual(
    new Set(['false null']),
  )
  expect(listReportedPresence(annTab).map(({ userName }) => userName)).toHaveLength(2)
})
