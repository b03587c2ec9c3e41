import { hashToken } from '@app/server/accounts/mail-tokens'
import { asOwner } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { setUpMailWorker } from '../testing-mail-worker.ts'
import { aMail, anAddress, mailRow, PUBLIC_URL } from '../testing-worker.ts'
import { relayOnce } from '../upkeep/relay.ts'
import { sendMail } from './send-mail.ts'

const DAY = 24 * 60 * 60 * 1_000
const { ctx, server } = await setUpMailWorker()

const inMs = (durationMs: number) => new Date(ctx.now().getTime() + durationMs).toISOString()
const tokenIn = (text: string | undefined, path: string): string =>
  new RegExp(`${PUBLIC_URL}/${path}/token/([\\w-]{43})(?![\\w-])`).exec(text ?? '')?.[1] ?? ''

async function aChange({ id: memberId, sessionId }: TestMember, email: string, expiresAt = inMs(DAY)): Promise<string> {
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

test('sends a link to a new address, and stores only the hash of its token', async () => {
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

test("sends no link to an address with an account, and informs its owner in the owner's language", async () => {
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db, { language: 'ENGLISH' })]
  await sendMail(ctx, { mailId: await aChange(ann, bo.email.toUpperCase()) })
  const [mail] = server.to(bo.email)
  expect(mail?.subject).toBe('This address already has an account')
  expect(mail?.text).not.toContain('token')
  expect(mail?.text).not.toContain(ann.userName)
})

/** Confirms a change as the gateway does when the link is opened: moves the address and ends the change. */
const confirm = async ({ id }: TestMember, email: string) => {
  await ctx.db.deleteFrom('email_changes').where('memberId', '=', id).execute()
  await ctx.db.updateTable('members').set({ email, emailKey: email }).where('id', '=', id).execute()
}

test('warns no member of a change that their own link has confirmed before the email is retried', async () => {
  const [ann, email] = [await aMember(ctx.db), anAddress()]
  const mailId = await aChange(ann, email)
  server.reject('receiver', '450 4.2.0 not now')
  await sendMail(ctx, { mailId })
  await confirm(ann, email)
  server.accept()
  ctx.advanceClock(30_000)
  await sendMail(ctx, { mailId })
  expect(server.to(email)).toEqual([])
  expect(await mailRow(ctx, mailId)).toMatchObject({ state: 'DROPPED', attempts: 2 })
})

test('sends a link each to two members who request the same address', async () => {
  const [ann, bo, email] = [await aMember(ctx.db), await aMember(ctx.db), anAddress()]
  const mails = [await aChange(ann, email), await aChange(bo, email)]
  for (const mailId of mails.toReversed()) await sendMail(ctx, { mailId })
  const tokens = server.to(email).map(({ text }) => hashToken(tokenIn(text, 'email')))
  expect(tokens).toEqual([(await changeOf(bo))?.hash, (await changeOf(ann))?.hash])
})

test.each([
  ['was replaced by a newer one', async (ann: TestMember) => void (await aChange(ann, anAddress()))],
  [
    'was canceled',
    async ({ id }: TestMember) => void (await ctx.db.deleteFrom('email_changes').where('memberId', '=', id).execute()),
  ],
  [
    'has expired',
    async ({ id }: TestMember) =>
      void (await ctx.db
        .updateTable('email_changes')
        .set({ expiresAt: inMs(0) })
        .where('memberId', '=', id)
        .execute()),
  ],
])('drops the email for a change that %s, with or without an account at the address', async (_, change) => {
  for (const email of [anAddress(), (await aMember(ctx.db)).email]) {
    const ann = await aMember(ctx.db)
    const mailId = await aChange(ann, email)
    await change(ann)
    await sendMail(ctx, { mailId })
    expect(server.to(email)).toEqual([])
    expect(await mailRow(ctx, mailId)).toMatchObject({ state: 'DROPPED' })
  }
})

async function aReturn({ id: memberId }: TestMember, email: string): Promise<string> {
  const mailId = await aMail(ctx, { kind: 'EMAIL_RETURN', address: email, memberId })
  await ctx.db
    .insertInto('email_returns')
    .values({ memberId, mailId, email, expiresAt: inMs(7 * DAY) })
    .execute()
  return mailId
}

test('sends a link that reverts the change to the previous address', async () => {
  const [ann, previousAddress] = [await aMember(ctx.db), anAddress()]
  await sendMail(ctx, { mailId: await aReturn(ann, previousAddress) })
  const [mail] = server.to(previousAddress)
  expect(mail?.subject).toBe('Din e-postadress är bytt')
  const { hash } = await ctx.db
    .selectFrom('email_returns')
    .select('hash')
    .where('memberId', '=', ann.id)
    .executeTakeFirstOrThrow()
  expect(hash).toEqual(hashToken(tokenIn(mail?.text, 'email-return')))
})

describe('emails of unknown kinds, dropped by a worker of the previous release,', () => {
  const drop = (mailId: string) =>
    ctx.db
      .updateTable('mails')
      .set({ state: 'DROPPED', attempts: 1, endedAt: ctx.now().toISOString() })
      .where('id', '=', mailId)
      .execute()

  /** Runs the relay and sends waiting emails, three times. */
  async function work(mailIds: string[]): Promise<void> {
    for (let round = 0; round < 3; round += 1) {
      await relayOnce(ctx)
      for (const mailId of mailIds) await sendMail(ctx, { mailId })
      ctx.advanceClock(600_000)
    }
  }

  test('are sent once each', async () => {
    const [ann, email, previousAddress] = [await aMember(ctx.db), anAddress(), anAddress()]
    const mailIds = [await aChange(ann, email), await aReturn(ann, previousAddress)]
    for (const mailId of mailIds) await drop(mailId)
    await work(mailIds)
    for (const address of [email, previousAddress]) expect(server.to(address)).toHaveLength(1)
    for (const mailId of mailIds) expect(await mailRow(ctx, mailId)).toMatchObject({ state: 'SENT', attempts: 2 })
  })

  test('are sent also when that worker drops them again', async () => {
    const [ann, email] = [await aMember(ctx.db), anAddress()]
    const mailId = await aChange(ann, email)
    await drop(mailId)
    await relayOnce(ctx)
    await drop(mailId)
    await work([mailId])
    expect(server.to(email)).toHaveLength(1)
  })

  test('are the only dropped emails that are sent', async () => {
    const dead = anAddress()
    await ctx.db
      .insertInto('dead_addresses')
      .values({ addressKey: dead, since: inMs(0) })
      .execute()
    const registrationMail = await aMail(ctx)
    await drop(registrationMail)
    const unattemptedMail = await aChange(await aMember(ctx.db), anAddress())
    await ctx.db.updateTable('mails').set({ state: 'DROPPED' }).where('id', '=', unattemptedMail).execute()
    const expiredMail = await aChange(await aMember(ctx.db), anAddress(), inMs(0))
    await drop(expiredMail)
    const mailIds = [registrationMail, unattemptedMail, expiredMail, await aChange(await aMember(ctx.db), dead)]
    await work(mailIds)
    for (const mailId of mailIds) {
      const { address, state } = await mailRow(ctx, mailId)
      expect({ state, sent: server.to(address) }).toEqual({ state: 'DROPPED', sent: [] })
    }
  })
})

test('leaves an email of a newer kind to workers of the newer release', async () => {
  await asOwner(ctx.db, sql`alter table mails drop constraint mails_kind_check`)
  const mailId = await aMail(ctx, { kind: 'POSTCARD' as 'REGISTRATION' })
  await sendMail(ctx, { mailId })
  expect(await mailRow(ctx, mailId)).toMatchObject({ state: 'WAITING', attempts: 0 })
})
