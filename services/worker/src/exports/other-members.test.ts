import { randomBytes, randomUUID } from 'node:crypto'
import { DAY_MS } from '@app/contract/limits'
import { anOpenChat } from '@app/server/testing/context'
import { aMember } from '@app/server/testing/members'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { joinFiles, readJson, setUpExportWorker } from './testing.ts'

const { ctx, buildArchive } = await setUpExportWorker()

describe('an archive', () => {
  test('contains own reports, and statements and appeals without the reporter, the team and its notes', {
    tags: 'exports.decisions',
  }, async () => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db, { userName: 'Bo som anmälde' })]
    const vera = await aMember(ctx.db, { level: 'ADMIN', userName: 'Vera som beslutade' })
    const [at, until] = [ctx.now().toISOString(), new Date(ctx.now().getTime() + DAY_MS).toISOString()]
    const { id: caseId } = await ctx.db
      .insertInto('cases')
      .values({
        ...{
          subjectKind: 'AD',
          subjectId: '7',
          authorId: ann.id,
          category: 'HATE',
          severity: 'HIGH',
          source: 'REPORT',
        },
        ...{ openedAt: at, dueAt: at, state: 'UPHELD', outcome: 'ACTED', decidedAt: at },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const report = { caseId, reporterId: bo.id, category: 'HATE', language: 'SWEDISH', filedAt: at, aimAt: at } as const
    const { id: reportId } = await ctx.db
      .insertInto('reports')
      .values({ ...report, words: 'ord i anmälan', answer: 'svar på frågan' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const content = { kind: 'AD', subject: { title: 'Rubrik', text: 'Texten', media: [] }, context: ['sammanhang'] }
    await ctx.db
      .insertInto('evidence')
      .values({
        ...{ caseId, reportId, content: JSON.stringify(content), sha256: randomBytes(32), takenAt: at, purgeAt: until },
      })
      .execute()
    const decision = {
      caseId,
      byId: vera.accountId,
      evidence: [],
      decidedAt: at,
      appealBy: until,
      note: 'bara för oss',
    }
    const { id: decisionId } = await ctx.db
      .insertInto('decisions')
      .values({ ...decision, kind: 'ACTED', removes: true, reason: 'TERMS_HATE', facts: 'Du skrev så.' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await ctx.db
      .insertInto('decisions')
      .values({ ...decision, kind: 'DISMISSED', reason: 'NO_BREACH', facts: 'ingen åtgärd' })
      .execute()
    await ctx.db
      .insertInto('measures')
      .values({ decisionId, memberId: ann.id, kind: 'POST', from: at, until })
      .execute()
    const answer = { byId: vera.accountId, decidedAt: until, outcome: 'UPHELD', answer: 'Vi står fast.' } as const
    await ctx.db
      .insertInto('appeals')
      .values({ decisionId, words: 'Det var på skoj.', at, ...answer })
      .execute()

    const files = await buildArchive(ann)
    expect(readJson(files, 'reports.json')).toEqual([])
    expect(readJson(files, 'decisions.json')).toEqual([
      {
        ...{ number: caseId, about: 'AD', excerpt: 'Rubrik\n\nTexten', decidedAt: at, reason: 'TERMS_HATE' },
        ...{ facts: 'Du skrev så.', source: 'REPORT', automated: false, readAt: null, appealBy: until, undoneAt: null },
        actions: [
          { kind: 'REMOVE', scopes: [], until: null, endedAt: null },
          { kind: 'RESTRICT', scopes: ['POST'], until, endedAt: null },
        ],
      },
    ])
    expect(readJson(files, 'appeals.json')).toEqual([
      { number: caseId, words: 'Det var på skoj.', at, outcome: 'UPHELD', answer: 'Vi står fast.', decidedAt: until },
    ])
    const archiveText = joinFiles(files)
    for (const secret of [
      'Bo som',
      'Vera',
      'ord i anmälan',
      'svar på frågan',
      'sammanhang',
      'bara för oss',
      'ingen åtgärd',
    ])
      expect(archiveText).not.toContain(secret)

    const filesOfBo = await buildArchive(bo)
    expect(readJson(filesOfBo, 'reports.json')).toMatchObject([
      {
        about: 'AD',
        category: 'HATE',
        words: 'ord i anmälan',
        answer: 'svar på frågan',
        outcome: 'ACTED',
        decidedAt: at,
      },
    ])
    expect([readJson(filesOfBo, 'decisions.json'), readJson(filesOfBo, 'appeals.json')]).toEqual([[], []])
    expect(joinFiles(filesOfBo)).not.toMatch(/Du skrev så|Vera|Texten|på skoj/)
  })

  test('names neither deleted members nor admins', async () => {
    const ann = await aMember(ctx.db)
    const deletedMember = await aMember(ctx.db, { userName: 'Borta', deletedAt: ctx.now() })
    const admin = await aMember(ctx.db, { userName: 'Adamina', level: 'ADMIN' })
    await anOpenChat(ctx.db, { ann, bo: deletedMember })
    await anOpenChat(ctx.db, { ann, bo: admin })
    await ctx.db
      .insertInto('profile_notes')
      .values({ writerId: ann.id, aboutId: deletedMember.id, notes: 'x' })
      .execute()
    const files = await buildArchive(ann)
    expect(readJson(files, 'messages.json')).toMatchObject([{ with: null }, { with: 'Teamet' }])
    expect(readJson(files, 'notes.json')).toEqual([])
    expect(joinFiles(files)).not.toMatch(/Borta|Adamina/)
  })

  test('treats a blocker like a deleted member, and lists own blocks', { tags: 'blocks.export' }, async () => {
    const [bo, blocker, deleted] = [await aMember(ctx.db), await aMember(ctx.db), await aMember(ctx.db)]
    const timestamp = ctx.now().toISOString()
    for (const other of [blocker, deleted]) {
      const { chatId } = await anOpenChat(ctx.db, { ann: bo, bo: other })
      await ctx.db
        .insertInto('chat_messages')
        .values({ chatId, senderId: bo.id, clientId: randomUUID(), message: 'hej', sentAt: timestamp, version: 2 })
        .execute()
      await ctx.db.insertInto('profile_notes').values({ writerId: bo.id, aboutId: other.id, notes: 'x' }).execute()
      await ctx.db.insertInto('kisses').values({ giverId: bo.id, receiverId: other.id, day: '2026-03-20' }).execute()
      await ctx.db
        .insertInto('visits')
        .values({ ownerId: other.id, visitorId: bo.id, lastCountedAt: timestamp, lastVisit: timestamp })
        .execute()
      await ctx.db
        .insertInto('verifications')
        .values({ memberId: other.id, verifierId: bo.id, state: 'CONFIRMED', at: timestamp })
        .execute()
    }
    await ctx.db.updateTable('members').set({ deletedAt: timestamp }).where('id', '=', deleted.id).execute()
    await ctx.db
      .insertInto('ignores')
      .values({
        ...{ ignorerId: blocker.id, ignoredId: bo.id, lastActiveThen: timestamp },
        ...{ kind: 'BLOCK', blockedAt: timestamp, lastMessageId: '0' },
      })
      .execute()
    await sql`update chat_members set folder = 'KEPT', "heldFolder" = 'CHATS' where "memberId" = ${blocker.id}`.execute(
      ctx.db,
    )
    // Both the deletion and the block end the chat; the deletion stores its state for a restore.
    await sql`update chats set state = 'ENDED', "heldState" = case when ${deleted.id} in ("creatorId", "invitedId") then 'OPEN' end
      where ${bo.id} in ("creatorId", "invitedId")`.execute(ctx.db)
    const files = await buildArchive(bo)
    expect(readJson(files, 'chats.json')).toMatchObject([
      { with: null, state: 'ENDED' },
      { with: null, state: 'ENDED' },
    ])
    expect(joinFiles(files)).not.toContain(blocker.userName)
    expect(new Set(readJson(files, 'messages.json').map((message: { with: unknown }) => message.with))).toEqual(
      new Set([null]),
    )
    for (const name of ['notes', 'kisses-given', 'visits-made', 'verifications-given', 'ignored', 'blocked'])
      expect(readJson(files, `${name}.json`), name).toEqual([])
    const own = await buildArchive(blocker)
    expect(readJson(own, 'blocked.json')).toMatchObject([{ name: bo.userName }])
    expect(readJson(own, 'ignored.json')).toEqual([])
    expect(readJson(own, 'chats.json')).toMatchObject([{ with: bo.userName }])
    expect(readJson(own, 'visits-received.json')).toEqual([])
  })

  test('contains no actions of members who ignore the member', async () => {
    const [ann, bo, carl] = [await aMember(ctx.db), await aMember(ctx.db), await aMember(ctx.db)]
    const timestamp = ctx.now().toISOString()
    for (const { id } of [bo, carl]) {
      await ctx.db
        .insertInto('visits')
        .values({ ownerId: ann.id, visitorId: id, lastCountedAt: timestamp, lastVisit: timestamp })
        .execute()
      await ctx.db.insertInto('kisses').values({ giverId: id, receiverId: ann.id, day: '2026-03-20' }).execute()
      await ctx.db
        .insertInto('verifications')
        .values({ memberId: ann.id, verifierId: id, state: 'CONFIRMED', at: timestamp })
        .execute()
    }
    await ctx.db
      .insertInto('ignores')
      .values({ ignorerId: bo.id, ignoredId: ann.id, lastActiveThen: timestamp })
      .execute()
    const files = await buildArchive(ann)
    expect(readJson(files, 'visits-received.json')).toMatchObject([{ visitor: carl.userName }])
    expect(readJson(files, 'kisses-received.json')).toMatchObject([{ from: carl.userName }])
    expect(readJson(files, 'verifications-received.json')).toMatchObject([{ by: carl.userName }])
  })
})
