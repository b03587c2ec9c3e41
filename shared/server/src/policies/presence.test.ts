import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OwnedCtx } from '../context.ts'
import { anInvite, anOpenChat, type TestChat, testContext } from '../testing/context.ts'
import { aMember } from '../testing/members.ts'
import { findTypingPartner, listPresencePartners } from './presence.ts'

let ctx: OwnedCtx
beforeAll(async () => {
  ctx = await testContext()
})
afterAll(() => ctx.close())

/** Returns whether the target's presence is visible to the member, as a list; empty if the target is no presence partner. */
const listVisibility = async (member: { id: string }, target: { userName: string }) =>
  (await listPresencePartners(ctx.db, member.id, [target.userName.toLowerCase()])).map(({ visible }) => visible)

const findPartner = ({ chatId }: TestChat, member: { id: string }) => findTypingPartner(ctx.db, chatId, member.id)

const hidePresence = (member: { id: string }) =>
  ctx.db.updateTable('members').set({ presenceOff: true }).where('id', '=', member.id).execute()

test('shows the two members of an open chat to each other', async () => {
  const chat = await anOpenChat(ctx.db)
  expect(await listVisibility(chat.ann, chat.bo)).toEqual([true])
  expect(await listVisibility(chat.bo, chat.ann)).toEqual([true])
  expect(await findPartner(chat, chat.ann)).toBe(chat.bo.id)
  expect(await findPartner(chat, chat.bo)).toBe(chat.ann.id)
})

test('shows no presence to strangers, to the member themselves, or before an invite is accepted', async () => {
  const chat = await anInvite(ctx.db)
  const stranger = await aMember(ctx.db)
  expect(await listVisibility(chat.ann, chat.bo)).toEqual([])
  expect(await listVisibility(chat.bo, chat.ann)).toEqual([])
  expect(await listVisibility(stranger, chat.ann)).toEqual([])
  expect(await listVisibility(chat.ann, chat.ann)).toEqual([])
  for (const member of [chat.ann, chat.bo, stranger]) expect(await findPartner(chat, member)).toBeNull()
})

test.each(['creatorIgnores', 'invitedIgnores'] as const)(
  'hides both members from each other if %s is set',
  async (column) => {
    const chat = await anOpenChat(ctx.db)
    await ctx.db
      .updateTable('chats')
      .set({ [column]: true })
      .where('id', '=', chat.chatId)
      .execute()
    expect([...(await listVisibility(chat.ann, chat.bo)), ...(await listVisibility(chat.bo, chat.ann))]).toEqual([])
    for (const member of [chat.ann, chat.bo]) expect(await findPartner(chat, member)).toBeNull()
  },
)

test('hides both members from each other if one ignores the other, regardless of their chat', async () => {
  const chat = await anOpenChat(ctx.db)
  const lastActiveThen = new Date().toISOString()
  await ctx.db.insertInto('ignores').values({ ignorerId: chat.bo.id, ignoredId: chat.ann.id, lastActiveThen }).execute()
  expect([...(await listVisibility(chat.ann, chat.bo)), ...(await listVisibility(chat.bo, chat.ann))]).toEqual([])
  for (const member of [chat.ann, chat.bo]) expect(await findPartner(chat, member)).toBeNull()
})

test('shows no presence after the chat has ended or the partner was deleted', async () => {
  const [endedChat, chatWithDeleted] = [await anOpenChat(ctx.db), await anOpenChat(ctx.db)]
  await ctx.db.updateTable('chats').set({ state: 'ENDED' }).where('id', '=', endedChat.chatId).execute()
  const deletedAt = new Date().toISOString()
  await ctx.db.updateTable('members').set({ deletedAt }).where('id', '=', chatWithDeleted.bo.id).execute()
  expect(await listVisibility(endedChat.ann, endedChat.bo)).toEqual([])
  expect(await listVisibility(chatWithDeleted.ann, chatWithDeleted.bo)).toEqual([])
  expect(await findPartner(endedChat, endedChat.ann)).toBeNull()
  expect(await findPartner(chatWithDeleted, chatWithDeleted.ann)).toBeNull()
})

test('hides both members from each other if one of them hides presence', async () => {
  const chat = await anOpenChat(ctx.db)
  await hidePresence(chat.ann)
  expect(await listVisibility(chat.ann, chat.bo)).toEqual([false])
  expect(await listVisibility(chat.bo, chat.ann)).toEqual([false])
  for (const member of [chat.ann, chat.bo]) expect(await findPartner(chat, member)).toBeNull()
})

test('hides the presence of the team and of its admins from members, and shows members to the team', async () => {
  const admin = await aMember(ctx.db, { level: 'ADMIN' })
  const chat = await anOpenChat(ctx.db, { bo: admin })
  for (const userName of ['Teamet', admin.userName]) expect(await listVisibility(chat.ann, { userName })).toEqual([])
  expect(await listVisibility(admin, chat.ann)).toEqual([true])
})
