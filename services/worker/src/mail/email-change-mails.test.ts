import { DAY_MS } from '@app/contract/limits'
import { hashToken } from '@app/server/accounts/mail-tokens'
import { asOwner } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { setUpMailWorker } from '../testing-mail-worker.ts'
import { aMail, anAddress, PUBLIC_URL, readMailRow } from '../testing-worker.ts'
import { relayOnce } from '../upkeep/relay.ts'
import { sendMail } from './send-mail.ts'

const { ctx, server } = await setUpMailWorker()

const isoTimeIn = (durationMs: number) => new Date(ctx.now().getTime() + durationMs).toISOString()
const parseToken = (text: string | undefined, path: string): string =>
  new RegExp(`${PUBLIC_URL}/${path}/token/([\\w-]{43})(?![\\w-])`).exec(text ?? '')?.[1] ?? ''

/** Creates a pending email address change, and returns the id of its email. */
async function aPendingChange(
  { id: memberId, sessionId }: TestMember,
  email: string,
  expiresAt = isoTimeIn(DAY_MS),
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
const findChange = ({ id }: TestMember) =>
  ctx.db.selectFrom('email_changes').select(['email', 'hash']).where('memberId', '=', id).executeTakeFirst()

test('sends a link to a new address, and stores only the hash of its token', async () => {
  const [ann, email] = [await aMember(ctx.db), anAddress()]
  const mailId = await aPendingChange(ann, email)
  await sendMail(ctx, { mailId })
  const [mail, ...otherMails] = server.listDeliveredTo(email)
  expect(otherMails).toEqual([])
  const token = parseToken(mail?.text, 'email')
  expect(await findChange(ann)).toEqual({ email, hash: hashToken(token) })
  expect(mail?.text).not.toContain(ann.userName)
  expect(mail?.text).not.toContain(ann.email)
  expect(server.listDeliveredTo(ann.email)).toEqual([])
  expect(await readMailRow(ctx, mailId)).toMatchObject({ state: 'SENT' })
})

test("sends no link to an address with an account, and informs its owner in the owner's language", async () => {
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db, { language: 'ENGLISH' })]
  await sendMail(ctx, { mailId: await aPendingChange(ann, bo.email.toUpperCase()) })
  const [mail] = server.listDeliveredTo(bo.email)
  expect(mail?.subject).toBe('This address already has an account')
  expect(mail?.text).not.toContain('token')
  expect(mail?.text).not.toContain(ann.userName)
})

/** Confirms an email address change as the gateway does when the member opens the link. */
const confirmChange = async ({ id }: TestMember, email: string) => {
  await ctx.db.deleteFrom('email_changes').where('memberId', '=', id).execute()
  await ctx.db.updateTable('members').set({ email, emailKey: email }).where('id', '=', id).execute()
}

test('drops an email if an earlier attempt was delivered and the member has confirmed the change', async () => {
  const [ann, email] = [await aMember(ctx.db), anAddress()]
  const mailId = await aPendingChange(ann, email)
  server.reject('recipient', '450 4.2.0 not now')
  await sendMail(ctx, { mailId })
  await confirmChange(ann, email)
  server.accept()
  ctx.advanceClock(30_000)
  await sendMail(ctx, { mailId })
  expect(server.listDeliveredTo(email)).toEqual([])
  expect(await readMailRow(ctx, mailId)).toMatchObject({ state: 'DROPPED', attempts: 2 })
})

test('sends a link to each of two members who request the same address', async () => {
  const [ann, bo, email] = [await aMember(ctx.db), await aMember(ctx.db), anAddress()]
  const mailIds = [await aPendingChange(ann, email), await aPendingChange(bo, email)]
  for (const mailId of mailIds.toReversed()) await sendMail(ctx, { mailId })
  const tokens = server.listDeliveredTo(email).map(({ text }) => hashToken(parseToken(text, 'email')))
  expect(tokens).toEqual([(await findChange(bo))?.hash, (await findChange(ann))?.hash])
})

test.each([
  ['was replaced by a newer one', async (ann: TestMember) => void (await aPendingChange(ann, anAddress()))],
  [
    'was canceled',
    async ({ id }: TestMember) => void (await ctx.db.deleteFrom('email_changes').where('memberId', '=', id).execute()),
  ],
  [
    'has expired',
    async ({ id }: TestMember) =>
      void (await ctx.db
        .updateTable('email_changes')
        .set({ expiresAt: isoTimeIn(0) })
        .where('memberId', '=', id)
        .execute()),
  ],
])('drops the email for a change that %s, with or without an account at the address', async (_, change) => {
  for (const email of [anAddress(), (await aMember(ctx.db)).email]) {
    const ann = await aMember(ctx.db)
    const mailId = await aPendingChange(ann, email)
    await change(ann)
    await sendMail(ctx, { mailId })
    expect(server.listDeliveredTo(email)).toEqual([])
    expect(await readMailRow(ctx, mailId)).toMatchObject({ state: 'DROPPED' })
  }
})

