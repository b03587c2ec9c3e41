import type { Session } from '@app/contract/members/members'
import type { SessionEntry } from '@app/contract/members/sessions'
import type { PasskeyCreation, PasskeyEntry, PasskeyRequest } from '@app/contract/safety/passkeys'
import { listPushes } from '@app/server/testing/context'
import { countLockWaiters } from '@app/server/testing/locks'
import { aMember, aSession, markAsPasskeySession, type TestMember } from '@app/server/testing/members'
import { aPasswordHash } from '@app/server/testing/passwords'
import { recordStatements } from '@app/server/testing/statements'
import { beforeAll, describe, expect, test } from 'vitest'
import { API_PREFIX } from '../http/api.ts'
import { type Caller, setUpTestGateway } from '../testing.ts'
import { type Answer, aPasskey, type SoftwarePasskey } from './testing.ts'

const ORIGIN = 'http://localhost:8080'
const PASSWORD = 'gul kanot 7'
const MINUTE_MS = 60_000

let nowOffsetMs = 0
const { app, ctx, as, visitor } = await setUpTestGateway({ now: () => new Date(Date.now() + nowOffsetMs) })
let passwordHash = ''
beforeAll(async () => {
  passwordHash = await aPasswordHash(PASSWORD)
})
const anAdmin = () => aMember(ctx.db, { level: 'ADMIN', passwordHash })

const requestCreation = async (caller: Caller) =>
  (await caller.post<PasskeyCreation>('/passkeys/options', { password: PASSWORD })).body
async function addPasskey(member: TestMember, name = 'Telefonen'): Promise<SoftwarePasskey> {
  const passkey = aPasskey(ORIGIN)
  const added = await as(member).post('/passkeys', passkey.create(name, await requestCreation(as(member))))
  expect(added.status).toBe(201)
  return passkey
}
const requestLogin = async () => (await visitor.post<PasskeyRequest>('/sessions/passkey/options')).body
const logIn = async (passkey: SoftwarePasskey, answer?: Answer) =>
  visitor.post<Session>('/sessions/passkey', passkey.get(await requestLogin(), answer))
const listPasskeys = async (member: TestMember) => (await as(member).get<PasskeyEntry[]>('/passkeys')).body
/** Makes a request with the token of a session. */
const getWith = async (token: string, path: string) => {
  const headers = { authorization: `Bearer ${token}` }
  return (await app.inject({ method: 'GET', url: `${API_PREFIX}${path}`, headers })).json()
}
const REJECTED = { status: 401, body: { code: 'FALSE_CREDENTIALS' } }

