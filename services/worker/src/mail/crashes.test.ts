import { hashToken } from '@app/server/accounts/mail-tokens'
import { transact } from '@app/server/delivery/transact'
import { asOwner } from '@app/server/testing/context'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aMail, anAddress, readMailRow, type TestWorker, testWorker } from '../testing-worker.ts'
import type { Mail, Transport } from './mail.ts'
import { prepareMail } from './prepare-mail.ts'
import { sendMail } from './send-mail.ts'

let ctx: TestWorker
beforeAll(async () => {
  ctx = await testWorker({})
})
afterAll(() => ctx.close())

let sentMails: Mail[] = []
beforeEach(() => {
  sentMails = []
})
const acceptingTransport: Transport = {
  async send(mail) {
    sentMails.push(mail)
    return { result: 'TAKEN' }
  },
}
const send = (mailId: string, transport = acceptingTransport) => sendMail({ ...ctx, transport }, { mailId })
const prepare = (mailId: string) => transact(ctx, (tx) => prepareMail(tx, ctx.config, mailId))

test('leaves an email unchanged when a worker dies during its claim', async () => {
  const mailId = await aMail(ctx)
  const rowBefore = await readMailRow(ctx, mailId)
  const failingTransaction = transact(ctx, async (tx) => {
    await prepareMail(tx, ctx.config, mailId)
    throw new Error('killed')
  })
  await expect(failingTransaction).rejects.toThrow('killed')
  expect(await readMailRow(ctx, mailId)).toEqual(rowBefore)
  await send(mailId)
  expect(sentMails).toHaveLength(1)
})

test('sends an email after its claim expires when the worker died before sending', async () => {
  const address = anAddress()
  const mailId = await aMail(ctx, { address })
  await prepare(mailId)
  ctx.advanceClock(29_000)
  await send(mailId)
  expect(sentMails).toEqual([])
  ctx.advanceClock(1_000)
  await send(mailId)
  expect(sentMails).toHaveLength(1)
  const token = /token\/([\w-]+)/.exec(sentMails[0]?.text ?? '')?.[1] ?? ''
  const [row] = await ctx.db.selectFrom('mail_tokens').select('hash').where('address', '=', address).execute()
  expect(row?.hash).toEqual(hashToken(token))
})

test('does not resend an accepted email when recording its result succeeds only on the third attempt', async () => {
  const mailId = await aMail(ctx)
  await asOwner(ctx.db, sql`create sequence failures`)
  await asOwner(
    ctx.db,
    sql`
    create function fail_twice() returns trigger language plpgsql security definer as $$
    begin
      if nextval('failures') <= 2 then raise exception 'out of order'; end if;
      return new;
    end $$`,
  )
  await asOwner(
    ctx.db,
    sql`
    create trigger fail_twice before update on mails for each row when (new.state = 'SENT')
    execute function fail_twice()`,
  )
  await send(mailId)
  await asOwner(ctx.db, sql`drop trigger fail_twice on mails`)
  ctx.advanceClock(600_000)
  await send(mailId)
  expect(sentMails).toHaveLength(1)
  expect(await readMailRow(ctx, mailId)).toMatchObject({ state: 'SENT', attempts: 1 })
})

test('sends an email after its claim expires when the transport threw', async () => {
  const mailId = await aMail(ctx)
  const failingTransport: Transport = { send: () => Promise.reject(new Error('broken')) }
  await expect(send(mailId, failingTransport)).rejects.toThrow('broken')
  ctx.advanceClock(30_000)
  await send(mailId)
  expect(sentMails).toHaveLength(1)
})

test('stores emails in the local inbox if no mail server is configured', async () => {
  const address = anAddress()
  await sendMail(ctx, { mailId: await aMail(ctx, { address, language: 'ENGLISH' }) })
  const inbox = await ctx.db.selectFrom('local_inbox').selectAll().where('to', '=', address).execute()
  expect(inbox).toMatchObject([
    {
      subject: 'Confirm your email address',
      text: expect.stringContaining('/registration/token/'),
      html: expect.stringContaining('/registration/token/'),
      at: ctx.now().toISOString(),
    },
  ])
})
