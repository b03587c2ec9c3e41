import { randomBytes } from 'node:crypto'
import type { ErrorResponse } from '@app/contract/errors'
import { DAY_MS } from '@app/contract/limits'
import { generateToken, hashToken } from '@app/server/accounts/mail-tokens'
import { listJobs, listPushes } from '@app/server/testing/context'
import { countLockWaiters } from '@app/server/testing/locks'
import { aMember, aSession, type TestMember } from '@app/server/testing/members'
import { aPasswordHash } from '@app/server/testing/passwords'
import { recordStatements } from '@app/server/testing/statements'
import { beforeEach, describe, expect, test } from 'vitest'
import { aMailedToken, anEmailAddress } from '../accounts/testing.ts'
import { setUpTestGateway } from '../testing.ts'

const START = new Date('2026-11-22T12:00:00.000Z')
let now = START
const { ctx, as, visitor } = await setUpTestGateway({ now: () => now })
beforeEach(() => {
  now = START
})

const PASSWORD = 'gul kanot 7'
const passwordHash = await aPasswordHash(PASSWORD)
const aMemberWithPassword = async () => {
  const ann = await aMember(ctx.db, { passwordHash })
  const createdAt = START.toISOString()
  await ctx.db
    .updateTable('sessions')
    .set({ createdAt, lastSeenAt: createdAt })
    .where('memberId', '=', ann.id)
    .execute()
  return ann
}
const requestChange = (member: TestMember, email: string, password = PASSWORD) =>
  as(member).post<ErrorResponse>('/members/email', { email, password })
const readEmail = async ({ id }: TestMember) =>
  (await ctx.db.selectFrom('members').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email
const listMailsTo = (address: string) =>
  ctx.db
    .selectFrom('mails')
    .select(['kind', 'language', 'state'])
    .where('address', '=', address)
    .orderBy('id')
    .execute()
const login = (email: string, password = PASSWORD) => visitor.post('/members/login', { email, password })

/** Returns the token of a link that is created as the worker does when it emails one. */
async function createLink(
  table: 'email_changes' | 'email_returns',
  { id }: TestMember,
  email: string,
): Promise<string> {
  const token = generateToken()
  const row = { hash: hashToken(token) }
  await ctx.db.updateTable(table).set(row).where('memberId', '=', id).where('email', '=', email).execute()
  return token
}
/** Requests a change and returns the token of its link. */
async function requestChangeLink(member: TestMember, email: string): Promise<string> {
  expect((await requestChange(member, email)).status).toBe(204)
  return createLink('email_changes', member, email)
}
const confirmChange = (token: string) => visitor.post<ErrorResponse>(`/members/email/confirm/${token}`)
const revertEmailChange = (token: string) => visitor.post<ErrorResponse>(`/members/email/return/${token}`)
async function changeEmail(member: TestMember, email: string): Promise<void> {
  expect((await confirmChange(await requestChangeLink(member, email))).status).toBe(204)
}

describe('a request for an email address change', () => {
  test('emails a link to the new address and changes nothing before it is confirmed', {
    tags: 'email-changes.request',
  }, async () => {
    const [ann, email] = [await aMemberWithPassword(), anEmailAddress()]
    expect((await requestChange(ann, email)).body).toBeUndefined()
    expect(await listMailsTo(email)).toEqual([{ kind: 'EMAIL_CHANGE', language: 'SWEDISH', state: 'WAITING' }])
    expect(await listMailsTo(ann.email)).toEqual([])
    expect(await listJobs(ctx.db)).toContainEqual({ name: 'mail:send', payload: { mailId: expect.any(String) } })
    expect((await as(ann).get('/members/email')).body).toEqual({ email: ann.email, pending: email })
    expect((await login(ann.email)).status).toBe(200)
    expect((await login(email)).status).toBe(401)
  })

  test('gets the same response after the same steps, whether the address is known or not', {
    tags: 'email-changes.same-response',
  }, async () => {
    const [ann, known] = [await aMemberWithPassword(), await aMemberWithPassword()]
    const traceRequest = async (email: string) => {
      const responses: unknown[] = []
      const statements = await recordStatements(async () => {
        const { status, body } = await requestChange(ann, email)
        responses.push(status, body)
      })
      return { responses, statements }
    }
    const traced = await traceRequest(known.email)
    expect(traced.responses).toEqual([204, undefined])
    expect(traced).toEqual(await traceRequest(anEmailAddress()))
  })

  test('requires the current password and a different address', async () => {
    const ann = await aMemberWithPassword()
    const withWrongPassword = await requestChange(ann, anEmailAddress(), 'fel lösenord')
    expect(withWrongPassword).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION', fields: [{ path: 'password' }] },
    })
    for (const email of ['nope', '', ann.email, ann.email.toUpperCase()])
      expect(await requestChange(ann, email)).toMatchObject({ status: 400, body: { fields: [{ path: 'email' }] } })
    expect((await as(ann).get('/members/email')).body).toEqual({ email: ann.email, pending: null })
  })

  test('replaces an earlier request, whose link becomes invalid', async () => {
    const [ann, first, second] = [await aMemberWithPassword(), anEmailAddress(), anEmailAddress()]
    const token = await requestChangeLink(ann, first)
    await requestChangeLink(ann, second)
    expect(await confirmChange(token)).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } })
    expect((await as(ann).get('/members/email')).body).toMatchObject({ pending: second })
  })

  test('can be canceled by its member only', { tags: 'email-changes.cancel' }, async () => {
    const [ann, bo, email] = [await aMemberWithPassword(), await aMemberWithPassword(), anEmailAddress()]
    const token = await requestChangeLink(ann, email)
    expect((await as(bo).post('/members/email/cancel')).status).toBe(204)
    expect((await as(ann).get('/members/email')).body).toMatchObject({ pending: email })
    expect((await as(ann).post('/members/email/cancel')).status).toBe(204)
    expect(await confirmChange(token)).toMatchObject({ body: { code: 'INVALID_TOKEN' } })
  })
})