describe('adding a passkey', () => {
  test('lets the member log in without a password, in a session that is marked as such', {
    tags: ['passkeys.add', 'passkeys.login'],
  }, async () => {
    const vera = await anAdmin()
    const passkey = await addPasskey(vera, '  Telefonen ')
    expect(await listPasskeys(vera)).toEqual([
      { id: passkey.id, name: 'Telefonen', createdAt: expect.any(String), usedAt: null, current: false },
    ])
    const { status, body, headers } = await logIn(passkey)
    expect([status, body]).toEqual([
      200,
      {
        sessionId: expect.any(String),
        userName: vera.userName,
        memberLevel: 'ADMIN',
        couple: false,
        language: 'SWEDISH',
        duties: ['LEAD', 'MODERATE', 'OPERATE', 'PUBLISH'],
        passkey: true,
      },
    ])
    expect(headers['set-cookie']).toBeDefined()
    expect(await getWith(body.sessionId, '/sessions/verify')).toEqual({ ...body })
    expect(await getWith(body.sessionId, '/passkeys')).toMatchObject([{ usedAt: expect.any(String), current: true }])
    const sessions: SessionEntry[] = await getWith(body.sessionId, '/sessions')
    expect(sessions.map((session) => [session.current, session.passkey])).toEqual([
      [true, true],
      [false, false],
    ])
  })

  test('informs the member by email and push, and is recorded in the team log', {
    tags: 'passkeys.add',
  }, async () => {
    const vera = await anAdmin()
    await addPasskey(vera, 'Datorn')
    const mail = await ctx.db.selectFrom('mails').selectAll().where('memberId', '=', vera.accountId).executeTakeFirst()
    expect(mail).toMatchObject({ kind: 'PASSKEY_ADDED', address: vera.email, state: 'WAITING' })
    expect(await listPushes(ctx.db)).toContainEqual({
      to: [vera.accountId],
      push: { type: 'passkeys:changed', by: vera.sessionId },
    })
    const entry = await ctx.db
      .selectFrom('team_log')
      .selectAll()
      .where('id', '=', mail?.aboutId ?? '')
      .executeTakeFirst()
    expect(entry).toMatchObject({ byId: vera.accountId, act: 'PASSKEY_ADDED', about: { name: 'Datorn' } })
  })

  test('is possible for every member, without an entry in the team log', { tags: 'passkeys.members' }, async () => {
    const ann = await aMember(ctx.db, { passwordHash })
    const passkey = await addPasskey(ann)
    expect(await listPasskeys(ann)).toMatchObject([{ id: passkey.id }])
    expect((await logIn(passkey)).body).toMatchObject({ userName: ann.userName, passkey: true })
    expect((await as(ann).post(`/passkeys/${passkey.id}/delete`, { password: PASSWORD })).status).toBe(204)
    const mails = await ctx.db
      .selectFrom('mails')
      .select(['kind', 'aboutId'])
      .where('memberId', '=', ann.id)
      .orderBy('id')
      .execute()
    expect(mails).toEqual([
      { kind: 'PASSKEY_ADDED', aboutId: null },
      { kind: 'LOGIN_CHANGED', aboutId: null },
    ])
    expect(await ctx.db.selectFrom('team_log').select('id').where('byId', '=', ann.id).execute()).toEqual([])
  })

  test('requires the password, except shortly after a login with a passkey', { tags: 'passkeys.add' }, async () => {
    const vera = await anAdmin()
    const path = '/passkeys/options'
    for (const body of [{}, { password: '' }, { password: 'fel' }])
      expect(await as(vera).post(path, body)).toMatchObject({ status: 400, body: { fields: [{ path: 'password' }] } })
    await markAsPasskeySession(ctx.db, vera)
    expect((await as(vera).post(path, {})).status).toBe(200)
    const sessionId = await aSession(ctx.db, vera.accountId, new Date(Date.now() - 6 * MINUTE_MS))
    await markAsPasskeySession(ctx.db, { sessionId })
    expect((await as({ ...vera, sessionId }).post(path, {})).status).toBe(400)
  })

  test.each<[string, Answer]>([
    ['of another site', { origin: 'https://salong.example.net' }],
    ['for another relying party', { rpId: 'example.net' }],
    ['in a frame of another site', { crossOrigin: true }],
    ['without verification of the user', { isVerified: false }],
    ['of a challenge that was never issued', { challenge: 'A'.repeat(43) }],
    ['with a certificate, which nobody has requested', { certificate: true }],
  ])('rejects an answer %s', async (_, answer) => {
    const vera = await anAdmin()
    const creation = aPasskey(ORIGIN).create('x', await requestCreation(as(vera)), answer)
    expect(await as(vera).post('/passkeys', creation)).toMatchObject(REJECTED)
    expect(await listPasskeys(vera)).toEqual([])
  })

  test('rejects the challenge of another member, of a login, a used one and an expired one', async () => {
    const [vera, nils] = [await anAdmin(), await anAdmin()]
    const creation = await requestCreation(as(vera))
    expect(await as(nils).post('/passkeys', aPasskey(ORIGIN).create('x', creation))).toMatchObject(REJECTED)
    const { challenge } = await requestLogin()
    const answered = aPasskey(ORIGIN).create('x', { ...creation, challenge })
    expect(await as(vera).post('/passkeys', answered)).toMatchObject(REJECTED)
    expect((await as(vera).post('/passkeys', aPasskey(ORIGIN).create('x', creation))).status).toBe(201)
    expect(await as(vera).post('/passkeys', aPasskey(ORIGIN).create('x', creation))).toMatchObject(REJECTED)
    const late = aPasskey(ORIGIN).create('x', await requestCreation(as(vera)))
    nowOffsetMs = 5 * MINUTE_MS + 1
    expect(await as(vera).post('/passkeys', late)).toMatchObject(REJECTED)
    nowOffsetMs = 0
    expect(await listPasskeys(vera)).toHaveLength(1)
  })

  test('is possible ten times, even with concurrent requests', { tags: 'passkeys.limit' }, async () => {
    const vera = await anAdmin()
    const creations = await Promise.all(
      Array.from({ length: 12 }, async () => aPasskey(ORIGIN).create('x', await requestCreation(as(vera)))),
    )
    const added = await Promise.all(creations.map((creation) => as(vera).post('/passkeys', creation)))
    expect(added.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), 400, 400])
    expect(await as(vera).post('/passkeys/options', { password: PASSWORD })).toMatchObject({
      status: 400,
      body: { fields: [{ message: 'Du har tio passkeys. Ta bort en först.' }] },
    })
  })

  test('responds CONFLICT for the id of an existing passkey', async () => {
    const [vera, nils] = [await anAdmin(), await anAdmin()]
    const passkey = await addPasskey(vera)
    const copy = passkey.create('x', await requestCreation(as(nils)))
    expect((await as(nils).post('/passkeys', copy)).status).toBe(409)
  })

  test('names the existing passkeys, so that the browser creates no second one on the same device', async () => {
    const vera = await anAdmin()
    const { id } = await addPasskey(vera)
    expect((await requestCreation(as(vera))).excludeCredentials).toEqual([
      { id, type: 'public-key', transports: ['internal'] },
    ])
  })
})

