import { generateToken, hashToken } from '@app/server/accounts/mail-tokens'
import { createStatementToken } from '@app/server/safety/statement-links'
import { anOpenChat, TEST_SECRET } from '@app/server/testing/context'
import { expect, test } from 'vitest'
import {
  aMailedToken,
  aPhotoOf,
  backUp,
  call,
  emailFor,
  inDatabase,
  PASSWORD,
  readIds,
  register,
  restoreNewestBackup,
  setUpRestoreDrill,
  startGateway,
  type TokenIds,
} from './restore-drill.ts'

setUpRestoreDrill()

/** A backup states its time in whole seconds. */
const BACKUP_TIME_UNIT_MS = 1_000

/**
 * Backs up, changes the database, and restores the backup. `expectAge` asserts that a deadline was moved by the age of the
 * backup, which lies between the shortest and the longest time from the backup to the restore.
 */
async function backUpAndRestore(change: () => Promise<void>) {
  const backupStart = Date.now()
  backUp()
  const backupEnd = Date.now()
  await change()
  const restoreStart = Date.now()
  await restoreNewestBackup()
  const ageMax = Date.now() - backupStart + BACKUP_TIME_UNIT_MS
  return {
    expectAge: (shiftMs: number) => {
      expect(shiftMs).toBeGreaterThanOrEqual(restoreStart - backupEnd)
      expect(shiftMs).toBeLessThanOrEqual(ageMax)
    },
  }
}

test('a restore keeps links to undo an email change or a deletion, and their remaining time', async () => {
  const [{ memberId }, eva] = [readIds(await register('Dan')), await register('Eva')]
  const [returnToken, expiredToken, confirmationToken] = [generateToken(), generateToken(), generateToken()] as const
  const [now, inAnHour] = [new Date().toISOString(), new Date(Date.now() + 3_600_000).toISOString()]
  const [email, emailOfStranger] = [emailFor('Dan'), emailFor('Stranger')]
  const change = { memberId, mailId: '1', email }
  const mail = { address: email, memberId, language: 'SWEDISH', createdAt: now, nextAttemptAt: now } as const
  await inDatabase(async (db) => {
    const changedEmail = { email: emailOfStranger, emailKey: emailOfStranger }
    await db.updateTable('members').set(changedEmail).where('id', '=', memberId).execute()
    await db
      .insertInto('email_returns')
      .values([
        { ...change, hash: hashToken(returnToken), expiresAt: inAnHour },
        { ...change, mailId: '2', hash: hashToken(expiredToken), expiresAt: now },
      ])
      .execute()
    await db
      .insertInto('email_changes')
      .values({ ...change, sessionId: '1', hash: hashToken(confirmationToken), expiresAt: inAnHour })
      .execute()
    await db
      .insertInto('mails')
      .values([
        { ...mail, kind: 'EMAIL_RETURN' },
        { ...mail, kind: 'EMAIL_CHANGE' },
      ])
      .execute()
  })
  expect((await call('POST', '/members/delete', eva, { password: PASSWORD })).status).toBe(204)
  const undeleteToken = await aMailedToken('DELETION', emailFor('Eva'))
  const deadlines = () =>
    inDatabase(async (db) => [
      (await db.selectFrom('email_returns').select('expiresAt').executeTakeFirstOrThrow()).expiresAt,
      (await db.selectFrom('mail_tokens').select('expiresAt').executeTakeFirstOrThrow()).expiresAt,
      (await db.selectFrom('members').select('deletedAt').where('deletedAt', 'is not', null).executeTakeFirstOrThrow())
        .deletedAt ?? '',
    ])
  const useBothLinks = async () => [
    (await call('POST', `/members/email/return/${returnToken}`)).status,
    (await call('POST', `/members/undelete/${undeleteToken}`)).status,
  ]
  await inDatabase((db) => db.deleteFrom('mail_tokens').where('purpose', '<>', 'DELETION').execute())
  const before = await deadlines()

  const { expectAge } = await backUpAndRestore(async () => expect(await useBothLinks()).toEqual([204, 200]))
  const after = await deadlines()
  for (const [index, deadline] of after.entries()) expectAge(Date.parse(deadline) - Date.parse(before[index] ?? ''))
  const waiting = await inDatabase((db) =>
    db.selectFrom('mails').select('kind').where('endedAt', 'is', null).orderBy('kind').execute(),
  )
  expect(waiting.map(({ kind }) => kind)).toEqual(['DELETION', 'EMAIL_RETURN'])

  await startGateway()
  expect((await call('POST', `/members/email/return/${expiredToken}`)).status).toBe(400)
  expect((await call('POST', `/members/email/confirm/${confirmationToken}`)).status).toBe(400)
  expect(await useBothLinks()).toEqual([204, 200])
  const { email: mailbox } = await inDatabase((db) =>
    db.selectFrom('members').select('email').where('id', '=', memberId).executeTakeFirstOrThrow(),
  )
  expect(mailbox).toBe(email)
}, 240_000)

