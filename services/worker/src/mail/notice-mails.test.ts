import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deleteNotifierData } from '../safety/delete-notifier-data.ts'
import { setUpMailWorker } from '../testing-mail-worker.ts'
import { aMail, anAddress, readMailRow } from '../testing-worker.ts'
import { sendMail } from './send-mail.ts'

const { ctx, server } = await setUpMailWorker()

type Decided = { outcome: 'ACTED' | 'NO_BREACH'; removed: boolean; reason: string; monthsAgo?: number }

/** Stores a notice in English, and returns the ids of its case and report, and its email address. */
async function aNotice({ outcome, removed, reason, monthsAgo = 0 }: Decided) {
  const email = anAddress()
  const { rows } = await sql<{ caseId: string; reportId: string }>`
    with opened as (
      insert into cases ("subjectKind", "subjectId", category, severity, source, state, outcome, removed, reason, "openedAt",
        "dueAt", "decidedAt")
      values ('NOTICE', ${email}, 'SPAM', 'MEDIUM', 'REPORT', 'DECIDED', ${outcome}, ${removed}, ${reason}, now(), now(),
        ${ctx.now()}::timestamptz - make_interval(months => ${monthsAgo})) returning id)
    insert into reports ("caseId", address, category, words, illegal, "noticeName", "noticeEmail", language, "filedAt", "aimAt")
    select id, 'https://x', 'SPAM', 'Hemligt', true, 'Agda', ${email}, 'ENGLISH', now(), now() from opened
    returning "caseId", id as "reportId"`.execute(ctx.db)
  return { email, caseId: rows[0]?.caseId ?? '', reportId: rows[0]?.reportId ?? '' }
}

const aNoticeMail = (
  kind: 'NOTICE_RECEIVED' | 'NOTICE_DECIDED' | 'NOTICE_CHANGED',
  { email, reportId }: { email: string; reportId: string },
) => aMail(ctx, { kind, address: email, language: 'ENGLISH', aboutId: reportId })

test('the receipt of a notice contains its number, but not its words', { tags: 'notices.mails' }, async () => {
  const notice = await aNotice({ outcome: 'ACTED', removed: true, reason: 'TERMS_SPAM' })
  await sendMail(ctx, { mailId: await aNoticeMail('NOTICE_RECEIVED', notice) })
  const [mail] = server.listDeliveredTo(notice.email)
  expect(mail?.subject).toBe('We have your report')
  expect(mail?.text).toContain(`has number ${notice.caseId}.`)
  expect(mail?.text).not.toContain('Hemligt')
})

test.each([
  [
    { outcome: 'ACTED', removed: true, reason: 'TERMS_SPAM' },
    'removed the content. Reason: There is no room for advertising here.',
  ],
  [{ outcome: 'NO_BREACH', removed: false, reason: 'NO_BREACH' }, 'decided that the content may stay'],
] as const)('the answer to a notice says what was decided: %o', { tags: 'notices.mails' }, async (decided, words) => {
  const notice = await aNotice(decided)
  await sendMail(ctx, { mailId: await aNoticeMail('NOTICE_DECIDED', notice) })
  expect(server.listDeliveredTo(notice.email)[0]?.text?.replaceAll(/\s+/g, ' ')).toContain(words)
})

test('the answer to a notice names the courts and any dispute settlement body, and a correction states the new decision', {
  tags: 'notices.mails',
}, async () => {
  const notice = await aNotice({ outcome: 'ACTED', removed: true, reason: 'TERMS_SPAM' })
  const read = async (kind: 'NOTICE_DECIDED' | 'NOTICE_CHANGED', disputeAddress: string | null) => {
    const email = anAddress()
    const mailId = await aNoticeMail(kind, { ...notice, email })
    await sendMail({ ...ctx, config: { ...ctx.config, disputeAddress } }, { mailId })
    return server.listDeliveredTo(email)[0]?.text?.replaceAll(/\s+/g, ' ')
  }
  expect(await read('NOTICE_DECIDED', null)).toContain('you can write to us, or turn to a court')
  expect(await read('NOTICE_DECIDED', 'Body AB, body.example')).toContain('(Body AB, body.example) or to a court')
  await sql`update cases set removed = false, outcome = 'OVERTURNED' where id = ${notice.caseId}`.execute(ctx.db)
  expect(await read('NOTICE_CHANGED', null)).toContain(
    'We have reviewed our decision about your report. The content may stay.',
  )
})

test('the name and address of an undecided notice are deleted after six months', {
  tags: 'notices.forgotten',
}, async () => {
  const notices = [
    await aNotice({ outcome: 'ACTED', removed: true, reason: 'TERMS_SPAM' }),
    await aNotice({ outcome: 'ACTED', removed: true, reason: 'TERMS_SPAM' }),
  ]
  for (const [index, { caseId }] of notices.entries()) {
    await sql`
      update cases set state = 'OPEN', outcome = null, reason = null, removed = false, "decidedAt" = null
      where id = ${caseId}`.execute(ctx.db)
    await sql`
      update reports set "filedAt" = ${ctx.now()}::timestamptz - make_interval(months => ${7 - 2 * index})
      where "caseId" = ${caseId}`.execute(ctx.db)
  }
  await deleteNotifierData(ctx)
  const rows = await ctx.db
    .selectFrom('reports')
    .select(['noticeName', 'noticeEmail'])
    .where(
      'id',
      'in',
      notices.map(({ reportId }) => reportId),
    )
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { noticeName: null, noticeEmail: null },
    { noticeName: 'Agda', noticeEmail: notices[1]?.email },
  ])
})

test('the name and address of a notice are deleted six months after the decision, and no email is sent afterwards', {
  tags: 'notices.forgotten',
}, async () => {
  const [old, recent] = [
    await aNotice({ outcome: 'ACTED', removed: true, reason: 'TERMS_SPAM', monthsAgo: 7 }),
    await aNotice({ outcome: 'ACTED', removed: true, reason: 'TERMS_SPAM', monthsAgo: 5 }),
  ]
  await deleteNotifierData(ctx)
  const rows = await ctx.db
    .selectFrom('reports')
    .select(['noticeName', 'noticeEmail'])
    .where('id', 'in', [old.reportId, recent.reportId])
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { noticeName: null, noticeEmail: null },
    { noticeName: 'Agda', noticeEmail: recent.email },
  ])
  const mailId = await aNoticeMail('NOTICE_DECIDED', old)
  await sendMail(ctx, { mailId })
  expect(await readMailRow(ctx, mailId)).toMatchObject({ state: 'DROPPED' })
})
