import { listPushes } from '@app/server/testing/context'
import { countLockWaiters } from '@app/server/testing/locks'
import { aMember, aSession } from '@app/server/testing/members'
import { aPasswordHash } from '@app/server/testing/passwords'
import { recordStatements } from '@app/server/testing/statements'
import { describe, expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'
import { aMailedToken, anEmailAddress } from './testing.ts'

const { ctx, as, visitor } = await setUpTestGateway()
const passwordHash = await aPasswordHash('gul kanot 7')
const resetPassword = (token: string, password: string) => visitor.post(`/members/reset-pwd/${token}`, password)
const readPasswordHash = async (id: string) =>
  (await ctx.db.selectFrom('members').select('passwordHash').where('id', '=', id).executeTakeFirstOrThrow())
    .passwordHash

describe('a request for a password reset email', () => {
  test('responds without content and takes the same steps, whether the address is known or not', {
    tags: 'password.reset-request',
  }, async () => {
    const ann = await aMember(ctx.db)
    const traceRequest = async (email: string) => {
      const responses: unknown[] = []
      const statements = await recordStatements(async () => {
        const { status, body } = await visitor.post(`/members/send-pwd-reset/${encodeURIComponent(email)}`)
        responses.push(status, body)
      })
      return { responses, statements }
    }
    const known = await traceRequest(ann.email)
    expect(known.responses).toEqual([204, undefined])
    expect(known).toEqual(await traceRequest(anEmailAddress()))
    const mails = await ctx.db.selectFrom('mails').select('kind').where('address', '=', ann.email).execute()
    expect(mails).toEqual([{ kind: 'PASSWORD_RESET' }])
  })

  test('rejects an invalid address', async () => {
    const response = await visitor.post('/members/send-pwd-reset/nope')
    expect(response).toMatchObject({ status: 400, body: { code: 'VALIDATION', fields: [{ path: 'email' }] } })
  })
})

describe('a password reset', () => {
  test('revokes every session and notifies its devices; only the new password works afterwards', {
    tags: 'password.reset-revokes-sessions',
  }, async () => {
    const ann = await aMember(ctx.db, { passwordHash })
    const otherSessionId = await aSession(ctx.db, ann.id)
    const token = await aMailedToken(ctx.db, 'PASSWORD_RESET', ann.email)
    const response = await resetPassword(token, 'en helt ny båt')
    expect(response).toMatchObject({ status: 200, body: 'Ditt lösenord är bytt. Logga in med det nya.' })
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect((await as(ann).get('/sessions')).status).toBe(401)
    const revokedPush = (await listPushes(ctx.db)).find(({ to }) => to[0] === ann.id)?.push
    expect(revokedPush).toEqual({
      type: 'session:ended',
      sessions: expect.arrayContaining([ann.sessionId, otherSessionId]),
    })
    const login = (password: string) => visitor.post('/members/login', { email: ann.email, password })
    expect((await login('gul kanot 7')).status).toBe(401)
    expect((await login('en helt ny båt')).status).toBe(200)
  })

  test('consumes its link once, even if ten requests are concurrent', {
    tags: 'password.reset-link-works-once',
  }, async () => {
    const ann = await aMember(ctx.db, { passwordHash })
    const token = await aMailedToken(ctx.db, 'PASSWORD_RESET', ann.email)
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) => resetPassword(token, `en helt ny båt ${index}`)),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)])
    expect(await resetPassword(token, 'en helt ny båt')).toMatchObject({ body: { code: 'INVALID_TOKEN' } })
  })

  test.each([
    ['unknown', async () => 'b'.repeat(43)],
    [
      'expired',
      ({ email }: { email: string }) => aMailedToken(ctx.db, 'PASSWORD_RESET', email, new Date(Date.now() - 1)),
    ],
    ['for a registration', ({ email }: { email: string }) => aMailedToken(ctx.db, 'REGISTRATION', email)],
  ])('rejects a link that is %s', async (_, createToken) => {
    const ann = await aMember(ctx.db, { passwordHash })
    expect(await resetPassword(await createToken(ann), 'en helt ny båt')).toMatchObject({
      status: 400,
      body: { code: 'INVALID_TOKEN' },
    })
    expect(await readPasswordHash(ann.id)).toBe(passwordHash)
    expect((await as(ann).get('/sessions')).status).toBe(200)
  })

  test('rejects the link of an account that is being deleted', async () => {
    const ann = await aMember(ctx.db, { passwordHash, deletedAt: new Date() })
    const token = await aMailedToken(ctx.db, 'PASSWORD_RESET', ann.email)
    expect(await resetPassword(token, 'en helt ny båt')).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } })
  })

  test.each(['', 'kort', 'x'.repeat(129), 'lösenord123', 'hej karin berg 1'])(
    'rejects the password %j and leaves the link usable',
    async (password) => {
      const ann = await aMember(ctx.db, { userName: `Karin Berg`, passwordHash })
      const token = await aMailedToken(ctx.db, 'PASSWORD_RESET', ann.email)
      const rejection = await resetPassword(token, password)
      expect(rejection).toMatchObject({ status: 400, body: { code: 'VALIDATION', fields: [{ path: 'password' }] } })
      expect((await resetPassword(token, 'en helt ny båt')).status).toBe(200)
      await ctx.db.deleteFrom('members').where('id', '=', ann.id).execute()
    },
  )

  test('accepts plain text only', { tags: 'password.reset-plain-text' }, async () => {
    const token = await aMailedToken(ctx.db, 'PASSWORD_RESET', anEmailAddress())
    expect((await visitor.post(`/members/reset-pwd/${token}`, { password: 'en helt ny båt' })).status).toBe(415)
  })
})

