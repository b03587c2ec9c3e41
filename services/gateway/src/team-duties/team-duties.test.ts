import type { Duty } from '@app/contract/members/duties'
import type { TeamLog, TeamMember } from '@app/contract/safety/team'
import { asOwner } from '@app/server/testing/context'
import { aMember, markAsPasskeySession, type TestMember } from '@app/server/testing/members'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'

const { ctx, as } = await setUpTestGateway()

async function anAdmin(duties: Duty[], userName?: string): Promise<TestMember> {
  const admin = await aMember(ctx.db, { level: 'ADMIN', duties, ...(userName && { userName }) })
  await markAsPasskeySession(ctx.db, admin)
  return admin
}
const change = (lead: TestMember, { userName }: Pick<TestMember, 'userName'>, duties: Duty[]) =>
  as(lead).post<TeamMember>('/moderation/duties', { userName, duties })
const readLog = async (lead: TestMember, query = '') => (await as(lead).get<TeamLog>(`/moderation/log${query}`)).body
const readDuties = async ({ accountId }: TestMember) =>
  (await ctx.db.selectFrom('team_duties').select('duty').where('memberId', '=', accountId).execute())
    .map(({ duty }) => duty)
    .sort()

beforeEach(async () => {
  await asOwner(ctx.db, sql`alter table team_log disable trigger all`)
  await asOwner(ctx.db, sql`truncate team_log restart identity`)
  await asOwner(ctx.db, sql`alter table team_log enable trigger all`)
})

describe('a lead', () => {
  test('lists the admins with their duties', { tags: 'duties.list' }, async () => {
    await ctx.db.updateTable('members').set({ level: 'BASIC' }).where('id', '<>', '0').execute()
    const vera = await anAdmin(['LEAD'], 'Vera')
    await anAdmin(['PUBLISH', 'OPERATE'], 'Nils')
    await aMember(ctx.db)
    await aMember(ctx.db, { level: 'ADMIN', deletedAt: new Date() })
    expect((await as(vera).get('/moderation/duties')).body).toEqual([
      { userName: 'Nils', duties: ['OPERATE', 'PUBLISH'], passkeys: 0, me: false },
      { userName: 'Vera', duties: ['LEAD'], passkeys: 0, me: true },
    ])
  })

  test('changes the duties of another admin, which takes effect immediately and is logged', {
    tags: 'duties.change',
  }, async () => {
    const vera = await anAdmin(['LEAD'])
    const nils = await anAdmin(['MODERATE'])
    const news = { title: 'Hej', content: 'Hej' }
    expect((await as(nils).post('/news', news)).status).toBe(403)
    expect(await change(vera, { userName: nils.userName.toUpperCase() }, ['PUBLISH', 'LEAD'])).toMatchObject({
      status: 200,
      body: { userName: nils.userName, duties: ['LEAD', 'PUBLISH'], me: false },
    })
    expect((await as(nils).post('/news', news)).status).toBe(201)
    expect(await readLog(nils)).toEqual({
      intact: true,
      entries: [
        {
          id: '1',
          at: expect.any(String),
          by: vera.userName,
          act: 'DUTIES_CHANGED',
          caseId: null,
          about: `${nils.userName}: LEAD, PUBLISH`,
        },
      ],
    })
  })

  test('writes no entry if nothing changes', async () => {
    const [vera, nils] = [await anAdmin(['LEAD']), await anAdmin(['PUBLISH', 'MODERATE'])]
    expect((await change(vera, nils, ['MODERATE', 'PUBLISH'])).status).toBe(200)
    expect((await readLog(vera)).entries).toEqual([])
  })

  test('cannot change their own duties', { tags: 'duties.own' }, async () => {
    const vera = await anAdmin(['LEAD'])
    for (const duties of [[], ['LEAD', 'PUBLISH']] as Duty[][])
      expect(await change(vera, vera, duties)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(await readDuties(vera)).toEqual(['LEAD'])
  })

  test("remains if two leads remove each other's duty concurrently", { tags: 'duties.own' }, async () => {
    const [vera, nils] = [await anAdmin(['LEAD']), await anAdmin(['LEAD'])]
    const responses = await Promise.all([change(vera, nils, []), change(nils, vera, [])])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 403])
    expect([...(await readDuties(vera)), ...(await readDuties(nils))]).toEqual(['LEAD'])
  })

  test('has the same response for a member, an unknown name and the team', async () => {
    const vera = await anAdmin(['LEAD'])
    const { userName } = await aMember(ctx.db)
    for (const name of [userName, 'Ingen alls', 'Teamet'])
      expect(await change(vera, { userName: name }, ['PUBLISH'])).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND' },
      })
  })

  test('cannot give a duty twice or one that does not exist', async () => {
    const [vera, nils] = [await anAdmin(['LEAD']), await anAdmin([])]
    for (const duties of [['LEAD', 'LEAD'], ['ALL']] as Duty[][])
      expect((await change(vera, nils, duties)).status).toBe(400)
  })
})

