import { createHash } from 'node:crypto'
import type { Session } from '@app/contract/members/members'
import { hashPassword } from '@app/server/accounts/passwords'
import { listPushes } from '@app/server/testing/context'
import { countLockWaiters } from '@app/server/testing/locks'
import { aMember, aSession } from '@app/server/testing/members'
import { recordStatements } from '@app/server/testing/statements'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { setUpTestGateway } from '../testing.ts'

const verifiedHashes = vi.hoisted(() => [] as string[])
vi.mock('@node-rs/argon2', async (original) => {
  const library = await original<{ verify: (hash: string, password: string) => Promise<boolean> }>()
  const verifyPassword = (hash: string, password: string) => {
    verifiedHashes.push(hash)
    return library.verify(hash, password)
  }
  return { ...library, verify: verifyPassword }
})

const { app, ctx, as, visitor } = await setUpTestGateway()
const PASSWORD = 'gul kanot 7'
const passwordHash = await hashPassword(PASSWORD)
const aMemberWithPassword = (options: Parameters<typeof aMember>[1] = {}) =>
  aMember(ctx.db, { passwordHash, ...options })
const login = (email: string, password: unknown, headers = {}) =>
  visitor.post<Session>('/members/login', { email, password }, headers)
const listSessions = (memberId: string) =>
  ctx.db.selectFrom('sessions').select(['id', 'device']).where('memberId', '=', memberId).orderBy('id').execute()

const FIREFOX = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0' }

beforeEach(() => void verifiedHashes.splice(0))

describe('login with the right password', () => {
  test("responds with the member's data and a session that /sessions/verify accepts", {
    tags: 'login.opens-session',
  }, async () => {
    const ann = await aMemberWithPassword({ userName: 'Ann och Bo', couple: true, language: 'ENGLISH' })
    const { status, body } = await login(ann.email, PASSWORD, FIREFOX)
    expect(status).toBe(200)
    expect(body).toEqual({
      sessionId: expect.any(String),
      userName: 'Ann och Bo',
      memberLevel: 'BASIC',
      couple: true,
      language: 'ENGLISH',
    })
    const verify = await visitor.get('/sessions/verify', { authorization: `Bearer ${body.sessionId}` })
    expect(verify).toMatchObject({ status: 200, body })
    expect((await listSessions(ann.id)).at(-1)?.device).toBe('Firefox, Windows')
  })

  test('opens a session with a random id of 128 bits, and stores only its hash', async () => {
    const ann = await aMemberWithPassword()
    const tokens = [
      (await login(ann.email, PASSWORD)).body.sessionId,
      (await login(ann.email, PASSWORD)).body.sessionId,
    ]
    const sids = tokens.map((token) => (app.jwt.decode(token) as { sid: string }).sid)
    expect(new Set(sids).size).toBe(2)
    for (const sid of sids) expect(Buffer.from(sid, 'base64url')).toHaveLength(16)
    const rows = await ctx.db.selectFrom('sessions').selectAll().where('memberId', '=', ann.id).orderBy('id').execute()
    expect(rows.slice(-2).map(({ hash }) => hash)).toEqual(sids.map((sid) => createHash('sha256').update(sid).digest()))
    for (const sid of sids) expect(JSON.stringify(rows)).not.toContain(sid)
  })

  test('accepts the email address in any letter case and between spaces, and the password in any Unicode normalization form', async () => {
    const email = 'Asa.Test@example.test'
    await aMemberWithPassword({ email, passwordHash: await hashPassword('blåbärskräm') })
    expect((await login(` ${email.toUpperCase()} `, 'blåbärskräm'.normalize('NFD'))).status).toBe(200)
  })

  test('opens no session for an account that is being deleted, and responds DELETED_STATE', {
    tags: 'login.account-being-deleted',
  }, async () => {
    const ann = await aMemberWithPassword({ deletedAt: new Date() })
    const sessionsBefore = await listSessions(ann.id)
    expect(await login(ann.email, PASSWORD)).toMatchObject({ status: 403, body: { code: 'DELETED_STATE' } })
    expect(await listSessions(ann.id)).toEqual(sessionsBefore)
    expect(await login(ann.email, 'wrong')).toMatchObject({ status: 401, body: { code: 'FALSE_CREDENTIALS' } })
  })
})

