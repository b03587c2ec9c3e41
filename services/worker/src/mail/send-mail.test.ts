import { hashToken } from '@app/server/accounts/mail-tokens'
import { aMember } from '@app/server/testing/members'
import { UnrecoverableError } from 'bullmq'
import { expect, test } from 'vitest'
import type { DeliveredMail } from '../testing-mail-server.ts'
import { setUpMailWorker } from '../testing-mail-worker.ts'
import { aMail, anAddress, PUBLIC_URL, readMailRow } from '../testing-worker.ts'
import { sendMail } from './send-mail.ts'

const { ctx, server } = await setUpMailWorker()

const LINK = new RegExp(`${PUBLIC_URL}/(registration|reset-pwd)/token/([\\w-]{43})(?![\\w-])`)
const parseToken = (mail: DeliveredMail | undefined): string => LINK.exec(mail?.text ?? '')?.[2] ?? ''

const listTokens = (address: string) =>
  ctx.db.selectFrom('mail_tokens').selectAll().where('address', '=', address).execute()

test('sends a link to a new address, and stores only the hash of its token', async () => {
  const address = anAddress()
  const mailId = await aMail(ctx, { address })
  await sendMail(ctx, { mailId })
  const [mail, ...otherMails] = server.listDeliveredTo(address)
  expect(otherMails).toEqual([])
  const token = parseToken(mail)
  expect(token).not.toBe('')
  expect(mail?.html).toContain(`href="${PUBLIC_URL}/registration/token/${token}"`)
  const expiresAt = new Date(ctx.now().getTime() + 24 * 3_600_000).toISOString()
  expect(await listTokens(address)).toEqual([
    { hash: hashToken(token), purpose: 'REGISTRATION', address, addressKey: address, expiresAt },
  ])
  const row = await readMailRow(ctx, mailId)
  expect(row).toMatchObject({ state: 'SENT', attempts: 1, endedAt: ctx.now().toISOString() })
  expect(JSON.stringify(row)).not.toContain(token)
})

test('replaces an older link with a newer one', async () => {
  const address = anAddress()
  await sendMail(ctx, { mailId: await aMail(ctx, { address }) })
  await sendMail(ctx, { mailId: await aMail(ctx, { address: address.toUpperCase() }) })
  const [first, second] = server.listDeliveredTo(address).map(parseToken)
  expect(first).not.toBe(second)
  const rows = await ctx.db.selectFrom('mail_tokens').select('hash').where('addressKey', '=', address).execute()
  expect(rows).toEqual([{ hash: hashToken(second ?? '') }])
})

test('sends an existing member no registration link, but informs them of their account in their language', async () => {
  const member = await aMember(ctx.db, { language: 'ENGLISH', registeredAt: ctx.now() })
  await sendMail(ctx, { mailId: await aMail(ctx, { address: member.email.toUpperCase(), language: 'SWEDISH' }) })
  const [mail] = server.listDeliveredTo(member.email)
  expect(mail?.subject).toBe('You already have an account')
  expect(mail?.to).toEqual([{ name: '', address: member.email }])
  expect(mail?.text).toContain(`${PUBLIC_URL}/reset-pwd`)
  expect(mail?.text).not.toContain('token')
  expect(await listTokens(member.email)).toEqual([])
})

test('does not retry a registration email after the registration has been completed', async () => {
  const address = anAddress()
  const mailId = await aMail(ctx, { address })
  server.reject('recipient', '450 4.2.0 not now')
  await sendMail(ctx, { mailId })
  ctx.advanceClock(30_000)
  await aMember(ctx.db, { email: address, registeredAt: ctx.now() })
  server.accept()
  await sendMail(ctx, { mailId })
  expect(server.listDeliveredTo(address)).toEqual([])
  expect(await readMailRow(ctx, mailId)).toMatchObject({ state: 'DROPPED', attempts: 2 })
})

test("sends a member a password link in the member's language, valid for two hours", {
  tags: 'mail.password-link',
}, async () => {
  const member = await aMember(ctx.db, { language: 'ENGLISH' })
  await sendMail(ctx, { mailId: await aMail(ctx, { kind: 'PASSWORD_RESET', address: member.email }) })
  const [mail] = server.listDeliveredTo(member.email)
  expect(mail?.subject).toBe('New password')
  expect(mail?.text).toContain('two hours')
  const expiresAt = new Date(ctx.now().getTime() + 2 * 3_600_000).toISOString()
  expect(await listTokens(member.email)).toMatchObject([
    { purpose: 'PASSWORD_RESET', hash: hashToken(parseToken(mail)), expiresAt },
  ])
})

