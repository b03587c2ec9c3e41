import { DAY_MS } from '@app/contract/limits'
import { nameKey } from '@app/contract/text/names'
import { hashToken } from '@app/server/accounts/mail-tokens'
import { anInvite, anOpenChat, asOwner } from '@app/server/testing/context'
import { aMember } from '@app/server/testing/members'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMail, anAddress, type TestWorker, testWorker } from '../testing-worker.ts'
import { tidy } from './tidy.ts'

let ctx: TestWorker
beforeAll(async () => {
  ctx = await testWorker({})
})
afterAll(() => ctx.close())

const ago = (durationMs: number) => new Date(ctx.now().getTime() - durationMs)
const listIds = async (table: 'mails' | 'local_inbox') =>
  (await ctx.db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id)

test('deletes only expired links', async () => {
  const [expiredAddress, validAddress] = [anAddress(), anAddress()]
  const rows = [
    { address: expiredAddress, expiresAt: ago(0) },
    { address: validAddress, expiresAt: ago(-1) },
  ]
  await ctx.db
    .insertInto('mail_tokens')
    .values(
      rows.map(({ address, expiresAt }) => ({
        hash: hashToken(address),
        purpose: 'REGISTRATION' as const,
        address,
        addressKey: address,
        expiresAt: expiresAt.toISOString(),
      })),
    )
    .execute()
  await tidy(ctx)
  expect(await ctx.db.selectFrom('mail_tokens').select('address').execute()).toEqual([{ address: validAddress }])
})

test('deletes known browsers after 400 days without a login', { tags: 'new-device.known' }, async () => {
  const { id: memberId } = await aMember(ctx.db)
  const seenAt = (days: number) => new Date(ctx.now().getTime() - days * 24 * 60 * 60 * 1_000).toISOString()
  const rows = [399, 401].map((days) => ({ memberId, keyHash: Buffer.alloc(32, days - 300), seenAt: seenAt(days) }))
  await ctx.db.insertInto('known_devices').values(rows).execute()
  await tidy(ctx)
  expect(await ctx.db.selectFrom('known_devices').select('keyHash').execute()).toEqual([{ keyHash: rows[0]?.keyHash }])
})

test('deletes only expired age checks that nobody has finished', async () => {
  const { id: memberId } = await aMember(ctx.db)
  const rows = [ago(0), ago(-1)].map((expiresAt, index) => ({
    stateHash: Buffer.alloc(32, index),
    memberId,
    expiresAt: expiresAt.toISOString(),
  }))
  await ctx.db.insertInto('age_check_requests').values(rows).execute()
  await tidy(ctx)
  expect(await ctx.db.selectFrom('age_check_requests').select('stateHash').execute()).toEqual([
    { stateHash: Buffer.alloc(32, 1) },
  ])
})

test('deletes only expired challenges of passkeys', async () => {
  const rows = [ago(0), ago(-1)].map((expiresAt, index) => ({
    challenge: Buffer.alloc(32, index),
    purpose: 'LOGIN' as const,
    expiresAt: expiresAt.toISOString(),
  }))
  await ctx.db.insertInto('passkey_challenges').values(rows).execute()
  await tidy(ctx)
  expect(await ctx.db.selectFrom('passkey_challenges').select('challenge').execute()).toEqual([
    { challenge: Buffer.alloc(32, 1) },
  ])
})

test('deletes emails that were finished a month ago, and keeps waiting ones', async () => {
  const [oldMail, recentMail, waitingMail] = [await aMail(ctx), await aMail(ctx), await aMail(ctx)]
  const finishMail = (mailId: string, endedAt: Date) =>
    ctx.db
      .updateTable('mails')
      .set({ state: 'SENT', endedAt: endedAt.toISOString() })
      .where('id', '=', mailId)
      .execute()
  await finishMail(oldMail, ago(30 * DAY_MS))
  await finishMail(recentMail, ago(29 * DAY_MS))
  await tidy(ctx)
  expect(await listIds('mails')).toEqual([recentMail, waitingMail])
})

test('deletes samples after a month', async () => {
  const [oldTime, recentTime] = [ago(30 * DAY_MS + 1).toISOString(), ago(30 * DAY_MS - 1).toISOString()]
  const sample = { messages: 0, chatMessagesTo: '0', groupMessagesTo: '0', databaseBytes: '1' }
  for (const at of [oldTime, recentTime]) {
    await ctx.db
      .insertInto('operator_samples')
      .values({ at, ...sample })
      .execute()
    await ctx.db.insertInto('photo_store_sizes').values({ at, files: '1', bytes: '1' }).execute()
  }
  await tidy(ctx)
  for (const table of ['operator_samples', 'photo_store_sizes'] as const)
    expect(await ctx.db.selectFrom(table).select('at').execute()).toEqual([{ at: recentTime }])
})

test('deletes emails in the local inbox after a month', async () => {
  const mail = { to: anAddress(), subject: 's', text: 't', html: 'h' }
  const [, recentMail] = await ctx.db
    .insertInto('local_inbox')
    .values([
      { ...mail, at: ago(30 * DAY_MS).toISOString() },
      { ...mail, at: ago(29 * DAY_MS).toISOString() },
    ])
    .returning('id')
    .execute()
  await tidy(ctx)
  expect(await listIds('local_inbox')).toEqual([recentMail?.id])
})