describe('login with the wrong password', () => {
  test('gets the same response after the same steps for known and unknown addresses', {
    tags: 'login.wrong-password',
  }, async () => {
    const ann = await aMemberWithPassword()
    const traceLogin = async (email: string) => {
      verifiedHashes.splice(0)
      let response: unknown
      const statements = await recordStatements(async () => {
        const { status, body, headers } = await login(email, 'fel lösenord')
        const headerNames = Object.keys(headers).sort()
        response = { status, body, headerNames }
      })
      return { response, statements, verificationCount: verifiedHashes.length }
    }
    const known = await traceLogin(ann.email)
    expect(known.verificationCount).toBe(1)
    expect(known.response).toMatchObject({ status: 401, body: { code: 'FALSE_CREDENTIALS' } })
    expect(known).toEqual(await traceLogin('nobody@example.test'))
  })

  test('verifies a placeholder hash for an unknown address, with the cost of a real one', async () => {
    await login('nobody@example.test', PASSWORD)
    const [placeholderCost, realCost] = [verifiedHashes[0], passwordHash].map((hash) => hash?.split('$').slice(0, 4))
    expect(placeholderCost).toEqual(realCost)
  })
})

test("reports the invalid field of a malformed request, in the caller's language", {
  tags: 'login.names-invalid-field',
}, async () => {
  const response = await visitor.post('/members/login', { email: 'nope', password: '' }, { 'accept-language': 'en' })
  expect(response).toMatchObject({
    status: 400,
    body: {
      code: 'VALIDATION',
      fields: [
        { path: 'email', message: 'Invalid email' },
        { path: 'password', message: 'Enter password' },
      ],
    },
  })
})

describe('the limit of twenty sessions', () => {
  test("revokes the oldest session and notifies the member's devices", async () => {
    const ann = await aMemberWithPassword()
    for (let count = 1; count < 20; count += 1) await aSession(ctx.db, ann.id)
    expect((await login(ann.email, PASSWORD)).status).toBe(200)
    expect((await listSessions(ann.id)).length).toBe(20)
    expect(await listPushes(ctx.db)).toContainEqual({
      to: [ann.id],
      push: { type: 'session:ended', sessions: [ann.sessionId] },
    })
    expect((await as(ann).get('/sessions/verify')).status).toBe(401)
  })

  test('holds when ten logins are concurrent, and keeps all ten new sessions', async () => {
    const ann = await aMemberWithPassword()
    for (let count = 1; count < 18; count += 1) await aSession(ctx.db, ann.id)
    const responses = await Promise.all(Array.from({ length: 10 }, () => login(ann.email, PASSWORD)))
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect((await listSessions(ann.id)).length).toBe(20)
    for (const { body } of responses) {
      const { status } = await visitor.get('/sessions/verify', { authorization: `Bearer ${body.sessionId}` })
      expect(status).toBe(200)
    }
  })

  test('does not count expired sessions', async () => {
    const ann = await aMemberWithPassword()
    const expiredAt = new Date(Date.now() - 31 * 24 * 60 * 60 * 1_000)
    for (let count = 1; count < 20; count += 1) await aSession(ctx.db, ann.id, expiredAt)
    await login(ann.email, PASSWORD)
    expect((await listSessions(ann.id)).map(({ id }) => id)).toContain(ann.sessionId)
    expect((await as(ann).get('/sessions/verify')).status).toBe(200)
  })
})

test('a login with the old password fails if it has to wait for a change of the password', async () => {
  const ann = await aMemberWithPassword()
  const newHash = await hashPassword('ett annat ord')
  const { pending } = await ctx.db.transaction().execute(async (tx) => {
    await tx.updateTable('members').set({ passwordHash: newHash }).where('id', '=', ann.id).execute()
    const pending = login(ann.email, PASSWORD)
    await vi.waitFor(async () => expect(await countLockWaiters(ctx)).toBe(1))
    return { pending }
  })
  expect((await pending).status).toBe(401)
  expect((await listSessions(ann.id)).map(({ id }) => id)).toEqual([ann.sessionId])
})