test.each([
  ['an unknown address', async () => anAddress()],
  ['a deleted member', async () => (await aMember(ctx.db, { deletedAt: new Date() })).email],
])('sends no password link to %s', async (_name, createAddress) => {
  const address = await createAddress()
  const mailId = await aMail(ctx, { kind: 'PASSWORD_RESET', address })
  await sendMail(ctx, { mailId })
  expect(server.listDeliveredTo(address)).toEqual([])
  expect(await listTokens(address)).toEqual([])
  expect(await readMailRow(ctx, mailId)).toMatchObject({ state: 'DROPPED' })
})

test('uses a discreet subject and sender, and marks emails as automatic', async () => {
  const address = anAddress()
  await sendMail(ctx, { mailId: await aMail(ctx, { address }) })
  const [mail] = server.listDeliveredTo(address)
  expect(mail?.subject).toBe('Bekräfta din e-postadress')
  expect(mail?.from).toEqual({ name: 'Salong', address: 'noreply@salong.test' })
  expect(mail?.to).toEqual([{ name: '', address }])
  const headers = new Map(mail?.headers.map(({ key, value }) => [key, value]))
  expect(headers.get('auto-submitted')).toBe('auto-generated')
  expect([...headers.keys()]).not.toContain('x-mailer')
})

test('keeps an email while the mail server is unavailable, and sends it once afterwards', async () => {
  const address = anAddress()
  const mailId = await aMail(ctx, { address })
  await server.stop()
  await sendMail(ctx, { mailId })
  expect(await readMailRow(ctx, mailId)).toMatchObject({ state: 'WAITING', attempts: 1 })
  await server.restart()
  await sendMail(ctx, { mailId })
  expect(server.listDeliveredTo(address)).toEqual([])
  ctx.advanceClock(30_000)
  await sendMail(ctx, { mailId })
  ctx.advanceClock(600_000)
  await sendMail(ctx, { mailId })
  expect(server.listDeliveredTo(address)).toHaveLength(1)
  expect(await listTokens(address)).toMatchObject([{ hash: hashToken(parseToken(server.listDeliveredTo(address)[0])) }])
})

test('increases the backoff between attempts up to ten minutes', async () => {
  const mailId = await aMail(ctx)
  server.reject('recipient', '450 4.2.0 not now')
  const backoffSeconds: number[] = []
  for (let attempt = 0; attempt < 7; attempt += 1) {
    await sendMail(ctx, { mailId })
    const { nextAttemptAt } = await readMailRow(ctx, mailId)
    const backoffMs = Date.parse(nextAttemptAt) - ctx.now().getTime()
    backoffSeconds.push(backoffMs / 1_000)
    ctx.advanceClock(backoffMs)
  }
  expect(backoffSeconds).toEqual([30, 60, 120, 240, 480, 600, 600])
  server.accept()
  await sendMail(ctx, { mailId })
  expect(await readMailRow(ctx, mailId)).toMatchObject({ state: 'SENT', attempts: 8 })
})

test('records an address that does not exist as undeliverable, and sends no more emails to it', async () => {
  const address = anAddress()
  const mailId = await aMail(ctx, { address })
  server.reject('recipient', '550 5.1.1 no such user')
  await sendMail(ctx, { mailId })
  expect(await readMailRow(ctx, mailId)).toMatchObject({ state: 'REFUSED', endedAt: ctx.now().toISOString() })
  server.accept()
  ctx.advanceClock(600_000)
  const nextMailId = await aMail(ctx, { address: address.toUpperCase() })
  for (const id of [mailId, nextMailId]) await sendMail(ctx, { mailId: id })
  expect(await readMailRow(ctx, nextMailId)).toMatchObject({ state: 'DROPPED' })
  expect(server.listDeliveredTo(address)).toEqual([])
})

test('gives up on an email whose text is rejected, but keeps sending to its address', async () => {
  const address = anAddress()
  const mailId = await aMail(ctx, { address })
  server.reject('text', '554 5.7.1 looks like spam')
  await sendMail(ctx, { mailId })
  expect(await readMailRow(ctx, mailId)).toMatchObject({ state: 'REFUSED' })
  server.accept()
  await sendMail(ctx, { mailId: await aMail(ctx, { address }) })
  expect(server.listDeliveredTo(address)).toHaveLength(1)
})

