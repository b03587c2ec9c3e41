import { randomBytes, randomUUID } from 'node:crypto'
import { DAY_MS } from '@app/contract/limits'
import type { Session } from '@app/contract/members/members'
import { aMember, type TestMember } from '@app/server/testing/members'
import { aPasswordHash } from '@app/server/testing/passwords'
import { beforeAll, expect, test } from 'vitest'
import { readProtection } from '../passkeys/queries.ts'
import { setUpTestGateway } from '../testing.ts'
import { aMailedToken } from './testing.ts'

const PASSWORD = 'gul kanot 7'

let nowOffsetMs = 0
const { ctx, as, visitor } = await setUpTestGateway({ now: () => new Date(Date.now() + nowOffsetMs) })
let passwordHash = ''
beforeAll(async () => {
  passwordHash = await aPasswordHash(PASSWORD)
})
const aMemberWithPassword = () => aMember(ctx.db, { passwordHash })

const logIn = async ({ email }: TestMember, deviceKey?: string) => {
  const response = await visitor.post<Session>('/members/login', { email, password: PASSWORD, deviceKey })
  expect(response.status).toBe(200)
}
const countMails = async ({ email }: TestMember) =>
  (
    await ctx.db
      .selectFrom('mails')
      .select('aboutId')
      .where('address', '=', email)
      .where('kind', '=', 'NEW_DEVICE')
      .execute()
  ).length

test('emails the member about a login from a new browser, except the first one of the account', {
  tags: 'new-device.mail',
}, async () => {
  const ann = await aMemberWithPassword()
  const [first, second] = [randomUUID(), randomUUID()]
  await logIn(ann, first)
  await logIn(ann, first)
  expect(await countMails(ann)).toBe(0)
  await logIn(ann, second)
  expect(await countMails(ann)).toBe(1)
  await logIn(ann, second)
  expect(await countMails(ann)).toBe(1)
  await logIn(ann)
  expect(await countMails(ann)).toBe(2)
})

test('a browser that keeps no key is known by its cookie, and to that account only', {
  tags: 'new-device.known',
}, async () => {
  const [ann, bea] = [await aMemberWithPassword(), await aMemberWithPassword()]
  for (const member of [ann, bea]) await logIn(member, randomUUID())
  const logInWithCookie = async ({ email }: TestMember, cookie: string) => {
    const login = { email, password: PASSWORD, deviceKey: randomUUID() }
    const { headers } = await visitor.post('/members/login', login, { cookie })
    return String(headers['set-cookie']).split(';')[0] ?? ''
  }
  const cookie = await logInWithCookie(ann, '')
  expect(await countMails(ann)).toBe(1)
  const next = await logInWithCookie(ann, cookie)
  await logInWithCookie(ann, next)
  expect(await countMails(ann)).toBe(1)
  await logInWithCookie(bea, next)
  expect(await countMails(bea)).toBe(1)
})

test('a browser is known to one account only, by a hash, until 400 days after its last login', {
  tags: 'new-device.known',
}, async () => {
  const [ann, bea] = [await aMemberWithPassword(), await aMemberWithPassword()]
  const [first, second] = [randomUUID(), randomUUID()]
  for (const member of [ann, bea]) await logIn(member, first)
  const rows = await ctx.db
    .selectFrom('known_devices')
    .select('keyHash')
    .where('memberId', 'in', [ann.id, bea.id])
    .execute()
  expect(new Set(rows.map(({ keyHash }) => keyHash.toString('hex'))).size).toBe(2)
  await logIn(ann, second)
  nowOffsetMs = 300 * DAY_MS
  await logIn(ann, second)
  nowOffsetMs = 401 * DAY_MS
  await logIn(ann, second)
  expect(await countMails(ann)).toBe(1)
  await logIn(ann, first)
  expect(await countMails(ann)).toBe(2)
  nowOffsetMs = 0
})

test('concurrent logins from one new browser cause one email', { tags: 'new-device.mail' }, async () => {
  const ann = await aMemberWithPassword()
  await logIn(ann, randomUUID())
  const key = randomUUID()
  await Promise.all(Array.from({ length: 5 }, () => logIn(ann, key)))
  expect(await countMails(ann)).toBe(1)
})

