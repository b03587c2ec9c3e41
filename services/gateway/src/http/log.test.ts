import { randomUUID } from 'node:crypto'
import { createLog } from '@app/server/log'
import { hashPassword } from '@app/server/passwords'
import { aGroup, aMember } from '@app/server/testing'
import { expect, test, vi } from 'vitest'
import { aMailedToken } from '../accounts/testing.ts'
import { aForm } from '../events/testing.ts'
import { gatewayOfThisFile, testGateway } from '../testing.ts'

const { ctx } = await gatewayOfThisFile()
const lines: string[] = []
const log = createLog({ level: 'trace', service: 'test' }, { write: (line) => void lines.push(line) })

test('the log of a run names the calls, and nobody', async () => {
  const { app, as, visitor, tokenOf } = await testGateway({ ...ctx, log })
  const password = 'Hemlig-kanot-7'
  const email = 'astrid.hemlig@example.test'
  const ann = await aMember(ctx.db, { email, userName: 'Astrid Hemlig', passwordHash: await hashPassword(password) })
  const token = await aMailedToken(ctx.db, 'REGISTRATION', 'new.hemlig@example.test')
  const resetToken = await aMailedToken(ctx.db, 'PASSWORD_RESET', email)
  const details = { password, person1: { sex: 'MALE', year: 1980 }, cities: ['Lund'] }

  await visitor.post('/members/login', { email, password })
  await visitor.post('/members/login', { email, password: `${password}x` })
  await visitor.post('/members/register2/email', { email })
  await visitor.post('/members/register2/complete', { ...details, token, userName: 'Astrid Hemlig' })
  await visitor.post('/members/register2/complete', { ...details, token, userName: 'Ny Hemlig' })
  await visitor.post(`/members/send-pwd-reset/${encodeURIComponent(email)}`)
  await visitor.post(`/members/reset-pwd/${token}`, password)
  await as(ann).get('/members/username/Astrid%20Hemlig')
  await as(ann).get('/profiles/search-user-encrypted/hemlig')
  await as(ann).get('/sessions/verify')
  const bo = await aMember(ctx.db, { userName: 'Bo Hemlig', passwordHash: await hashPassword(password) })
  const { groupId } = await aGroup(ctx.db, { owner: ann })
  const message = { message: 'hemligt inlägg', clientId: randomUUID() }
  const answers = [
    await as(ann).post('/members', { profile: { description: 'hemlig text' } }),
    await as(ann).post('/profiles/Bo%20Hemlig/notes', { notes: 'hemlig lapp' }),
    await as(ann).post('/profiles/visits/kiss/Bo%20Hemlig'),
    await as(ann).get('/profiles/visits/Bo%20Hemlig'),
    await as(ann).post('/groups/invites', { groupId, recipientName: 'Bo Hemlig', message: 'hemlig fråga' }),
    await as(ann).get('/groups/owned?exclude=Bo%20Hemlig'),
    await as(ann).post(`/groups/${groupId}/messages`, message),
    await as(ann).post('/events/public/', aForm({ title: 'Hemlig fest', place: 'hemlig ort' })),
    await visitor.post(`/members/reset-pwd/${resetToken}`, `${password}-ny`),
    await as(bo).post('/members/delete', { password }),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => expect.toBeOneOf([200, 201, 204])))
  const wayBack = await aMailedToken(ctx.db, 'DELETION', bo.email)
  await visitor.post(`/members/undelete/${wayBack}`)
  await app.inject({ url: `/media/export/${'h'.repeat(22)}?v=${ann.id}&e=1&s=hemlig` })
  const feed = await as(await aMember(ctx.db)).post<{ url: string }>('/events/calendar')
  const calendar = /calendar\/(.+)\.ics/.exec(feed.body.url)?.[1] ?? ''
  for (const address of [`${calendar}.ics`, calendar, `x${calendar}.ics`]) await visitor.get(`/calendar/${address}`)
  const unsubscribing = `${'Hx0_-'.repeat(8)}abcc`
  await visitor.post(`/unsubscribe/${unsubscribing}`)
  await visitor.get(`/unsubscribe/${unsubscribing}`)
  await app.inject({ url: `/unsubscribe/token/${unsubscribing}` })
  await app.inject({ url: `/registration/token/${token}` })
  await app.inject({ url: `/registration/mail/${email}?token=${token}` })
  await app.inject({ url: `/api/v2/nope/${token}/${encodeURIComponent(email)}` })

  const text = lines.join('')
  expect(lines.length).toBeGreaterThan(10)
  expect(text).toContain('/api/v2/members/login')
  const secrets = [
    email,
    encodeURIComponent(email),
    'hemlig',
    'Hemlig',
    password,
    token,
    resetToken,
    wayBack,
    calendar,
    unsubscribing,
    tokenOf(ann),
    bo.email,
  ]
  for (const secret of secrets) expect(text).not.toContain(secret)
})

test('a failure is logged with the number that the member gets, without the rows that it was about', async () => {
  const broken = Object.assign(new Error('duplicate key value violates unique constraint'), {
    detail: 'Key (email)=(astrid.hemlig@example.test) already exists.',
    command: { name: 'publish', args: ['Hemligt meddelande'] },
  })
  const pool = { query: vi.fn().mockRejectedValue(broken) }
  const { as } = await testGateway({ ...ctx, log, pool: pool as never })
  const ann = await aMember(ctx.db)
  lines.splice(0)
  const { status, body, headers } = await as(ann).get('/sessions/verify')
  expect({ status, body }).toEqual({ status: 500, body: { code: 'UNKNOWN', message: 'Okänt fel.' } })
  const failure = lines.map((line) => JSON.parse(line)).find(({ level }) => level === 50)
  expect(failure).toMatchObject({ reqId: headers['x-request-id'], err: { message: broken.message } })
  expect(lines.join('')).not.toMatch(/hemlig/i)
})