test.each([
  ['login', '535 5.7.8 wrong password'],
  ['sender', '550 5.7.1 not your address'],
] as const)('keeps an email waiting after a rejected %s, which is a configuration error', async (step, response) => {
  const mailId = await aMail(ctx)
  server.reject(step, response)
  await sendMail(ctx, { mailId })
  expect(await readMailRow(ctx, mailId)).toMatchObject({ state: 'WAITING' })
  server.accept()
  ctx.advanceClock(30_000)
  await sendMail(ctx, { mailId })
  expect(await readMailRow(ctx, mailId)).toMatchObject({ state: 'SENT' })
})

test('sends an email once when ten jobs run concurrently', async () => {
  const address = anAddress()
  const mailId = await aMail(ctx, { address })
  await Promise.all(Array.from({ length: 10 }, () => sendMail(ctx, { mailId })))
  expect(server.listDeliveredTo(address)).toHaveLength(1)
})

test('keeps only one link valid after ten concurrent requests, and sends the last email', async () => {
  const address = anAddress()
  const mailIds: string[] = []
  for (let request = 0; request < 10; request += 1) mailIds.push(await aMail(ctx, { address }))
  await Promise.all(mailIds.map((mailId) => sendMail(ctx, { mailId })))
  const lastMail = await readMailRow(ctx, mailIds.at(-1) ?? '')
  expect(lastMail.state).toBe('SENT')
  const [storedToken] = await listTokens(address)
  const mailsWithValidLink = server
    .listDeliveredTo(address)
    .filter((mail) => hashToken(parseToken(mail)).equals(storedToken?.hash ?? Buffer.alloc(0)))
  expect(mailsWithValidLink).toHaveLength(1)
  const mailRows = await Promise.all(mailIds.map((mailId) => readMailRow(ctx, mailId)))
  expect(mailRows.filter(({ state }) => state === 'SENT')).toHaveLength(server.listDeliveredTo(address).length)
})

test('sends only the newest of several emails that waited for the server', async () => {
  const address = anAddress()
  const mailIds = [await aMail(ctx, { address }), await aMail(ctx, { address })]
  await server.stop()
  for (const mailId of mailIds) await sendMail(ctx, { mailId })
  await server.restart()
  ctx.advanceClock(30_000)
  for (const mailId of mailIds) await sendMail(ctx, { mailId })
  expect(server.listDeliveredTo(address)).toHaveLength(1)
  expect(await readMailRow(ctx, mailIds[0] ?? '')).toMatchObject({ state: 'DROPPED' })
  expect(await listTokens(address)).toMatchObject([{ hash: hashToken(parseToken(server.listDeliveredTo(address)[0])) }])
})

test.each([
  ['REGISTRATION', 24],
  ['PASSWORD_RESET', 2],
] as const)('drops an email of the kind %s whose link would have expired', async (kind, hours) => {
  const member = await aMember(ctx.db)
  const address = kind === 'REGISTRATION' ? anAddress() : member.email
  const mailId = await aMail(ctx, { kind, address })
  ctx.advanceClock(hours * 3_600_000)
  await sendMail(ctx, { mailId })
  expect(server.listDeliveredTo(address)).toEqual([])
  expect(await readMailRow(ctx, mailId)).toMatchObject({ state: 'DROPPED' })
})

test('fails permanently for an email that does not exist', async () => {
  await expect(sendMail(ctx, { mailId: '999999999999999999' })).rejects.toThrow(UnrecoverableError)
})

test.each([
  ['line break', 'ann@example.test\r\nBcc: all@example.test'],
  ['line feed', 'ann@example.test\nSubject: hello'],
  ['several addresses', 'ann@example.test, bo@example.test'],
  ['name', 'Ann <ann@example.test>'],
  ['group', 'undisclosed: ann@example.test;'],
  ['brackets', '<ann@example.test>'],
  ['empty string', ''],
])('never sends to an invalid address or to several addresses (%s)', async (_name, address) => {
  const deliveredBefore = server.delivered.length
  const mailId = await aMail(ctx, { address })
  await sendMail(ctx, { mailId })
  expect(await readMailRow(ctx, mailId)).toMatchObject({ state: 'DROPPED' })
  expect(server.delivered).toHaveLength(deliveredBefore)
})
