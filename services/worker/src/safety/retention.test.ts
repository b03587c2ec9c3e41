import { randomUUID } from 'node:crypto'
import { DAY_MS } from '@app/contract/limits'
import { anInvite, anOpenChat, type TestChat } from '@app/server/testing/context'
import { countLockWaiters } from '@app/server/testing/locks'
import { aMember } from '@app/server/testing/members'
import { aPhoto } from '@app/server/testing/photos'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LISTS, readMessagePages } from '../exports/contents.ts'
import { type TestWorker, testWorker } from '../testing-worker.ts'
import { purgeGoneChats } from '../upkeep/purge-chats.ts'
import { tidy } from '../upkeep/tidy.ts'

let ctx: TestWorker
beforeAll(async () => {
  ctx = await testWorker({})
})
afterAll(() => ctx.close())

const leave = ({ chatId }: TestChat, memberIds: string[], daysAgo: number) =>
  ctx.db
    .updateTable('chat_members')
    .set({ folder: 'GONE', goneAt: new Date(ctx.now().getTime() - daysAgo * DAY_MS).toISOString() })
    .where('chatId', '=', chatId)
    .where('memberId', 'in', memberIds)
    .execute()
const chatExists = async ({ chatId }: TestChat) =>
  (await ctx.db.selectFrom('chats').select('id').where('id', '=', chatId).execute()).length > 0
const deleteMessage = ({ firstMessageId }: TestChat) =>
  ctx.db
    .updateTable('chat_messages')
    .set({ message: null, deletedAt: ctx.now().toISOString() })
    .where('id', '=', firstMessageId)
    .execute()
const listWords = async ({ firstMessageId }: TestChat) =>
  (await ctx.db.selectFrom('earlier_words').selectAll().where('messageId', '=', firstMessageId).execute()).map(
    ({ message, until }) => ({ message, days: (Date.parse(until) - ctx.now().getTime()) / DAY_MS }),
  )

test('keeps the words of a deleted message for 14 days', { tags: 'reports.retention' }, async () => {
  const chat = await anOpenChat(ctx.db)
  await deleteMessage(chat)
  expect(await listWords(chat)).toEqual([{ message: 'Hej där', days: 14 }])
  await ctx.db.updateTable('chat_messages').set({ version: 9 }).where('id', '=', chat.firstMessageId).execute()
  ctx.advanceClock(14 * DAY_MS - 1)
  await tidy(ctx)
  expect(await listWords(chat)).toHaveLength(1)
  ctx.advanceClock(1)
  await tidy(ctx)
  expect(await listWords(chat)).toEqual([])
})

test('keeps the messages of a chat that is reopened while it is about to be purged', {
  tags: 'reports.retention',
}, async () => {
  const chat = await anOpenChat(ctx.db)
  await leave(chat, [chat.ann.id, chat.bo.id], 40)
  let purge: Promise<number> | undefined
  await ctx.db.transaction().execute(async (tx) => {
    await tx.updateTable('chats').set({ version: 9 }).where('id', '=', chat.chatId).execute()
    purge = purgeGoneChats(ctx)
    await expect.poll(() => countLockWaiters(ctx)).toBe(1)
    await tx
      .updateTable('chat_members')
      .set({ folder: 'CHATS', goneAt: null })
      .where('chatId', '=', chat.chatId)
      .execute()
  })
  await purge
  const messages = ctx.db.selectFrom('chat_messages').select('id').where('chatId', '=', chat.chatId)
  expect(await messages.execute()).toEqual([{ id: chat.firstMessageId }])
})

test('purges a chat 30 days after it vanished from the lists of both members', {
  tags: 'reports.retention',
}, async () => {
  const [gone, recent] = [await anOpenChat(ctx.db), await anOpenChat(ctx.db)]
  const photo = await aPhoto(ctx, gone.ann, { chatId: gone.chatId, attached: true })
  for (const [chat, daysAgo] of [
    [gone, 30],
    [recent, 29],
  ] as const) {
    await leave(chat, [chat.ann.id], 40)
    await leave(chat, [chat.bo.id], daysAgo)
  }
  await tidy(ctx)
  expect([await chatExists(gone), await chatExists(recent)]).toEqual([false, true])
  const messages = ctx.db.selectFrom('chat_messages').select('id').where('chatId', '=', gone.chatId)
  expect(await messages.execute()).toEqual([])
  const media = ctx.db.selectFrom('media').select('state').where('id', '=', photo)
  expect(await media.execute()).toEqual([{ state: 'REMOVED' }])
})

test('keeps a chat that is in a list of one of its members, or whose other member may still restore the account', {
  tags: 'reports.retention',
}, async () => {
  const [left, declined, held] = [await anOpenChat(ctx.db), await anInvite(ctx.db), await anOpenChat(ctx.db)]
  for (const chat of [left, declined]) await leave(chat, [chat.bo.id], 90)
  await leave(held, [held.ann.id], 90)
  await ctx.db
    .updateTable('chat_members')
    .set({ folder: 'GONE', heldFolder: 'CHATS' })
    .where('chatId', '=', held.chatId)
    .where('memberId', '=', held.bo.id)
    .execute()
  await tidy(ctx)
  expect(await Promise.all([left, declined, held].map(chatExists))).toEqual([true, true, true])
})

test('the export contains a chat until it has vanished from the lists of both members', async () => {
  const chat = await anOpenChat(ctx.db)
  const countExported = async () => {
    const messages: object[] = []
    for await (const page of readMessagePages(ctx.db, chat.ann.id, new Set())) messages.push(...page)
    return [(await LISTS.chats(ctx, chat.ann.id)).length, messages.length]
  }
  await leave(chat, [chat.ann.id], 0)
  expect(await countExported()).toEqual([1, 1])
  await leave(chat, [chat.bo.id], 0)
  expect(await countExported()).toEqual([0, 0])
})

test('the export contains the reports by the member, and none about the member', {
  tags: 'reports.retention',
}, async () => {
  const [reporter, reported] = [await aMember(ctx.db), await aMember(ctx.db)]
  const timestamp = ctx.now().toISOString()
  await sql`
    with stored as (
      insert into cases ("subjectKind", "subjectId", "authorId", category, severity, source, "openedAt", "dueAt", outcome, "decidedAt")
      values ('PROFILE', ${randomUUID()}, ${reported.id}, 'FRAUD', 'HIGH', 'REPORT', ${timestamp}, ${timestamp}, 'ACTED', ${timestamp})
      returning id)
    insert into reports ("caseId", "reporterId", category, words, language, "filedAt", "aimAt")
    select id, ${reporter.id}, 'FRAUD', 'Hon ville ha pengar', 'SWEDISH', ${timestamp}, ${timestamp} from stored`.execute(
    ctx.db,
  )
  expect(await LISTS.reports(ctx, reporter.id)).toEqual([
    {
      ...{ about: 'PROFILE', category: 'FRAUD', words: 'Hon ville ha pengar', illegal: false, filedAt: timestamp },
      ...{ answer: null, outcome: 'ACTED', decidedAt: timestamp },
      ...{ objection: null, objectedAt: null, objectionOutcome: null, objectionAnswer: null },
    },
  ])
  expect(await LISTS.reports(ctx, reported.id)).toEqual([])
})