describe('a request that waits while all access to its account is revoked', () => {
  const CHANGES: [string, (member: TestMember) => Promise<() => Promise<{ status: number }>>][] = [
    [
      'adds no passkey',
      async (member) => {
        const creation = aPasskey(ORIGIN).create('x', await requestCreation(as(member)))
        return () => as(member).post('/passkeys', creation)
      },
    ],
    ['creates no recovery codes', async (member) => () => as(member).post('/passkeys/codes', { password: PASSWORD })],
  ]

  test.each(CHANGES)('%s', { tags: 'new-device.undo' }, async (_, prepare) => {
    const ann = await aMember(ctx.db, { passwordHash })
    const change = await prepare(ann)
    const pending = await ctx.db.transaction().execute(async (tx) => {
      await tx.selectFrom('members').select('id').where('id', '=', ann.id).forNoKeyUpdate().execute()
      const response = change()
      await expect.poll(() => countLockWaiters(ctx), { timeout: 10_000 }).toBe(1)
      await tx.deleteFrom('sessions').where('memberId', '=', ann.id).execute()
      return { response }
    })
    expect(await pending.response).toMatchObject({ status: 401, body: { code: 'PLEASE_LOGIN' } })
    for (const table of ['passkeys', 'recovery_codes'] as const)
      expect(await ctx.db.selectFrom(table).select('createdAt').where('memberId', '=', ann.id).execute()).toEqual([])
  })
})

