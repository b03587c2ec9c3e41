import type { ErrorResponse } from '@app/contract/errors'
import { CITIES } from '@app/contract/members/cities'
import type { Session } from '@app/contract/members/members'
import { listJobs, listPushes } from '@app/server/testing/context'
import { countLockWaiters } from '@app/server/testing/locks'
import { aMember } from '@app/server/testing/members'
import { recordStatements } from '@app/server/testing/statements'
import { describe, expect, test } from 'vitest'
import { updateEmail } from '../email-changes/queries.ts'
import { setUpTestGateway } from '../testing.ts'
import { deleteTokensForAddresses } from './queries.ts'
import { aMailedToken, anEmailAddress } from './testing.ts'

const { ctx, visitor } = await setUpTestGateway({ settings: { REFERENCE_YEAR: '2025' } })

const listMailsTo = (address: string) =>
  ctx.db.selectFrom('mails').select(['id', 'kind', 'language', 'state']).where('address', '=', address).execute()
const findMember = (email: string) =>
  ctx.db.selectFrom('members').selectAll().where('emailKey', '=', email.toLowerCase()).executeTakeFirst()

let nameCount = 0
const registrationFields = (changes: Record<string, unknown> = {}) => {
  nameCount += 1
  return {
    userName: `Ny medlem ${nameCount}`,
    password: 'gul kanot 7',
    person1: { sex: 'FEMALE', year: 1990 },
    cities: ['Göteborg'],
    language: 1,
    ...changes,
  }
}
const completeRegistration = (body: Record<string, unknown>) =>
  visitor.post<Session & ErrorResponse>('/members/register2/complete', body)

describe('a request for a registration email', () => {
  test('stores one email and its job, and responds with a confirmation text', {
    tags: 'registration.email-request',
  }, async () => {
    const email = anEmailAddress()
    const response = await visitor.post('/members/register2/email', { email, languagePreference: 2 })
    expect(response.status).toBe(200)
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(response.body).toMatch(/We have sent an email/)
    const [mail, ...otherMails] = await listMailsTo(email)
    expect(otherMails).toEqual([])
    expect(mail).toMatchObject({ kind: 'REGISTRATION', language: 'ENGLISH', state: 'WAITING' })
    expect(await listJobs(ctx.db)).toContainEqual({ name: 'mail:send', payload: { mailId: mail?.id } })
  })

  test('executes the same statements and responds the same for known and unknown addresses', async () => {
    const ann = await aMember(ctx.db)
    const traceRequest = async (email: string) => {
      const responses: unknown[] = []
      const statements = await recordStatements(async () => {
        const { status, body } = await visitor.post('/members/register2/email', {
          email,
          languagePreference: 'SWEDISH',
        })
        responses.push(status, body)
      })
      return { responses, statements }
    }
    const known = await traceRequest(ann.email)
    expect(known.responses[0]).toBe(200)
    expect(known).toEqual(await traceRequest(anEmailAddress()))
  })

  test.each([
    [undefined, 'SWEDISH'],
    [1, 'SWEDISH'],
    [2, 'ENGLISH'],
    ['SWEDISH', 'SWEDISH'],
    ['ENGLISH', 'ENGLISH'],
  ])('normalizes the language %s to %s', async (languagePreference, language) => {
    const email = anEmailAddress()
    await visitor.post('/members/register2/email', { email, languagePreference })
    expect(await listMailsTo(email)).toMatchObject([{ language }])
  })
})