/** Creates a completed email address change, and returns the id of the email to the previous address. */
async function aCompletedChange({ id: memberId }: TestMember, email: string): Promise<string> {
  const mailId = await aMail(ctx, { kind: 'EMAIL_RETURN', address: email, memberId })
  await ctx.db
    .insertInto('email_returns')
    .values({ memberId, mailId, email, expiresAt: isoTimeIn(7 * DAY_MS) })
    .execute()
  return mailId
}

test('sends a link that reverts the change to the previous address', async () => {
  const [ann, previousAddress] = [await aMember(ctx.db), anAddress()]
  await sendMail(ctx, { mailId: await aCompletedChange(ann, previousAddress) })
  const [mail] = server.listDeliveredTo(previousAddress)
  expect(mail?.subject).toBe('Din e-postadress är bytt')
  const { hash } = await ctx.db
    .selectFrom('email_returns')
    .select('hash')
    .where('memberId', '=', ann.id)
    .executeTakeFirstOrThrow()
  expect(hash).toEqual(hashToken(parseToken(mail?.text, 'email-return')))
})

describe('emails that a worker of the previous release has dropped as unknown', () => {
  const dropMail = (mailId: string) =>
    ctx.db
      .updateTable('mails')
      .set({ state: 'DROPPED', attempts: 1, endedAt: ctx.now().toISOString() })
      .where('id', '=', mailId)
      .execute()

  /** Runs the relay and sends waiting emails, in three rounds. */
  async function relayAndSend(mailIds: string[]): Promise<void> {
    for (let round = 0; round < 3; round += 1) {
      await relayOnce(ctx)
      for (const mailId of mailIds) await sendMail(ctx, { mailId })
      ctx.advanceClock(600_000)
    }
  }

  test('are sent once each', async () => {
    const [ann, email, previousAddress] = [await aMember(ctx.db), anAddress(), anAddress()]
    const mailIds = [await aPendingChange(ann, email), await aCompletedChange(ann, previousAddress)]
    for (const mailId of mailIds) await dropMail(mailId)
    await relayAndSend(mailIds)
    for (const address of [email, previousAddress]) expect(server.listDeliveredTo(address)).toHaveLength(1)
    for (const mailId of mailIds) expect(await readMailRow(ctx, mailId)).toMatchObject({ state: 'SENT', attempts: 2 })
  })

  test('are sent even if that worker drops them again', async () => {
    const [ann, email] = [await aMember(ctx.db), anAddress()]
    const mailId = await aPendingChange(ann, email)
    await dropMail(mailId)
    await relayOnce(ctx)
    await dropMail(mailId)
    await relayAndSend([mailId])
    expect(server.listDeliveredTo(email)).toHaveLength(1)
  })

  test('are the only dropped emails that are sent', async () => {
    const undeliverableAddress = anAddress()
    await ctx.db
      .insertInto('dead_addresses')
      .values({ addressKey: undeliverableAddress, since: isoTimeIn(0) })
      .execute()
    const registrationMailId = await aMail(ctx)
    await dropMail(registrationMailId)
    const unattemptedMailId = await aPendingChange(await aMember(ctx.db), anAddress())
    await ctx.db.updateTable('mails').set({ state: 'DROPPED' }).where('id', '=', unattemptedMailId).execute()
    const expiredMailId = await aPendingChange(await aMember(ctx.db), anAddress(), isoTimeIn(0))
    await dropMail(expiredMailId)
    const mailIds = [
      registrationMailId,
      unattemptedMailId,
      expiredMailId,
      await aPendingChange(await aMember(ctx.db), undeliverableAddress),
    ]
    await relayAndSend(mailIds)
    for (const mailId of mailIds) {
      const { address, state } = await readMailRow(ctx, mailId)
      expect({ state, sent: server.listDeliveredTo(address) }).toEqual({ state: 'DROPPED', sent: [] })
    }
  })
})

test('leaves an email of a newer kind to workers of the newer release', async () => {
  await asOwner(ctx.db, sql`alter table mails drop constraint mails_kind_check`)
  const mailId = await aMail(ctx, { kind: 'POSTCARD' as 'REGISTRATION' })
  await sendMail(ctx, { mailId })
  expect(await readMailRow(ctx, mailId)).toMatchObject({ state: 'WAITING', attempts: 0 })
})
