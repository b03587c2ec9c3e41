import { hashToken } from '@app/server/accounts/mail-tokens'
import { aMember } from '@app/server/testing/members'
import { expect, test } from 'vitest'
import { setUpMailWorker } from '../testing-mail-worker.ts'
import { aMail, PUBLIC_URL, readMailRow } from '../testing-worker.ts'
import { sendMail } from './send-mail.ts'

const { ctx, server } = await setUpMailWorker()

const aNewDeviceMail = ({ email, accountId }: Awaited<ReturnType<typeof aMember>>, aboutId: string) =>
  aMail(ctx, { kind: 'NEW_DEVICE', address: email, memberId: accountId, aboutId })

test('an email about a new browser names it, with a link whose token is stored as a hash', {
  tags: 'new-device.sent',
}, async () => {
  const ann = await aMember(ctx.db)
  await ctx.db.updateTable('sessions').set({ device: 'Firefox, Windows' }).where('id', '=', ann.sessionId).execute()
  await sendMail(ctx, { mailId: await aNewDeviceMail(ann, ann.sessionId) })
  const [mail] = server.listDeliveredTo(ann.email)
  expect(mail?.subject).toBe('En ny inloggning')
  expect(mail?.text).toContain('Firefox, Windows')
  const token = new RegExp(`${PUBLIC_URL}/new-device/token/([\\w-]{43})`).exec(mail?.text ?? '')?.[1] ?? ''
  const row = await ctx.db.selectFrom('mail_tokens').selectAll().where('hash', '=', hashToken(token)).executeTakeFirst()
  expect(row).toMatchObject({ purpose: 'NEW_DEVICE', address: ann.email })
})

test('an email about a new browser is sent even if its session has ended, but not if the account is deleted', {
  tags: 'new-device.sent',
}, async () => {
  const [ann, bea] = [await aMember(ctx.db), await aMember(ctx.db, { deletedAt: new Date() })]
  await ctx.db.deleteFrom('sessions').where('id', '=', ann.sessionId).execute()
  await sendMail(ctx, { mailId: await aNewDeviceMail(ann, ann.sessionId) })
  expect(server.listDeliveredTo(ann.email)[0]?.text).toContain('en okänd webbläsare')
  const mailId = await aNewDeviceMail(bea, bea.sessionId)
  await sendMail(ctx, { mailId })
  expect(await readMailRow(ctx, mailId)).toMatchObject({ state: 'DROPPED' })
})

test.each([
  ['PASSWORD', 'byttes'],
  ['PASSWORD_LATER', 'Det börjar gälla söndag 18 januari'],
  ['PASSKEY_DELETED', 'togs bort'],
  ['PASSKEY_ONLY', 'bara att logga in på ditt konto med passkey'],
  ['PASSWORD_AGAIN', 'med lösenordet igen'],
  ['RECOVERY_CODES', 'Nya återställningskoder'],
] as const)(
  "an email about the change '%s' describes it, with the link that ends all logins",
  {
    tags: 'login-changed.sent',
  },
  async (loginChange, words) => {
    const ann = await aMember(ctx.db)
    const { id: mailId } = await ctx.db
      .insertInto('mails')
      .values({
        ...{ kind: 'LOGIN_CHANGED', loginChange, address: ann.email, language: 'SWEDISH', memberId: ann.id },
        ...{ createdAt: '2026-01-15T17:30:00.000Z', nextAttemptAt: '2026-01-15T17:30:00.000Z' },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sendMail(ctx, { mailId })
    const [mail] = server.listDeliveredTo(ann.email)
    expect(mail?.subject).toBe('Din inloggning har ändrats')
    expect(mail?.text?.replace(/\s+/g, ' ')).toContain(words)
    expect(mail?.text).toMatch(new RegExp(`${PUBLIC_URL}/new-device/token/[\\w-]{43}`))
  },
)
