import type { CaseQueue, CaseRow } from '@app/contract/safety/cases'
import { listPushes } from '@app/server/testing/context'
import { aMember } from '@app/server/testing/members'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { setUpTestGateway, UNUSED_ID } from '../testing.ts'
import { aCase, aDecision, aModerator, listActs } from './testing.ts'

const MINUTE_MS = 60_000

let nowOffsetMs = 0
const { ctx, as } = await setUpTestGateway({ now: () => new Date(Date.now() + nowOffsetMs) })
const { db } = ctx

beforeEach(async () => {
  nowOffsetMs = 0
  await db.deleteFrom('cases').execute()
})

const claim = (moderator: Parameters<typeof as>[0], id: string) =>
  as(moderator).post<CaseRow>(`/moderation/cases/${id}/claim`)

test('20 admins who claim the next case at the same time never get the same one', {
  tags: 'cases.claim-race',
}, async () => {
  const moderators = await Promise.all(Array.from({ length: 20 }, () => aModerator(db)))
  const author = await aMember(db)
  const ids = await Promise.all(
    Array.from({ length: 200 }, (_, index) => aCase(db, { author, subjectId: `${index + 1}`, subjectKind: 'AD' })),
  )
  const claimed = await Promise.all(
    moderators.map(async (moderator) => {
      const rows: string[] = []
      for (;;) {
        const { status, body } = await as(moderator).post<CaseRow>('/moderation/cases/next')
        if (status === 404) return rows
        expect({ status, heldByMe: body.heldByMe }).toEqual({ status: 200, heldByMe: true })
        rows.push(body.id)
      }
    }),
  )
  expect(claimed.flat().toSorted()).toEqual(ids.toSorted())
})

test('the next case is the most urgent one that is free', { tags: 'cases.claim' }, async () => {
  const [vera, olle] = [await aModerator(db), await aModerator(db)]
  const soon = await aCase(db, { dueAt: new Date(Date.now() + MINUTE_MS).toISOString() })
  const critical = await aCase(db, { severity: 'CRITICAL', category: 'THREAT' })
  const later = await aCase(db)
  const next = async (moderator: typeof vera) => (await as(moderator).post<CaseRow>('/moderation/cases/next')).body.id
  expect([await next(vera), await next(olle), await next(vera)]).toEqual([critical, soon, later])
  expect((await as(olle).post('/moderation/cases/next')).status).toBe(404)
})

test('a claim is logged once, notifies the team, and sets the time of the first look', {
  tags: 'cases.claim',
}, async () => {
  const vera = await aModerator(db)
  const id = await aCase(db)
  const { status, body } = await claim(vera, id)
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { id, state: 'CLAIMED', version: 2, heldBy: vera.userName, heldByMe: true },
  })
  nowOffsetMs = 10 * MINUTE_MS
  const renewed = (await claim(vera, id)).body
  expect(renewed.version).toBe(2)
  expect(Date.parse(renewed.claimedUntil ?? '')).toBeGreaterThan(Date.parse(body.claimedUntil ?? ''))
  expect(await listActs(db, id)).toEqual(['CLAIMED'])
  expect(await listPushes(db)).toContainEqual({
    to: ['0'],
    push: { type: 'case:changed', id, version: 2, critical: false },
  })
  const { firstLookAt } = await db.selectFrom('cases').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(Date.parse(firstLookAt ?? '')).toBeLessThan(Date.now() + MINUTE_MS)
})

test('a claimed case is closed to others for 30 minutes after the last request', { tags: 'cases.claim' }, async () => {
  const [vera, olle] = [await aModerator(db), await aModerator(db)]
  const id = await aCase(db)
  await claim(vera, id)
  for (const path of ['claim', 'release', 'evidence', 'names'])
    expect({ path, ...(await as(olle).post(`/moderation/cases/${id}/${path}`)) }).toMatchObject({
      ...{ path, status: 409, body: { code: 'CLAIMED' } },
    })
  expect((await as(olle).get(`/moderation/cases/${id}`)).body).toMatchObject({ code: 'CLAIMED' })
  nowOffsetMs = 29 * MINUTE_MS
  expect((await as(vera).post(`/moderation/cases/${id}/evidence`)).status).toBe(200)
  nowOffsetMs = 58 * MINUTE_MS
  expect((await claim(olle, id)).status).toBe(409)
  nowOffsetMs = 60 * MINUTE_MS
  expect((await as(vera).post(`/moderation/cases/${id}/evidence`)).body).toMatchObject({ code: 'CONFLICT' })
  expect((await claim(olle, id)).body).toMatchObject({ heldBy: olle.userName, version: 3 })
  expect((await as(vera).get(`/moderation/cases/${id}`)).body).toMatchObject({ code: 'CLAIMED' })
})

