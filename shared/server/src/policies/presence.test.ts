import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OwnedCtx } from '../context.ts'
import { anInvite, anOpenChat, type TestChat, testContext } from '../testing.ts'
import { aMember } from '../testing-members.ts'
import { findTypingPartner, listPresencePartners } from './presence.ts'

let ctx: OwnedCtx
beforeAll(async () => {
  ctx = await testContext()
})
afterAll(() => ctx.close())

const watch = async (who: { id: string }, whom: { userName: string }) =>
  (await listPresencePartners(ctx.db, who.id, [whom.userName.toLowerCase()])).map(({ visible }) => visible)

const typing = ({ chatId }: TestChat, who: { id: string }) => findTypingPartner(ctx.db, chatId, who.id)

const setHidden = (who: { id: string }) =>
  ctx.db.updateTable('members').set({ presenceOff: true }).where('id', '=', who.id).execute()

test('the two of an open chat see each other', async () => {
  const chat = await anOpenChat(ctx.db)
  expect(await watch(chat.ann, chat.bo)).toEqual([true])
  expect(await watch(chat.bo, chat.ann)).toEqual([true])
  expect(await typing(chat, chat.ann)).toBe(chat.bo.id)
  expect(await typing(chat, chat.bo)).toBe(chat.ann.id)
})

test('strangers, oneself and those of an unanswered invite see nothing', async () => {
  const chat = await anInvite(ctx.db)
  const stranger = await aMember(ctx.db)
  expect(await watch(chat.ann, chat.bo)).toEqual([])
  expect(await watch(chat.bo, chat.ann)).toEqual([])
  expect(await watch(stranger, chat.ann)).toEqual([])
  expect(await watch(chat.ann, chat.ann)).toEqual([])
  for (const who of [chat.ann, chat.bo, stranger]) expect(await typing(chat, who)).toBeNull()
})

test.each(['creatorIgnores', 'invitedIgnores'] as const)('%s hides both from each other', async (column) => {
  const chat = await anOpenChat(ctx.db)
  await ctx.db
    .updateTable('chats')
    .set({ [column]: true })
    .where('id', '=', chat.chatId)
    .execute()
  expect([...(await watch(chat.ann, chat.bo)), ...(await watch(chat.bo, chat.ann))]).toEqual([])
  for (const who of [chat.ann, chat.bo]) expect(await typing(chat, who)).toBeNull()
})

test('ignoring hides both from each other, whichever chat there is', async () => {
  const chat = await anOpenChat(ctx.db)
  const lastActiveThen = new Date().toISOString()
  await ctx.db.insertInto('ignores').values({ ignorerId: chat.bo.id, ignoredId: chat.ann.id, lastActiveThen }).execute()
  expect([...(await watch(chat.ann, chat.bo)), ...(await watch(chat.bo, chat.ann))]).toEqual([])
  for (const who of [chat.ann, chat.bo]) expect(await typing(chat, who)).toBeNull()
})

test('an ended chat and a deleted partner show nothing', async () => {
  const [ended, left] = [await anOpenChat(ctx.db), await anOpenChat(ctx.db)]
  await ctx.db.updateTable('chats').set({ state: 'ENDED' }).where('id', '=', ended.chatId).execute()
  const deletedAt = new Date().toISOString()
  await ctx.db.updateTable('members').set({ deletedAt }).where('id', '=', left.bo.id).execute()
  expect(await watch(ended.ann, ended.bo)).toEqual([])
  expect(await watch(left.ann, left.bo)).toEqual([])
  expect(await typing(ended, ended.ann)).toBeNull()
  expect(await typing(left, left.ann)).toBeNull()
})

test('who hides neither shows nor sees', async () => {
  const chat = await anOpenChat(ctx.db)
  await setHidden(chat.ann)
  expect(await watch(chat.ann, chat.bo)).toEqual([false])
  expect(await watch(chat.bo, chat.ann)).toEqual([false])
  for (const who of [chat.ann, chat.bo]) expect(await typing(chat, who)).toBeNull()
})

test('members do not see when the team is there, the team sees them', async () => {
  const admin = await aMember(ctx.db, { level: 'ADMIN' })
  const chat = await anOpenChat(ctx.db, { bo: admin })
  expect(await watch(chat.ann, admin)).toEqual([])
  expect(await watch(admin, chat.ann)).toEqual([true])
})