test('deletes only email address changes with expired links', async () => {
  const [memberWithExpiredLinks, memberWithValidLinks] = [await aMember(ctx.db), await aMember(ctx.db)]
  const rows = [memberWithExpiredLinks, memberWithValidLinks].map(({ id: memberId }, index) => ({
    memberId,
    mailId: memberId,
    email: anAddress(),
    expiresAt: ago(index === 0 ? 0 : -1).toISOString(),
  }))
  await ctx.db
    .insertInto('email_changes')
    .values(rows.map((row) => ({ ...row, sessionId: '1' })))
    .execute()
  await ctx.db.insertInto('email_returns').values(rows).execute()
  await tidy(ctx)
  for (const table of ['email_changes', 'email_returns'] as const)
    expect(await ctx.db.selectFrom(table).select('memberId').execute()).toEqual([{ memberId: memberWithValidLinks.id }])
})

test('removes invites that a contact rule put aside 30 days ago from the lists of their recipients only', {
  tags: 'contact.expiry',
}, async () => {
  const [old, recent] = [await anInvite(ctx.db), await anInvite(ctx.db)]
  const readFolders = async ({ chatId }: { chatId: string }) =>
    (
      await ctx.db.selectFrom('chat_members').select('folder').where('chatId', '=', chatId).orderBy('folder').execute()
    ).map(({ folder }) => folder)
  for (const [{ chatId, bo }, age] of [
    [old, 30 * DAY_MS],
    [recent, 29 * DAY_MS],
  ] as const)
    await ctx.db
      .updateTable('chat_members')
      .set({ folder: 'FILTERED', lastUpdate: ago(age).toISOString() })
      .where('chatId', '=', chatId)
      .where('memberId', '=', bo.id)
      .execute()
  await tidy(ctx)
  expect([await readFolders(old), await readFolders(recent)]).toEqual([
    ['GONE', 'SENT'],
    ['FILTERED', 'SENT'],
  ])
})

test('keeps a handled notification for up to 30 days while its conversation is unread', {
  tags: 'notifications.due',
}, async () => {
  const aHandledNotification = async (unread: number, age: number) => {
    const { chatId, bo } = await anOpenChat(ctx.db)
    await sql`update chat_members set unread = ${unread} where "chatId" = ${chatId} and "memberId" = ${bo.id}`.execute(
      ctx.db,
    )
    const handledAt = ago(age).toISOString()
    await ctx.db
      .insertInto('notifications')
      .values({ memberId: bo.id, kind: 'CHAT', subjectId: chatId, dueAt: handledAt, handledAt })
      .execute()
    return chatId
  }
  const unread = await aHandledNotification(1, 29 * DAY_MS)
  const recent = await aHandledNotification(0, DAY_MS - 60_000)
  await aHandledNotification(0, DAY_MS)
  await aHandledNotification(1, 30 * DAY_MS)
  await tidy(ctx)
  const rows = await ctx.db.selectFrom('notifications').select('subjectId').orderBy('subjectId').execute()
  expect(rows.map(({ subjectId }) => subjectId)).toEqual([unread, recent])
})

test('removes the name that a blocker had 31 days after the block', { tags: 'blocks.former-name' }, async () => {
  const [old, recent] = [await anOpenChat(ctx.db), await anOpenChat(ctx.db)]
  for (const [{ ann, bo }, age] of [
    [old, 31 * DAY_MS],
    [recent, 31 * DAY_MS - 1],
  ] as const)
    await ctx.db
      .insertInto('ignores')
      .values({
        ...{ ignorerId: ann.id, ignoredId: bo.id, kind: 'BLOCK' as const, lastActiveThen: ago(age).toISOString() },
        ...{ blockedAt: ago(age).toISOString(), lastMessageId: '0' },
      })
      .execute()
  const listNames = () =>
    ctx.db.selectFrom('ignores').select(['blockerName', 'blockerNameKey']).orderBy('blockedAt').execute()
  const kept = { blockerName: recent.ann.userName, blockerNameKey: nameKey(recent.ann.userName) }
  expect(await listNames()).toEqual([
    { blockerName: old.ann.userName, blockerNameKey: nameKey(old.ann.userName) },
    kept,
  ])
  await tidy(ctx)
  expect(await listNames()).toEqual([{ blockerName: null, blockerNameKey: null }, kept])
})

test('deletes other expired data when one step fails, and fails itself', async () => {
  const mail = { to: anAddress(), subject: '', text: '', html: '', at: ago(31 * DAY_MS).toISOString() }
  await ctx.db.insertInto('local_inbox').values(mail).execute()
  await asOwner(ctx.db, sql`alter table email_changes rename to unavailable_changes`)
  await expect(tidy(ctx)).rejects.toThrow('email_changes')
  await asOwner(ctx.db, sql`alter table unavailable_changes rename to email_changes`)
  expect(await ctx.db.selectFrom('local_inbox').selectAll().where('to', '=', mail.to).execute()).toEqual([])
})