describe('a registration', () => {
  test('creates a member who is logged in', { tags: 'registration.creates-member' }, async () => {
    const email = anEmailAddress()
    const token = await aMailedToken(ctx.db, 'REGISTRATION', email)
    const response = await completeRegistration({
      ...registrationFields({
        userName: ' Åsa  och Bo ',
        person2: { sex: 'MALE', year: 2007 },
        cities: CITIES.slice(0, 5),
        language: 2,
      }),
      token,
    })
    expect(response.status).toBe(201)
    expect(response.body).toEqual({
      sessionId: expect.any(String),
      userName: 'Åsa och Bo',
      memberLevel: 'BASIC',
      couple: true,
      language: 'ENGLISH',
    })
    const member = await findMember(email)
    expect(member).toMatchObject({ email, userName: 'Åsa och Bo', nameKey: 'åsa och bo', nameSearch: 'asa och bo' })
    expect(member?.passwordHash).toMatch(/^\$argon2id\$/)
    const persons = await ctx.db
      .selectFrom('persons')
      .select(['ordinal', 'sex', 'yearOfBirth'])
      .where('memberId', '=', member?.id ?? '')
      .orderBy('ordinal')
      .execute()
    expect(persons).toEqual([
      { ordinal: 1, sex: 'FEMALE', yearOfBirth: 1990 },
      { ordinal: 2, sex: 'MALE', yearOfBirth: 2007 },
    ])
    const headers = { authorization: `Bearer ${response.body.sessionId}` }
    expect(await visitor.get('/sessions/verify', headers)).toMatchObject({ status: 200, body: response.body })
    expect((await visitor.post('/members/login', { email, password: 'gul kanot 7' })).status).toBe(200)
  })

  test('ends the sessions of an account with the same id that was lost in a failover', async () => {
    const email = anEmailAddress()
    const token = await aMailedToken(ctx.db, 'REGISTRATION', email)
    await completeRegistration({ ...registrationFields(), token })
    const { id = '', registeredAt } = (await findMember(email)) ?? {}
    expect(await listPushes(ctx.db)).toContainEqual({
      to: [id],
      push: { type: 'session:ended', sessions: [], registeredAt },
    })
  })

  test('consumes its link once', async () => {
    const token = await aMailedToken(ctx.db, 'REGISTRATION', anEmailAddress())
    expect((await completeRegistration({ ...registrationFields(), token })).status).toBe(201)
    expect(await completeRegistration({ ...registrationFields(), token })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_TOKEN' },
    })
  })

  test('creates one member for ten concurrent requests', async () => {
    const email = anEmailAddress()
    const token = await aMailedToken(ctx.db, 'REGISTRATION', email)
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => completeRegistration({ ...registrationFields(), token })),
    )
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const { status, body } of responses)
      if (status !== 201) expect(['EMAIL_IN_USE', 'INVALID_TOKEN']).toContain(body.code)
    expect(await ctx.db.selectFrom('members').select('id').where('email', '=', email).execute()).toHaveLength(1)
  })

  test('gives a name to only one of ten concurrent requests', async () => {
    const tokens = await Promise.all(
      Array.from({ length: 10 }, () => aMailedToken(ctx.db, 'REGISTRATION', anEmailAddress())),
    )
    const { userName } = registrationFields()
    const responses = await Promise.all(
      tokens.map((token) => completeRegistration({ ...registrationFields({ userName }), token })),
    )
    expect(responses.map(({ body }) => body.code ?? 'created').sort()).toEqual([
      ...Array(9).fill('USER_NAME_IN_USE'),
      'created',
    ])
  })

  const aLink = async () => {
    const email = anEmailAddress()
    return { email, token: await aMailedToken(ctx.db, 'REGISTRATION', email) }
  }

  test.each([
    ['unknown', async () => 'a'.repeat(43)],
    ['expired', () => aMailedToken(ctx.db, 'REGISTRATION', anEmailAddress(), new Date(Date.now() - 1))],
    ['for a password reset', () => aMailedToken(ctx.db, 'PASSWORD_RESET', anEmailAddress())],
  ])('rejects a link that is %s', { tags: 'registration.invalid-link' }, async (_, createToken) => {
    const response = await completeRegistration({ ...registrationFields(), token: await createToken() })
    expect(response).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } })
  })

  test('responds EMAIL_IN_USE to a caller who has verified an address that is in use', {
    tags: 'registration.email-in-use',
  }, async () => {
    const { token, email } = await aLink()
    await aMember(ctx.db, { email })
    expect(await completeRegistration({ ...registrationFields(), token })).toMatchObject({
      status: 409,
      body: { code: 'EMAIL_IN_USE' },
    })
  })

  test('responds EMAIL_IN_USE while a member changes to the same address', {
    tags: 'registration.email-in-use',
  }, async () => {
    const { token, email } = await aLink()
    const { id } = await aMember(ctx.db)
    let response: Promise<{ status: number; body: ErrorResponse }> | undefined
    await ctx.db.transaction().execute(async (tx) => {
      await updateEmail(tx, id, { email })
      response = completeRegistration({ ...registrationFields(), token })
      await expect.poll(() => countLockWaiters(ctx)).toBe(1)
      await deleteTokensForAddresses(tx, [email])
    })
    expect(await response).toMatchObject({ status: 409, body: { code: 'EMAIL_IN_USE' } })
  })

  test.each(['ann berg', 'ANN  BERG'])(
    'reports that the name %s is taken, and leaves the link usable',
    { tags: 'registration.name-in-use' },
    async (userName) => {
      if (!(await ctx.db.selectFrom('members').select('id').where('nameKey', '=', 'ann berg').executeTakeFirst()))
        await aMember(ctx.db, { userName: 'Ann Berg' })
      const { token, email } = await aLink()
      const response = await completeRegistration({ ...registrationFields({ userName }), token })
      expect(response).toMatchObject({ status: 409, body: { code: 'USER_NAME_IN_USE' } })
      expect(await findMember(email)).toBeUndefined()
      expect((await completeRegistration({ ...registrationFields(), token })).status).toBe(201)
    },
  )

  test.each(['Teamet', 'Team-et', 'Teamet Salong', 'Supp0rt', 'A d m i n', 'visits'])(
    'rejects the name %s as unusable, and leaves the link usable',
    async (userName) => {
      const { token, email } = await aLink()
      expect(await completeRegistration({ ...registrationFields({ userName }), token })).toMatchObject({
        status: 400,
        body: {
          code: 'VALIDATION',
          fields: [{ path: 'userName', message: expect.stringContaining('går inte att använda') }],
        },
      })
      expect(await findMember(email)).toBeUndefined()
      expect((await completeRegistration({ ...registrationFields(), token })).status).toBe(201)
    },
  )

  test.each([
    ['userName', 'Пётр', 'ILLEGAL_CHARACTER'],
    ['userName', 'Kelvin \u212A', 'ILLEGAL_CHARACTER'],
    ['userName', 'x'.repeat(31), 'VALIDATION'],
    ['userName', '123', 'VALIDATION'],
    ['userName', '', 'VALIDATION'],
    ['password', 'kort', 'VALIDATION'],
    ['password', 'Lösenord123', 'VALIDATION'],
    ['password', 'x'.repeat(129), 'VALIDATION'],
    ['password', '', 'VALIDATION'],
    ['person1.year', { sex: 'MALE', year: 2008 }, 'VALIDATION'],
    ['person1.year', { sex: 'MALE', year: 1914 }, 'VALIDATION'],
    ['person1.year', { sex: 'MALE', year: 1990.5 }, 'VALIDATION'],
    ['person1.year', { sex: 'MALE', year: '1990' }, 'VALIDATION'],
    ['person1.sex', { year: 1990 }, 'VALIDATION'],
    ['person1', null, 'VALIDATION'],
    ['person2.year', { sex: 'MALE', year: 2020 }, 'VALIDATION'],
    ['cities', [], 'VALIDATION'],
    ['cities', CITIES.slice(0, 6), 'VALIDATION'],
    ['cities', ['Atlantis'], 'VALIDATION'],
    ['cities', ['Lund', 'Lund'], 'VALIDATION'],
    ['language', 3, 'VALIDATION'],
  ])('rejects %s %j, reports the field, and leaves the link usable', async (path, value, code) => {
    const { token, email } = await aLink()
    const response = await completeRegistration({ ...registrationFields({ [path.split('.')[0] ?? '']: value }), token })
    expect(response).toMatchObject({ status: 400, body: { code, fields: [{ path }] } })
    expect(await findMember(email)).toBeUndefined()
    expect((await completeRegistration({ ...registrationFields(), token })).status).toBe(201)
  })

  test.each([
    [2007, 201],
    [1915, 201],
  ])(
    'accepts the year of birth %i, which is at a limit on age',
    { tags: 'registration.birth-year-limits' },
    async (year, status) => {
      const { token } = await aLink()
      expect(
        (await completeRegistration({ ...registrationFields({ person1: { sex: 'MALE', year } }), token })).status,
      ).toBe(status)
    },
  )

  test('rejects a password that contains the name or the local part of the address', async () => {
    const { token, email } = await aLink()
    const registerWithPassword = (password: string) =>
      completeRegistration({ ...registrationFields({ userName: 'Karin', password }), token })
    const rejection = { status: 400, body: { code: 'VALIDATION', fields: [{ path: 'password' }] } }
    expect(await registerWithPassword(`hej ${email.split('@')[0]?.toUpperCase()}`)).toMatchObject(rejection)
    expect(await registerWithPassword('min karin 1')).toMatchObject(rejection)
    expect((await registerWithPassword('gul kanot 7')).status).toBe(201)
  })

  test('ignores unknown fields', async () => {
    const { token, email } = await aLink()
    const unknownFields = {
      level: 'ADMIN',
      memberLevel: 'ADMIN',
      badges: ['VERIFIED'],
      id: '1',
      email: 'other@example.test',
    }
    expect((await completeRegistration({ ...registrationFields(), ...unknownFields, token })).body).toMatchObject({
      memberLevel: 'BASIC',
    })
    expect(await findMember(email)).toMatchObject({ level: 'BASIC', badges: [], email })
  })
})