const LEAD_ROUTES = [
  ['get', '/moderation/duties'],
  ['post', '/moderation/duties'],
  ['get', '/moderation/log'],
] as const

test.each(LEAD_ROUTES)(
  '%s %s requires the duty LEAD and a session that began with a passkey',
  {
    tags: 'duties.leads-only',
  },
  async (method, path) => {
    const target = await anAdmin([])
    const call = (member: TestMember) =>
      method === 'get' ? as(member).get(path) : as(member).post(path, { userName: target.userName, duties: [] })
    const member = await aMember(ctx.db)
    await markAsPasskeySession(ctx.db, member)
    expect(await call(member)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    const other = await anAdmin(['MODERATE', 'PUBLISH', 'OPERATE'])
    expect(await call(other)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    const lead = await aMember(ctx.db, { level: 'ADMIN', duties: ['LEAD'] })
    expect(await call(lead)).toMatchObject({ status: 401, body: { code: 'PASSKEY_REQUIRED' } })
    expect((await as(lead).get('/sessions/verify')).status).toBe(200)
    await markAsPasskeySession(ctx.db, lead)
    expect((await call(lead)).status).toBe(200)
  },
)

test.each<[string, string, Duty, unknown]>([
  ['post', '/news', 'PUBLISH', { title: 'Hej', content: 'Hej' }],
  ['post', '/news/edit', 'PUBLISH', { id: '1', title: 'Hej', content: 'Hej' }],
  ['post', '/news/delete', 'PUBLISH', { id: '1' }],
  ['post', '/games/truth-or-dare', 'PUBLISH', new FormData()],
  ['get', '/operations', 'OPERATE', undefined],
  ['get', '/operations/failed-jobs', 'OPERATE', undefined],
  ['post', '/operations/failed-jobs/retry', 'OPERATE', { queue: 'mail' }],
])('%s %s requires the duty %s, without a passkey', { tags: 'duties.routes' }, async (method, path, duty, body) => {
  const call = (member: TestMember) => (method === 'get' ? as(member).get(path) : as(member).post(path, body))
  const others: Duty[] = duty === 'PUBLISH' ? ['LEAD', 'OPERATE', 'MODERATE'] : ['LEAD', 'PUBLISH', 'MODERATE']
  expect(await call(await anAdmin(others))).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  const admin = await aMember(ctx.db, { level: 'ADMIN', duties: [duty] })
  expect((await call(admin)).status).not.toBe(403)
})

describe('the team log', () => {
  test('is returned in pages, newest first, and each page is verified', { tags: 'team-log.read' }, async () => {
    const [vera, nils] = [await anAdmin(['LEAD']), await anAdmin([])]
    for (const duty of ['LEAD', 'PUBLISH', 'OPERATE'] as const) await change(vera, nils, [duty])
    const first = await readLog(vera, '?limit=2')
    expect(first.entries.map(({ id, about }) => [id, about])).toEqual([
      ['3', `${nils.userName}: OPERATE`],
      ['2', `${nils.userName}: PUBLISH`],
    ])
    const second = await readLog(vera, '?limit=2&before=2')
    expect(second.entries.map(({ id }) => id)).toEqual(['1'])
    expect([first.intact, second.intact]).toEqual([true, true])
    await asOwner(ctx.db, sql`alter table team_log disable trigger all`)
    await asOwner(ctx.db, sql`update team_log set "byId" = null where id = 1`)
    await asOwner(ctx.db, sql`alter table team_log enable trigger all`)
    expect([(await readLog(vera, '?limit=1')).intact, (await readLog(vera, '?limit=2&before=2')).intact]).toEqual([
      true,
      false,
    ])
  })

  test.each(['{}', 'null', '{"memberId": "x", "after": 7}'])(
    'is returned with a broken entry whose content was replaced by %s',
    async (content) => {
      const [vera, nils] = [await anAdmin(['LEAD']), await anAdmin([])]
      await change(vera, nils, ['PUBLISH'])
      await asOwner(ctx.db, sql`alter table team_log disable trigger all`)
      await asOwner(ctx.db, sql`update team_log set about = ${sql.lit(content)}::jsonb`)
      await asOwner(ctx.db, sql`alter table team_log enable trigger all`)
      expect(await readLog(vera)).toMatchObject({ intact: false, entries: [{ about: '–: –' }] })
    },
  )

  test('keeps an entry whose author and target are purged', async () => {
    const [vera, lead, nils] = [await anAdmin(['LEAD']), await anAdmin(['LEAD']), await anAdmin([])]
    await change(lead, nils, ['PUBLISH'])
    await ctx.db.deleteFrom('members').where('id', 'in', [lead.accountId, nils.accountId]).execute()
    expect(await readLog(vera)).toMatchObject({ intact: true, entries: [{ by: null, about: '–: PUBLISH' }] })
  })
})