describe('the link emailed to the new address', () => {
  test('changes the address, revokes other sessions, invalidates links to both addresses, and emails the previous one', {
    tags: 'email-changes.confirm',
  }, async () => {
    const [ann, email] = [await aMemberWithPassword(), anEmailAddress()]
    const otherSessionId = await aSession(ctx.db, ann.id)
    const resetToken = await aMailedToken(ctx.db, 'PASSWORD_RESET', ann.email, new Date(START.getTime() + DAY_MS))
    const registrationToken = await aMailedToken(ctx.db, 'REGISTRATION', email, new Date(START.getTime() + DAY_MS))
    await changeEmail(ann, email)
    expect((await as(ann).get('/members/email')).body).toEqual({ email, pending: null })
    expect(await listMailsTo(ann.email)).toEqual([{ kind: 'EMAIL_RETURN', language: 'SWEDISH', state: 'WAITING' }])
    expect((await login(email)).status).toBe(200)
    expect((await login(ann.email)).status).toBe(401)
    const revokedPush = (await listPushes(ctx.db)).find(({ to }) => to[0] === ann.id)?.push
    expect(revokedPush).toEqual({ type: 'session:ended', sessions: [otherSessionId] })
    const tokens = await ctx.db.selectFrom('mail_tokens').select('hash').execute()
    expect(tokens.map(({ hash }) => hash.toString('hex'))).not.toContain(hashToken(resetToken).toString('hex'))
    expect(tokens.map(({ hash }) => hash.toString('hex'))).not.toContain(hashToken(registrationToken).toString('hex'))
  })

  test('works once, even if ten requests are concurrent, and not as a link to revert a change', async () => {
    const ann = await aMemberWithPassword()
    const token = await requestChangeLink(ann, anEmailAddress())
    expect(await revertEmailChange(token)).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } })
    const responses = await Promise.all(Array.from({ length: 10 }, () => confirmChange(token)))
    expect(responses.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(400)])
  })

  test('gives the address to only one of two members who request it; the other gets EMAIL_IN_USE', async () => {
    const [ann, bo, email] = [await aMemberWithPassword(), await aMemberWithPassword(), anEmailAddress()]
    const tokens = [await requestChangeLink(ann, email), await requestChangeLink(bo, email)]
    const responses = await Promise.all(tokens.map(confirmChange))
    expect(responses.map(({ body }) => body?.code ?? 'changed').sort()).toEqual(['EMAIL_IN_USE', 'changed'])
    expect([await readEmail(ann), await readEmail(bo)].filter((address) => address === email)).toHaveLength(1)
  })

  test('becomes invalid after a day, a new password, a logout everywhere or the deletion of the account', async () => {
    const expired = await requestChangeLink(await aMemberWithPassword(), anEmailAddress())
    const resetMember = await aMemberWithPassword()
    const afterReset = await requestChangeLink(resetMember, anEmailAddress())
    const token = await aMailedToken(ctx.db, 'PASSWORD_RESET', resetMember.email, new Date(START.getTime() + DAY_MS))
    expect((await visitor.post(`/members/reset-pwd/${token}`, 'en helt ny båt')).status).toBe(200)
    const passwordChanger = await aMemberWithPassword()
    const afterChange = await requestChangeLink(passwordChanger, anEmailAddress())
    await as(passwordChanger).post('/members/password', { password: PASSWORD, newPassword: 'en helt ny båt' })
    const loggedOut = await aMemberWithPassword()
    const afterLogout = await requestChangeLink(loggedOut, anEmailAddress())
    await as(loggedOut).post('/sessions/logout-everywhere')
    const deletedMember = await aMemberWithPassword()
    const afterDeletion = await requestChangeLink(deletedMember, anEmailAddress())
    await as(deletedMember).post('/members/delete', { password: PASSWORD })
    for (const token of [afterReset, afterChange, afterLogout, afterDeletion])
      expect(await confirmChange(token)).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } })
    now = new Date(START.getTime() + DAY_MS)
    expect(await confirmChange(expired)).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } })
  })

  test.each(['x', 'b'.repeat(43), '%00', randomBytes(64).toString('base64url'), 'y'.repeat(201)])(
    'is rejected if its token is invalid: %s',
    async (token) => {
      for (const response of [await confirmChange(token), await revertEmailChange(token)])
        expect(response.status).toBe(400)
    },
  )
})