describe('a login with a passkey', () => {
  test.each<[string, Answer]>([
    ['of another site', { origin: 'https://salong.example.net' }],
    ['for another relying party', { rpId: 'example.net' }],
    ['in a frame of another site', { crossOrigin: true }],
    ['without verification of the user', { isVerified: false }],
    ['of a challenge that was never issued', { challenge: 'A'.repeat(43) }],
    ['for another account', { userHandle: 'A'.repeat(43) }],
  ])('rejects an answer %s', { tags: 'passkeys.login' }, async (_, answer) => {
    const passkey = await addPasskey(await anAdmin())
    expect(await logIn(passkey, answer)).toMatchObject(REJECTED)
    expect((await logIn(passkey)).status).toBe(200)
  })

  test('accepts each challenge once, even with concurrent requests', { tags: 'passkeys.login' }, async () => {
    const passkey = await addPasskey(await anAdmin())
    const answer = passkey.get(await requestLogin())
    const responses = await Promise.all(Array.from({ length: 10 }, () => visitor.post('/sessions/passkey', answer)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(401)])
    expect(await visitor.post('/sessions/passkey', answer)).toMatchObject(REJECTED)
  })

  test('uses up the challenge of a rejected answer', async () => {
    const passkey = await addPasskey(await anAdmin())
    const request = await requestLogin()
    const rejected = passkey.get(request, { isVerified: false })
    expect(await visitor.post('/sessions/passkey', rejected)).toMatchObject(REJECTED)
    expect(await visitor.post('/sessions/passkey', passkey.get(request))).toMatchObject(REJECTED)
  })

  test('rejects a counter that has not increased, as that of a copied authenticator', async () => {
    const passkey = aPasskey(ORIGIN)
    const vera = await anAdmin()
    passkey.counter = 7
    await as(vera).post('/passkeys', passkey.create('x', await requestCreation(as(vera))))
    expect((await logIn(passkey)).status).toBe(200)
    passkey.counter = 5
    expect(await logIn(passkey)).toMatchObject(REJECTED)
    passkey.counter = 7
    expect(await logIn(passkey)).toMatchObject(REJECTED)
    expect((await logIn(passkey)).status).toBe(200)
  })

  test("rejects the id of another member's passkey with a signature by the caller's own key", async () => {
    const veras = await addPasskey(await anAdmin())
    const own = await addPasskey(await anAdmin())
    expect(await logIn(own, { id: veras.id })).toMatchObject(REJECTED)
  })

  test('runs the same statements for an unknown passkey and for a wrong signature', async () => {
    const known = await addPasskey(await anAdmin())
    const other = await addPasskey(await anAdmin())
    const unknownId = aPasskey(ORIGIN).get(await requestLogin(), { userHandle: 'A'.repeat(43) })
    const knownId = other.get(await requestLogin(), { id: known.id })
    const record = (answer: unknown) =>
      recordStatements(async () => {
        expect(await visitor.post('/sessions/passkey', answer)).toMatchObject(REJECTED)
      })
    expect(await record(unknownId)).toEqual(await record(knownId))
  })

  test('has the error of a password login for an account that is being deleted', async () => {
    const vera = await anAdmin()
    const passkey = await addPasskey(vera)
    await ctx.db
      .updateTable('members')
      .set({ deletedAt: ctx.now().toISOString() })
      .where('id', '=', vera.accountId)
      .execute()
    expect(await logIn(passkey)).toMatchObject({ status: 403, body: { code: 'DELETED_STATE' } })
  })
})

describe('deleting a passkey', () => {
  test('ends the other sessions that began with it, and removes the passkey rights of the current one', {
    tags: 'passkeys.delete',
  }, async () => {
    const vera = await anAdmin()
    const passkey = await addPasskey(vera)
    const { body: otherSession } = await logIn(passkey)
    const { body: session } = await logIn(passkey)
    const headers = { authorization: `Bearer ${session.sessionId}` }
    expect((await visitor.post(`/passkeys/${passkey.id}/delete`, {}, headers)).status).toBe(204)
    expect(await getWith(session.sessionId, '/sessions/verify')).not.toHaveProperty('passkey')
    expect(await getWith(otherSession.sessionId, '/sessions/verify')).toMatchObject({ code: 'PLEASE_LOGIN' })
    expect(await logIn(passkey)).toMatchObject(REJECTED)
    const log = await ctx.db.selectFrom('team_log').selectAll().where('byId', '=', vera.accountId).execute()
    expect(log.map(({ act }) => act)).toEqual(['PASSKEY_ADDED', 'PASSKEY_DELETED'])
    expect((await as(vera).get('/passkeys')).body).toEqual([])
  })

  test("needs the password, and has the same response for another member's passkey as for an unknown one", async () => {
    const [vera, nils] = [await anAdmin(), await anAdmin()]
    const passkey = await addPasskey(vera)
    expect((await as(vera).post(`/passkeys/${passkey.id}/delete`, {})).status).toBe(400)
    for (const { id } of [passkey, aPasskey(ORIGIN)])
      expect(await as(nils).post(`/passkeys/${id}/delete`, { password: PASSWORD })).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND' },
      })
    expect(await listPasskeys(vera)).toHaveLength(1)
  })
})