test.each(['', 'x', 'A'.repeat(36), 7])('rejects the device key %j', async (deviceKey) => {
  const { email } = await aMemberWithPassword()
  const response = await visitor.post('/members/login', { email, password: PASSWORD, deviceKey })
  expect(response).toMatchObject({ status: 400, body: { fields: [{ path: 'deviceKey' }] } })
})

test('the link in the email works once: it revokes all sessions and the password, and returns a token for a new one', {
  tags: 'new-device.link',
}, async () => {
  const ann = await aMemberWithPassword()
  const token = await aMailedToken(ctx.db, 'NEW_DEVICE', ann.email)
  const use = () => visitor.post<{ token: string }>(`/members/new-device/${token}`)
  const responses = await Promise.all(Array.from({ length: 10 }, use))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)])
  expect((await as(ann).get('/sessions')).status).toBe(401)
  const logInWith = (password: string) => visitor.post('/members/login', { email: ann.email, password })
  expect((await logInWith(PASSWORD)).status).toBe(401)
  const resetToken = responses.find(({ status }) => status === 200)?.body.token
  expect((await visitor.post(`/members/reset-pwd/${resetToken}`, 'en helt ny båt')).status).toBe(200)
  expect((await logInWith('en helt ny båt')).status).toBe(200)
})

test('the link in the email cancels a waiting password and deletes passkeys and recovery codes of the last eight days, not older ones', {
  tags: 'new-device.undo',
}, async () => {
  const [ann, bea] = [await aMemberWithPassword(), await aMemberWithPassword()]
  const now = ctx.now().getTime()
  const addCredentials = async ({ id: memberId }: TestMember, ageMs: number) => {
    const createdAt = new Date(now - ageMs).toISOString()
    const passkey = { memberId, createdAt, publicKey: Buffer.of(1), name: `${ageMs / DAY_MS} days` }
    await ctx.db
      .insertInto('passkeys')
      .values({ ...passkey, id: randomBytes(16) })
      .execute()
    await ctx.db
      .insertInto('recovery_codes')
      .values({ memberId, createdAt, hash: randomBytes(32) })
      .execute()
  }
  await addCredentials(ann, 7 * DAY_MS)
  await addCredentials(bea, 7 * DAY_MS)
  await addCredentials(bea, 9 * DAY_MS)
  for (const { id, email } of [ann, bea]) {
    await ctx.db.updateTable('members').set({ passkeyOnly: true }).where('id', '=', id).execute()
    const dueAt = new Date(now + DAY_MS).toISOString()
    await ctx.db.insertInto('password_waits').values({ memberId: id, dueAt, passwordHash }).execute()
    const token = await aMailedToken(ctx.db, 'NEW_DEVICE', email)
    expect((await visitor.post(`/members/new-device/${token}`)).status).toBe(200)
  }
  const readAccess = async ({ id }: TestMember) => ({
    passkeys: (await ctx.db.selectFrom('passkeys').select('name').where('memberId', '=', id).execute()).map(
      ({ name }) => name,
    ),
    ...(await readProtection(ctx.db, id)),
  })
  const waits = { newPasswordFrom: null }
  expect(await readAccess(ann)).toEqual({ passkeys: [], passkeyOnly: false, codesLeft: 0, ...waits })
  expect(await readAccess(bea)).toEqual({ passkeys: ['9 days'], passkeyOnly: true, codesLeft: 1, ...waits })
})

test('rejects the link of an account that is being deleted, and a link for another purpose', {
  tags: 'new-device.link',
}, async () => {
  const ann = await aMember(ctx.db, { passwordHash, deletedAt: new Date() })
  const bea = await aMemberWithPassword()
  for (const token of [
    await aMailedToken(ctx.db, 'NEW_DEVICE', ann.email),
    await aMailedToken(ctx.db, 'PASSWORD_RESET', bea.email),
  ])
    expect(await visitor.post(`/members/new-device/${token}`)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_TOKEN' },
    })
  expect((await as(bea).get('/sessions')).status).toBe(200)
})