type Deadlines = Record<
  | 'appealBy'
  | 'confirmBy'
  | 'askedUntil'
  | 'heldUntil'
  | 'until'
  | 'dueAt'
  | 'caseDueAt'
  | 'aimAt'
  | 'wordsUntil'
  | 'goneAt'
  | 'blockedAt',
  string | null
>

/**
 * Stores one row for each deadline of moderation: an unconfirmed ban with a removed photo and its pending emails, a
 * suspension of another member, a block, a past contact and the earlier words of a message.
 */
const aRowForEachDeadline = (banned: TokenIds, suspended: TokenIds, photoId: string) =>
  inDatabase(async (db) => {
    const [timestamp, until] = [new Date().toISOString(), new Date(Date.now() + 3_600_000).toISOString()]
    const aDecision = async (authorId: string, fields: { confirmBy?: string; lapses?: boolean }) => {
      const { id: caseId } = await db
        .insertInto('cases')
        .values({
          ...{ subjectKind: 'PROFILE', subjectId: authorId, authorId, category: 'THREAT', severity: 'CRITICAL' },
          ...{ source: 'REPORT', openedAt: timestamp, dueAt: timestamp, askedUntil: until },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const decision = await db
        .insertInto('decisions')
        .values({
          ...{ caseId, byId: '1', reason: 'TERMS_THREAT', facts: 'Du hotade någon.', kind: 'ACTED', evidence: [] },
          ...{ decidedAt: timestamp, appealBy: until, ...fields },
        })
        .returning(['id', 'decidedAt'])
        .executeTakeFirstOrThrow()
      const token = createStatementToken(TEST_SECRET, decision)
      await db
        .updateTable('decisions')
        .set({ tokenHash: hashToken(token) })
        .where('id', '=', decision.id)
        .execute()
      await db
        .insertInto('reports')
        .values({ caseId, category: 'THREAT', language: 'SWEDISH', filedAt: timestamp, aimAt: until })
        .execute()
      return { decisionId: decision.id, token }
    }
    const { ann, bo, chatId } = await anOpenChat(db)
    await db
      .insertInto('ignores')
      .values({
        ignorerId: bo.id,
        ignoredId: ann.id,
        kind: 'BLOCK',
        blockedAt: timestamp,
        lastMessageId: '0',
        lastActiveThen: timestamp,
      })
      .execute()
    await db
      .updateTable('chat_members')
      .set({ folder: 'GONE', goneAt: timestamp })
      .where('chatId', '=', chatId)
      .where('memberId', '=', ann.id)
      .execute()
    await db.insertInto('earlier_words').values({ place: 'CHAT', messageId: '1', message: 'Ord', until }).execute()
    const hold = ({ memberId: id }: TokenIds) =>
      db.updateTable('members').set({ deletedAt: timestamp, heldUntil: until }).where('id', '=', id).execute()
    await hold(banned)
    await hold(suspended)
    const { decisionId, token } = await aDecision(banned.memberId, { confirmBy: until, lapses: true })
    const { decisionId: suspensionId } = await aDecision(suspended.memberId, {})
    await db
      .insertInto('measures')
      .values([
        { decisionId, memberId: banned.memberId, kind: 'BAN', from: timestamp, until: null },
        { decisionId: suspensionId, memberId: suspended.memberId, kind: 'SUSPEND', from: timestamp, until },
      ])
      .execute()
    await db
      .insertInto('removals')
      .values({ decisionId, kind: 'PICTURE', contentId: photoId, content: '{}', removedAt: timestamp, until })
      .execute()
    const removed = { state: 'REMOVED', removedBy: decisionId, dueAt: until } as const
    await db.updateTable('media').set(removed).where('id', '=', photoId).execute()
    const mail = {
      memberId: banned.memberId,
      language: 'SWEDISH',
      createdAt: timestamp,
      nextAttemptAt: timestamp,
    } as const
    await db
      .insertInto('mails')
      .values(
        (
          ['DECISION', 'APPEAL_DECIDED', 'NOTICE_RECEIVED', 'NOTICE_DECIDED', 'NOTICE_CHANGED', 'CASE_ALERT'] as const
        ).map((kind) => ({
          ...{ ...mail, kind, address: emailFor('Fia'), aboutId: decisionId },
        })),
      )
      .execute()
    return { decisionId, token }
  })

const readDeadlines = (decisionId: string): Promise<Deadlines> =>
  inDatabase((db) =>
    db
      .selectFrom('decisions')
      .innerJoin('cases', 'cases.id', 'decisions.caseId')
      .innerJoin('members', 'members.id', 'cases.authorId')
      .innerJoin('removals', 'removals.decisionId', 'decisions.id')
      .innerJoin('media', 'media.removedBy', 'decisions.id')
      .select(['decisions.appealBy', 'decisions.confirmBy', 'cases.askedUntil'])
      .innerJoin('reports', 'reports.caseId', 'cases.id')
      .select(['members.heldUntil', 'removals.until', 'media.dueAt', 'cases.dueAt as caseDueAt', 'reports.aimAt'])
      .select((query) => [
        query.selectFrom('earlier_words').select('until').orderBy('id', 'desc').limit(1).as('wordsUntil'),
        query.selectFrom('chat_members').select('goneAt').where('goneAt', 'is not', null).limit(1).as('goneAt'),
        query.selectFrom('ignores').select('blockedAt').where('kind', '=', 'BLOCK').limit(1).as('blockedAt'),
      ])
      .where('decisions.id', '=', decisionId)
      .executeTakeFirstOrThrow(),
  )

const readSuspension = ({ memberId }: TokenIds) =>
  inDatabase((db) =>
    db
      .selectFrom('members')
      .innerJoin('measures', 'measures.memberId', 'members.id')
      .select(['measures.until', 'members.heldUntil'])
      .where('members.id', '=', memberId)
      .executeTakeFirstOrThrow(),
  )

test('a restore keeps the statements of decisions, their emails and the time left of every deadline, drops alerts to admins, and does not prolong a suspension', async () => {
  const [fia, gun] = [readIds(await register('Fia')), readIds(await register('Gun'))]
  const { decisionId, token } = await aRowForEachDeadline(fia, gun, await aPhotoOf(fia))
  const [before, suspension] = [await readDeadlines(decisionId), await readSuspension(gun)]

  const appeal = async () =>
    expect((await call('POST', `/statements/${token}/appeal`, undefined, { words: 'Det var på skoj.' })).status).toBe(
      204,
    )
  const { expectAge } = await backUpAndRestore(appeal)

  const shift = (name: keyof Deadlines, after: Deadlines) =>
    Date.parse(after[name] ?? '') - Date.parse(before[name] ?? '')
  const after = await readDeadlines(decisionId)
  const shifts = (Object.keys(before) as (keyof Deadlines)[]).map((name) => shift(name, after))
  for (const each of shifts) expectAge(each)
  expect(new Set(shifts).size).toBe(1)
  expect(await readSuspension(gun)).toEqual(suspension)
  const waiting = await inDatabase((db) =>
    db.selectFrom('mails').select('kind').where('memberId', '=', fia.memberId).orderBy('kind').execute(),
  )
  expect(waiting.map(({ kind }) => kind)).toEqual([
    'APPEAL_DECIDED',
    'DECISION',
    'NOTICE_CHANGED',
    'NOTICE_DECIDED',
    'NOTICE_RECEIVED',
  ])

  await startGateway()
  expect((await call('GET', `/statements/${token}`)).status).toBe(200)
  await appeal()
}, 240_000)
