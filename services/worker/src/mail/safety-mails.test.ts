import { DAY_MS } from '@app/contract/limits'
import { hashBarredAddress } from '@app/server/safety/mail-bars'
import { createStatementToken } from '@app/server/safety/statement-links'
import { aMember, type TestMember } from '@app/server/testing/members'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setUpMailWorker } from '../testing-mail-worker.ts'
import { aMail, anAddress, PUBLIC_URL, readMailRow } from '../testing-worker.ts'
import { sendMail } from './send-mail.ts'

const { ctx, server } = await setUpMailWorker()
const { sessionSecret } = ctx.config

/** Stores a decision about a member, and returns its id and the token of its link. */
async function aDecision(
  { id: authorId }: TestMember,
  appealInMs = 180 * DAY_MS,
): Promise<{ id: string; token: string }> {
  const now = ctx.now()
  const decidedAt = now.toISOString()
  const { rows } = await sql<{ id: string }>`
    with opened as (
      insert into cases ("subjectKind", "subjectId", "authorId", category, severity, source, state, "openedAt", "dueAt")
      values ('PROFILE', ${authorId}, ${authorId}, 'SPAM', 'MEDIUM', 'REPORT', 'CLOSED', ${now}, ${now}) returning id)
    insert into decisions ("caseId", "byId", reason, facts, kind, evidence, "decidedAt", "appealBy")
    select id, 1, 'TERMS_SPAM', 'Reklam i profilen.', 'ACTED', '{}', ${decidedAt}, ${new Date(now.getTime() + appealInMs)}
    from opened returning id`.execute(ctx.db)
  const id = rows[0]?.id ?? ''
  return { id, token: createStatementToken(sessionSecret, { id, decidedAt }) }
}

const aDecisionMail = (
  { id: memberId, email, language }: TestMember,
  kind: 'DECISION' | 'APPEAL_DECIDED',
  aboutId: string,
) => aMail(ctx, { kind, address: email, language, memberId, aboutId })

test('the email about a decision contains a link that works without a login, but not the decision', {
  tags: 'mails.decision',
}, async () => {
  const ann = await aMember(ctx.db, { language: 'ENGLISH' })
  const { id, token } = await aDecision(ann)
  await sendMail(ctx, { mailId: await aDecisionMail(ann, 'DECISION', id) })
  const [mail] = server.listDeliveredTo(ann.email)
  expect(mail?.subject).toBe('A decision about your account')
  expect(mail?.text).toContain(`${PUBLIC_URL}/statement/token/${token}`)
  expect(mail?.text).not.toContain('Reklam')
})

test('the email about a decision has the same text and Message-ID if it is sent again after a crash', {
  tags: 'mails.decision',
}, async () => {
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  const decision = await aDecision(ann)
  const mailId = await aDecisionMail(ann, 'DECISION', decision.id)
  const otherId = await aDecisionMail(bo, 'DECISION', (await aDecision(bo)).id)
  await sendMail(ctx, { mailId })
  await ctx.db
    .updateTable('mails')
    .set({ state: 'WAITING', nextAttemptAt: '2020-01-01' })
    .where('id', '=', mailId)
    .execute()
  for (const id of [mailId, otherId]) await sendMail(ctx, { mailId: id })
  const [first, second] = server.listDeliveredTo(ann.email)
  expect(first?.messageId).toMatch(/^<[\w-]{43}@salong\.test>$/)
  expect([second?.messageId, second?.text]).toEqual([first?.messageId, first?.text])
  expect(server.listDeliveredTo(bo.email)[0]?.messageId).not.toBe(first?.messageId)
})

test('the email about a decision also reaches a suspended member', { tags: 'mails.decision' }, async () => {
  const ann = await aMember(ctx.db, { deletedAt: new Date() })
  const { id } = await aDecision(ann)
  await sendMail(ctx, { mailId: await aDecisionMail(ann, 'DECISION', id) })
  expect(server.listDeliveredTo(ann.email)).toHaveLength(1)
})

test('no email is sent about a decision that was undone, or whose link has expired', {
  tags: 'mails.decision',
}, async () => {
  const ann = await aMember(ctx.db)
  const [undone, expired] = [await aDecision(ann), await aDecision(ann, -40 * DAY_MS)]
  await sql`update decisions set "undoneAt" = now() where id = ${undone.id}`.execute(ctx.db)
  for (const { id } of [undone, expired]) {
    const mailId = await aDecisionMail(ann, 'DECISION', id)
    await sendMail(ctx, { mailId })
    expect(await readMailRow(ctx, mailId)).toMatchObject({ state: 'DROPPED' })
  }
  expect(server.listDeliveredTo(ann.email)).toEqual([])
})

test.each([
  ['UPHELD', 'beslutet står fast'],
  ['OVERTURNED', 'ändrat beslutet'],
] as const)(
  "the answer to an appeal says that the decision was %s, with the team's words and the link",
  { tags: 'mails.appeal' },
  async (outcome, words) => {
    const ann = await aMember(ctx.db)
    const { id, token } = await aDecision(ann)
    await sql`
    insert into appeals ("decisionId", words, at, outcome, answer, "byId", "decidedAt")
    values (${id}, 'Nej', now(), ${outcome}, 'Vi har läst igen.', 2, now())`.execute(ctx.db)
    if (outcome === 'OVERTURNED') await sql`update decisions set "undoneAt" = now() where id = ${id}`.execute(ctx.db)
    await sendMail(ctx, { mailId: await aDecisionMail(ann, 'APPEAL_DECIDED', id) })
    const [mail] = server.listDeliveredTo(ann.email)
    expect(mail?.text).toContain(words)
    expect(mail?.text).toContain('Vi har läst igen.')
    expect(mail?.text).toContain(token)
  },
)

test('a barred address and its subaddresses get no registration link until the bar expires', {
  tags: 'mails.barred',
}, async () => {
  const ann = await aMember(ctx.db)
  const { id } = await aDecision(ann)
  const address = anAddress()
  const mailHash = hashBarredAddress(sessionSecret, address)
  await sql`
    insert into mail_bars ("mailHash", "decisionId", until) values (${mailHash}, ${id}, now() + interval '1 day')`.execute(
    ctx.db,
  )
  for (const barred of [address, address.replace('@', '+x@')]) {
    await sendMail(ctx, { mailId: await aMail(ctx, { kind: 'REGISTRATION', address: barred }) })
    const [mail] = server.listDeliveredTo(barred)
    expect(mail?.subject).toBe('Adressen går inte att använda')
    expect(mail?.text).not.toContain('/registration/token/')
  }
  await sql`update mail_bars set until = '2020-01-01'`.execute(ctx.db)
  const mailId = await aMail(ctx, { kind: 'REGISTRATION', address })
  await sendMail(ctx, { mailId })
  expect(await readMailRow(ctx, mailId)).toMatchObject({ state: 'SENT' })
  expect(server.listDeliveredTo(address).map(({ text }) => text)).toContainEqual(
    expect.stringContaining('/registration/token/'),
  )
})