describe('the link emailed to the previous address', () => {
  test('restores the address, revokes all sessions and recent passkeys, and requires a new password to log in', {
    tags: 'email-changes.revert',
  }, async () => {
    const [ann, email] = [await aMemberWithPassword(), anEmailAddress()]
    await changeEmail(ann, email)
    await requestChangeLink(ann, anEmailAddress())
    const staleToken = await aMailedToken(ctx.db, 'PASSWORD_RESET', email, new Date(START.getTime() + DAY_MS))
    const createdAt = ctx.now().toISOString()
    const passkey = { memberId: ann.id, createdAt, publicKey: Buffer.of(1), name: 'Någon annans' }
    await ctx.db
      .insertInto('passkeys')
      .values({ ...passkey, id: randomBytes(16) })
      .execute()
    expect((await revertEmailChange(await createLink('email_returns', ann, ann.email))).status).toBe(204)
    expect(await ctx.db.selectFrom('passkeys').select('name').where('memberId', '=', ann.id).execute()).toEqual([])
    expect(await readEmail(ann)).toBe(ann.email)
    expect((await as(ann).get('/members/email')).status).toBe(401)
    for (const address of [ann.email, email]) expect((await login(address)).status).toBe(401)
    expect(await visitor.post(`/members/reset-pwd/${staleToken}`, 'stulet båthus 9')).toMatchObject({ status: 400 })
    expect((await listMailsTo(ann.email)).at(-1)).toMatchObject({ kind: 'PASSWORD_RESET', state: 'WAITING' })
    const token = await aMailedToken(ctx.db, 'PASSWORD_RESET', ann.email, new Date(START.getTime() + DAY_MS))
    expect((await visitor.post(`/members/reset-pwd/${token}`, 'en helt ny båt')).status).toBe(200)
    expect((await login(ann.email, 'en helt ny båt')).status).toBe(200)
    const pendingChanges = await ctx.db
      .selectFrom('email_changes')
      .select('email')
      .where('memberId', '=', ann.id)
      .execute()
    expect(pendingChanges).toEqual([])
  })

  test('stays valid after further changes, and invalidates the links emailed to the addresses in between', async () => {
    const [ann, second, third] = [await aMemberWithPassword(), anEmailAddress(), anEmailAddress()]
    await changeEmail(ann, second)
    await changeEmail(ann, third)
    const intermediateToken = await createLink('email_returns', ann, second)
    expect((await revertEmailChange(await createLink('email_returns', ann, ann.email))).status).toBe(204)
    expect(await readEmail(ann)).toBe(ann.email)
    expect(await revertEmailChange(intermediateToken)).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } })
    expect(await readEmail(ann)).toBe(ann.email)
  })

  test('works for seven days, and once, even if ten requests are concurrent', async () => {
    const [ann, otherMember] = [await aMemberWithPassword(), await aMemberWithPassword()]
    await changeEmail(ann, anEmailAddress())
    await changeEmail(otherMember, anEmailAddress())
    const [token, expiredToken] = [
      await createLink('email_returns', ann, ann.email),
      await createLink('email_returns', otherMember, otherMember.email),
    ]
    now = new Date(START.getTime() + 7 * DAY_MS - 1)
    const responses = await Promise.all(Array.from({ length: 10 }, () => revertEmailChange(token)))
    expect(responses.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(400)])
    now = new Date(START.getTime() + 7 * DAY_MS)
    expect(await revertEmailChange(expiredToken)).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } })
  })

  test('emails the link that undoes a deletion if the account was deleted after the change', async () => {
    const [ann, email] = [await aMemberWithPassword(), anEmailAddress()]
    await changeEmail(ann, email)
    await as(ann).post('/members/delete', { password: PASSWORD })
    const staleToken = await aMailedToken(ctx.db, 'DELETION', email, new Date(START.getTime() + DAY_MS))
    expect((await revertEmailChange(await createLink('email_returns', ann, ann.email))).status).toBe(204)
    expect((await listMailsTo(ann.email)).at(-1)).toMatchObject({ kind: 'DELETION', state: 'WAITING' })
    expect(await visitor.post(`/members/undelete/${staleToken}`)).toMatchObject({ status: 400 })
  })

  test('invalidates a link that undoes a deletion and is used at the same time', async () => {
    const [ann, email] = [await aMemberWithPassword(), anEmailAddress()]
    await changeEmail(ann, email)
    await as(ann).post('/members/delete', { password: PASSWORD })
    const deletionToken = await aMailedToken(ctx.db, 'DELETION', email, new Date(START.getTime() + DAY_MS))
    const returnToken = await createLink('email_returns', ann, ann.email)
    const { revert, linkUse } = await ctx.db.transaction().execute(async (tx) => {
      await tx.selectFrom('members').select('id').where('id', '=', ann.id).forUpdate().execute()
      const revert = revertEmailChange(returnToken)
      await expect.poll(() => countLockWaiters(ctx), { timeout: 10_000 }).toBe(1)
      const linkUse = visitor.post(`/members/undelete/${deletionToken}`)
      await expect.poll(() => countLockWaiters(ctx), { timeout: 10_000 }).toBe(2)
      return { revert, linkUse }
    })
    expect((await revert).status).toBe(204)
    expect(await linkUse).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } })
  })

  test('responds EMAIL_IN_USE if another member has registered the address since', async () => {
    const ann = await aMemberWithPassword()
    await changeEmail(ann, anEmailAddress())
    await aMember(ctx.db, { email: ann.email })
    const response = await revertEmailChange(await createLink('email_returns', ann, ann.email))
    expect(response).toMatchObject({ status: 409, body: { code: 'EMAIL_IN_USE' } })
  })
})
