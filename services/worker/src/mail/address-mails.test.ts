import { hashToken } from '@app/server/mail-tokens'
import { aMember, type TestMember } from '@app/server/testing'
import { expect, test } from 'vitest'
import { mailWorkerOfThisFile } from '../testing-mail-worker.ts'
import { aMail, anAddress, mailRow, PUBLIC_URL } from '../testing-worker.ts'
import { sendMail } from './send-mail.ts'

const DAY = 24 * 60 * 60 * 1_000
const { ctx, server } = await mailWorkerOfThisFile()

const later = (time: number) => new Date(ctx.now().getTime() + time).toISOString()
const tokenIn = (text: string | undefined, path: string): string =>
  new RegExp(`${PUBLIC_URL}/${path}/token/([\\w-]{43})(?![\\w-])`).exec(text ?? '')?.[1] ?? ''

async function aChange(
  { id: memberId, sessionId }: TestMember,
  email: string,
  expiresAt = later(DAY),
): Promise<string> {
  const mailId = await aMail(ctx, { kind: 'EMAIL_CHANGE', address: email, memberId })
  const row = { memberId, mailId, email, sessionId, expiresAt }
  await ctx.db
    .insertInto('email_changes')
    .values(row)
    .onConflict((conflict) => conflict.column('memberId').doUpdateSet({ ...row, hash: null }))
    .execute()
  return mailId
}
const changeOf = ({ id }: TestMember) =>
  ctx.db.selectFrom('email_changes').select(['email', 'hash']).where('memberId', '=', id).executeTakeFirst()

test('a new address gets a link, of whose token only the hash is kept', async () => {
  const [ann, email] = [await aMember(ctx.db), anAddress()]
  const mailId = await aChange(ann, email)
  await sendMail(ctx, { mailId })
  const [mail, ...others] = server.to(email)
  expect(others).toEqual([])
  const token = tokenIn(mail?.text, 'email')
  expect(await changeOf(ann)).toEqual({ email, hash: hashToken(token) })
  expect(mail?.text).not.toContain(ann.userName)
  expect(mail?.text).not.toContain(ann.email)
  expect(server.to(ann.email)).toEqual([])
  expect(await mailRow(ctx, mailId)).toMatchObject({ state: 'SENT' })
})

test('an address that has an account gets no link; its owner reads so in the own language', async () => {
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db, { language: 'ENGLISH' })]
  await sendMail(ctx, { mailId: await aChange(ann, bo.email.toUpperCase()) })
  const [mail] = server.to(bo.email)
  expect(mail?.subject).toBe('This address already has an account')
  expect(mail?.text).not.toContain('token')
  expect(mail?.text).not.toContain(ann.userName)
  expect(await changeOf(ann)).toMatchObject({ hash: null })
})

test('two members who ask for the same address get a link each', async () => {
  const [ann, bo, email] = [await aMember(ctx.db), await aMember(ctx.db), anAddress()]
  const mails = [await aChange(ann, email), await aChange(bo, email)]
  for (const mailId of mails.toReversed()) await sendMail(ctx, { mailId })
  const tokens = server.to(email).map(({ text }) => hashToken(tokenIn(text, 'email')))
  expect(tokens).toEqual([(await changeOf(bo))?.hash, (await changeOf(ann))?.hash])
})

test.each([
  ['a newer one has replaced', async (ann: TestMember) => void (await aChange(ann, anAddress()))],
  [
    'was canceled',
    async ({ id }: TestMember) => void (await ctx.db.deleteFrom('email_changes').where('memberId', '=', id).execute()),
  ],
  [
    'is too old',
    async ({ id }: TestMember) =>
      void (await ctx.db
        .updateTable('email_changes')
        .set({ expiresAt: later(0) })
        .where('memberId', '=', id)
        .execute()),
  ],
])('a mail for a change that %s is dropped', async (_, happen) => {
  const [ann, email] = [await aMember(ctx.db), anAddress()]
  const mailId = await aChange(ann, email)
  await happen(ann)
  await sendMail(ctx, { mailId })
  expect(server.to(email)).toEqual([])
  expect(await mailRow(ctx, mailId)).toMatchObject({ state: 'DROPPED' })
})

test('the address before a change gets the way back', async () => {
  const [ann, old] = [await aMember(ctx.db), anAddress()]
  const mailId = await aMail(ctx, { kind: 'EMAIL_RETURN', address: old, memberId: ann.id })
  await ctx.db
    .insertInto('email_returns')
    .values({ memberId: ann.id, mailId, email: old, expiresAt: later(7 * DAY) })
    .execute()
  await sendMail(ctx, { mailId })
  const [mail] = server.to(old)
  expect(mail?.subject).toBe('Din e-postadress är bytt')
  const { hash } = await ctx.db
    .selectFrom('email_returns')
    .select('hash')
    .where('memberId', '=', ann.id)
    .executeTakeFirstOrThrow()
  expect(hash).toEqual(hashToken(tokenIn(mail?.text, 'email-return')))
})