describe('a password change', () => {
  const changePassword = (member: Parameters<typeof as>[0], password: unknown, newPassword: unknown) =>
    as(member).post('/members/password', { password, newPassword })

  test('revokes every other session and invalidates every emailed link; only the new password works afterwards', {
    tags: 'password.change',
  }, async () => {
    const ann = await aMember(ctx.db, { passwordHash })
    const otherSessionId = await aSession(ctx.db, ann.id)
    const token = await aMailedToken(ctx.db, 'PASSWORD_RESET', ann.email)
    expect((await changePassword(ann, 'gul kanot 7', 'en helt ny båt')).status).toBe(204)
    expect((await as(ann).get('/sessions')).body).toHaveLength(1)
    const revokedPush = (await listPushes(ctx.db)).find(({ to }) => to[0] === ann.id)?.push
    expect(revokedPush).toEqual({ type: 'session:ended', sessions: [otherSessionId] })
    expect(await resetPassword(token, 'stulet båthus 9')).toMatchObject({ body: { code: 'INVALID_TOKEN' } })
    const login = (password: string) => visitor.post('/members/login', { email: ann.email, password })
    expect((await login('gul kanot 7')).status).toBe(401)
    expect((await login('en helt ny båt')).status).toBe(200)
  })

  test('requires the current password, and changes nothing without it', async () => {
    const ann = await aMember(ctx.db, { passwordHash })
    const rejection = { status: 400, body: { code: 'VALIDATION', fields: [{ path: 'password' }] } }
    for (const password of ['fel lösenord', '', undefined])
      expect(await changePassword(ann, password, 'en helt ny båt')).toMatchObject(rejection)
    expect(await readPasswordHash(ann.id)).toBe(passwordHash)
  })

  test.each(['', 'kort', 'x'.repeat(129), 'P@ssw0rd', 'hej karin ek 1', null])(
    'rejects the new password %j and reports its field',
    async (newPassword) => {
      const ann = await aMember(ctx.db, { userName: 'Karin Ek', passwordHash })
      const rejection = await changePassword(ann, 'gul kanot 7', newPassword)
      expect(rejection).toMatchObject({ status: 400, body: { code: 'VALIDATION', fields: [{ path: 'newPassword' }] } })
      expect(await readPasswordHash(ann.id)).toBe(passwordHash)
      await ctx.db.deleteFrom('members').where('id', '=', ann.id).execute()
    },
  )

  test('succeeds for one of ten concurrent requests', async () => {
    const ann = await aMember(ctx.db, { passwordHash })
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) => changePassword(ann, 'gul kanot 7', `en helt ny båt ${index}`)),
    )
    expect(responses.filter(({ status }) => status === 204)).toHaveLength(1)
    expect(responses.filter(({ status }) => status >= 500)).toEqual([])
  })

  test.each([
    ['PASSWORD_RESET', (token: string) => resetPassword(token, 'stulet båthus 9')],
    ['NEW_DEVICE', (token: string) => visitor.post(`/members/new-device/${token}`)],
  ] as const)('invalidates a link for %s that is used at the same time', async (purpose, use) => {
    const ann = await aMember(ctx.db, { passwordHash })
    const token = await aMailedToken(ctx.db, purpose, ann.email)
    const { change, linkUse } = await ctx.db.transaction().execute(async (tx) => {
      await tx.selectFrom('members').select('id').where('id', '=', ann.id).forUpdate().execute()
      const change = changePassword(ann, 'gul kanot 7', 'en helt ny båt')
      await expect.poll(() => countLockWaiters(ctx), { timeout: 10_000 }).toBe(1)
      const linkUse = use(token)
      await expect.poll(() => countLockWaiters(ctx), { timeout: 10_000 }).toBe(2)
      return { change, linkUse }
    })
    expect((await change).status).toBe(204)
    expect(await linkUse).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } })
  })
})