test.each(['SECOND_LOOK', 'APPEALED'])(
  'the admin who decided cannot keep others from a case in the state %s',
  {
    tags: 'cases.claim',
  },
  async (state) => {
    const [vera, olle] = [await aModerator(db), await aModerator(db)]
    const id = await aCase(db)
    await aDecision(db, { caseId: id, byId: vera.accountId, state })
    const held = { heldBy: null, heldByMe: false, claimedUntil: null }
    expect(await claim(vera, id)).toMatchObject({ status: 200, body: held })
    const queue = await as(olle).get<CaseQueue>(`/moderation/cases?view=${state}`)
    expect(queue.body.rows).toMatchObject([{ id, ...held }])
    expect(await claim(olle, id)).toMatchObject({ status: 200, body: { heldByMe: true } })
    expect(await claim(vera, id)).toMatchObject({ status: 409, body: { code: 'CLAIMED' } })
  },
)

test('a released case is free', { tags: 'cases.claim' }, async () => {
  const [vera, olle] = [await aModerator(db), await aModerator(db)]
  const id = await aCase(db)
  await claim(vera, id)
  expect((await as(vera).post(`/moderation/cases/${id}/release`)).status).toBe(204)
  expect((await listPushes(db)).at(-1)).toEqual({
    to: ['0'],
    push: { type: 'case:changed', id, version: 3, critical: false },
  })
  expect((await as(vera).get(`/moderation/cases/${id}`)).status).toBe(409)
  expect((await claim(olle, id)).body).toMatchObject({ version: 4 })
  expect(await listActs(db, id)).toEqual(['CLAIMED', 'RELEASED', 'CLAIMED'])
})

test('a decided case can be read but not claimed, and an unknown one is not found', {
  tags: 'cases.claim',
}, async () => {
  const vera = await aModerator(db)
  const id = await aCase(db)
  await sql`
    update cases set state = 'DECIDED', outcome = 'ACTED', "decidedAt" = now() where id = ${id}`.execute(db)
  expect(await claim(vera, id)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  expect((await as(vera).get(`/moderation/cases/${id}`)).status).toBe(200)
  expect((await claim(vera, UNUSED_ID)).status).toBe(404)
})

test('only admins with the duty and a passkey session work on cases', { tags: 'cases.access' }, async () => {
  const id = await aCase(db)
  const leadOnly = await aModerator(db, { duties: ['LEAD'] })
  const withPassword = await aMember(db, { level: 'ADMIN' })
  const requests = (caller: ReturnType<typeof as>) => [
    caller.get('/moderation/cases'),
    caller.get(`/moderation/cases/${id}`),
    caller.post('/moderation/cases/next'),
    ...['claim', 'release', 'evidence', 'names'].map((path) => caller.post(`/moderation/cases/${id}/${path}`)),
    caller.post(`/moderation/cases/${id}/files/1.abc`),
    caller.post(`/moderation/cases/${id}/ask`, { version: 1, reportId: '1', question: 'Vad hände?' }),
    caller.post(`/moderation/cases/${id}/wider`, { version: 1 }),
    caller.post(`/moderation/cases/${id}/wider/approve`, { version: 1 }),
    caller.post('/moderation/cases', { subject: { kind: 'AD', id: '1' }, category: 'SPAM', source: 'OWN' }),
  ]
  for (const [member, code] of [
    [await aMember(db), 'FORBIDDEN'],
    [leadOnly, 'FORBIDDEN'],
    [withPassword, 'PASSKEY_REQUIRED'],
  ] as const)
    for (const response of await Promise.all(requests(as(member)))) expect(response.body).toMatchObject({ code })
  expect(await listActs(db, id)).toEqual([])
})

test('removing the duty of an admin frees the cases that they have claimed', { tags: 'cases.access' }, async () => {
  const [lead, vera] = [await aModerator(db), await aModerator(db)]
  const id = await aCase(db)
  await claim(vera, id)
  await as(lead).post('/moderation/duties', { userName: vera.userName, duties: ['PUBLISH'] })
  expect((await claim(vera, id)).status).toBe(403)
  expect((await claim(lead, id)).status).toBe(200)
})
