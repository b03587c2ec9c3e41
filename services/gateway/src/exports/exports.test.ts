import { randomBytes } from 'node:crypto'
import { HOUR_MS } from '@app/contract/limits'
import type { MemberExport } from '@app/contract/members/members'
import { getExportFileKey } from '@app/server/exports/file-keys'
import { listJobs } from '@app/server/testing/context'
import { countLockWaiters } from '@app/server/testing/locks'
import { aMember, aSession, type TestMember } from '@app/server/testing/members'
import { aPasswordHash } from '@app/server/testing/passwords'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { setUpTestGateway } from '../testing.ts'
import { createExportUrl } from './links.ts'

let clockOffsetMs = 0
const now = () => new Date(Date.now() + clockOffsetMs)
const { app, ctx, as, visitor } = await setUpTestGateway({ now })
const limitedGateway = await setUpTestGateway({
  settings: { RATE_LIMITS: 'on', REDIS_URL: ownRedisUrl(import.meta.url) },
})
afterEach(() => {
  clockOffsetMs = 0
})

const PASSWORD = 'gul kanot 7'
const passwordHash = await aPasswordHash(PASSWORD)
const aMemberWithPassword = (db = ctx.db) => aMember(db, { passwordHash })

const requestExport = (member: TestMember, password: unknown = PASSWORD) =>
  as(member).post<MemberExport>('/members/export', { password })
const readExport = async (member: TestMember) => (await as(member).get<MemberExport>('/members/export')).body
const readRows = (member: TestMember) =>
  ctx.db.selectFrom('exports').selectAll().where('memberId', '=', member.id).execute()
const listJobsOf = async (id: string) =>
  (await listJobs(ctx.db)).filter(({ name, payload }) => name === 'exports:build' && payload.exportId === id)

/** Stores an archive as the worker does. */
async function buildExport(member: TestMember, content = 'archive'): Promise<string> {
  const [row] = await readRows(member)
  const id = row?.id ?? ''
  await ctx.photos.put(getExportFileKey({ id, attempts: 1 }), Buffer.from(content))
  await ctx.db
    .updateTable('exports')
    .set({ state: 'READY', attempts: 1, readyAt: now().toISOString() })
    .where('id', '=', id)
    .execute()
  return (await readExport(member)).url ?? ''
}

async function aBuiltExport(content?: string): Promise<{ ann: TestMember; url: string }> {
  const ann = await aMemberWithPassword()
  await requestExport(ann)
  return { ann, url: await buildExport(ann, content) }
}

const inAnotherSession = async (member: TestMember): Promise<TestMember> => ({
  ...member,
  sessionId: await aSession(ctx.db, member.id),
})

const fetchUrl = (url: string, method: 'GET' | 'HEAD' = 'GET') => app.inject({ method, url })

describe("requesting an export of the member's data", () => {
  test('starts the preparation and returns its progress', { tags: 'exports.start' }, async () => {
    const ann = await aMemberWithPassword()
    expect(await readExport(ann)).toEqual({ state: 'NONE', requestedAt: null, url: null })
    expect(await requestExport(ann)).toMatchObject({ status: 202, body: { state: 'PREPARING', url: null } })
    expect((await readExport(ann)).requestedAt).toEqual(expect.any(String))
    expect((await listJobsOf((await readRows(ann))[0]?.id ?? '')).length).toBe(1)
    await buildExport(ann)
    expect(await readExport(ann)).toMatchObject({ state: 'READY', url: expect.stringMatching(/^\/media\/export\//) })
  })

  test('prepares one archive for ten concurrent requests', { tags: 'exports.one-archive' }, async () => {
    const ann = await aMemberWithPassword()
    const responses = await Promise.all(Array.from({ length: 10 }, () => requestExport(ann)))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([202]))
    expect(await readRows(ann)).toHaveLength(1)
  })

  test('replaces the previous archive', async () => {
    const { ann, url } = await aBuiltExport()
    const [first] = await readRows(ann)
    expect((await requestExport(ann)).body).toMatchObject({ state: 'PREPARING', url: null })
    expect((await fetchUrl(url)).statusCode).toBe(404)
    const oldRow = await ctx.db
      .selectFrom('exports')
      .selectAll()
      .where('id', '=', first?.id ?? '')
      .executeTakeFirst()
    expect(oldRow).toMatchObject({ state: 'REMOVED', memberId: null })
  })

  test('is possible again after a preparation has failed', async () => {
    const ann = await aMemberWithPassword()
    await requestExport(ann)
    await ctx.db.updateTable('exports').set({ state: 'FAILED' }).where('memberId', '=', ann.id).execute()
    expect(await readExport(ann)).toMatchObject({ state: 'FAILED', url: null })
    expect((await requestExport(ann)).body).toMatchObject({ state: 'PREPARING' })
  })

  test('is possible three times a day; requests during the preparation do not count and always succeed', async () => {
    const ann = await aMemberWithPassword(limitedGateway.ctx.db)
    const requestLimited = () => limitedGateway.as(ann).post('/members/export', { password: PASSWORD })
    for (let round = 0; round < 3; round += 1) {
      expect([(await requestLimited()).status, (await requestLimited()).status]).toEqual([202, 202])
      await limitedGateway.ctx.db
        .updateTable('exports')
        .set({ state: 'FAILED' })
        .where('memberId', '=', ann.id)
        .execute()
    }
    expect((await requestLimited()).body).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  })

  test('requires the password, and a wrong one changes nothing', { tags: 'exports.password' }, async () => {
    const { ann, url } = await aBuiltExport()
    const rejection = { status: 400, body: { code: 'VALIDATION', fields: [{ path: 'password' }] } }
    for (const password of ['fel', '', null, 7, 'x'.repeat(2_000)])
      expect(await requestExport(ann, password)).toMatchObject(rejection)
    expect(await as(ann).post('/members/export')).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
    expect(await readRows(ann)).toMatchObject([{ state: 'READY' }])
    expect((await fetchUrl(url)).statusCode).toBe(200)
  })

  test('counts only wrong passwords against the session', async () => {
    const ann = await aMemberWithPassword(limitedGateway.ctx.db)
    const guess = (password: string) => limitedGateway.as(ann).post('/members/export', { password })
    expect((await guess(PASSWORD)).status).toBe(202)
    for (let attempt = 0; attempt < 10; attempt += 1) expect((await guess('fel')).status).toBe(400)
    expect(await guess(PASSWORD)).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
  })

  test('prepares nothing if the password has changed concurrently', async () => {
    const ann = await aMemberWithPassword()
    const { pending } = await ctx.db.transaction().execute(async (tx) => {
      await tx.updateTable('members').set({ passwordHash: 'another' }).where('id', '=', ann.id).execute()
      const pending = requestExport(ann)
      await vi.waitFor(async () => expect(await countLockWaiters(ctx)).toBe(1))
      return { pending }
    })
    expect(await pending).toMatchObject({ status: 401, body: { code: 'PLEASE_LOGIN' } })
    expect(await readRows(ann)).toEqual([])
  })

  test('requires a session', async () => {
    expect((await visitor.post('/members/export', { password: PASSWORD })).status).toBe(401)
    expect((await visitor.get('/members/export')).status).toBe(401)
  })
})

describe('fetching an archive', () => {
  test('works only once', async () => {
    const { ann, url } = await aBuiltExport('allt om Ann')
    expect((await fetchUrl(url, 'HEAD')).statusCode).toBe(404)
    const { statusCode, body, headers } = await fetchUrl(url)
    expect({ statusCode, body }).toEqual({ statusCode: 200, body: 'allt om Ann' })
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="salong.zip"',
      'cache-control': 'no-store',
    })
    expect((await fetchUrl(url)).statusCode).toBe(404)
    expect(await readExport(ann)).toEqual({ state: 'NONE', requestedAt: null, url: null })
  })

  test('works for one of ten concurrent requests', async () => {
    const { url } = await aBuiltExport()
    const responses = await Promise.all(Array.from({ length: 10 }, () => fetchUrl(url)))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(404)])
  })

  test('expires after an hour, and a new read returns a new URL', async () => {
    const { ann, url } = await aBuiltExport()
    clockOffsetMs = HOUR_MS
    expect((await fetchUrl(url)).statusCode).toBe(404)
    expect((await fetchUrl((await readExport(ann)).url ?? '')).statusCode).toBe(200)
  })

  test("fails for a changed URL and for another member's", async () => {
    const { ann, url } = await aBuiltExport()
    const other = await aBuiltExport()
    const [path, query = ''] = url.split('?')
    const laterQuery = query.replace(/e=\d+/, `e=${Date.now() + 100 * HOUR_MS}`)
    const invalidUrls = [
      path,
      `${path}?${query.replace(/s=.{3}/, 's=AAA')}`,
      `${path}?${laterQuery}`,
      `${path}?${query.replace(/v=[\w-]+/, /v=[\w-]+/.exec(other.url)?.[0] ?? '')}`,
      `${other.url.split('?')[0]}?${query}`,
      `${path}?${query}&${query.split('&')[0]}`,
      `/media/export/${'A'.repeat(22)}?${query}`,
      '/media/export/x',
      '/media/export/%00?v=1&e=x&s=x',
    ]
    const bodies: string[] = []
    for (const invalidUrl of invalidUrls) {
      const { statusCode, body } = await fetchUrl(invalidUrl ?? '')
      expect([invalidUrl, statusCode]).toEqual([invalidUrl, 404])
      bodies.push(body)
    }
    expect(new Set(bodies).size).toBe(1)
    expect((await readExport(ann)).state).toBe('READY')
  })

  test('fails after the requesting session is revoked, and no other session gets a URL', async () => {
    const { ann, url } = await aBuiltExport()
    const otherSession = await inAnotherSession(ann)
    expect(await readExport(otherSession)).toMatchObject({ state: 'READY', url: null })
    expect((await as(ann).post('/sessions/logout')).status).toBe(204)
    expect((await fetchUrl(url)).statusCode).toBe(404)
    expect(await readExport(otherSession)).toMatchObject({ state: 'READY', url: null })
  })

  test('fails for a URL that was signed for another session of the member', async () => {
    const { ann } = await aBuiltExport()
    const { sessionId } = await inAnotherSession(ann)
    const session = await ctx.db.selectFrom('sessions').select('hash').where('id', '=', sessionId).executeTakeFirst()
    const [row] = await readRows(ann)
    const link = { exportId: row?.id ?? '', sessionHash: session?.hash?.toString('base64url') ?? '' }
    expect((await fetchUrl(createExportUrl(ctx.config.sessionSecret, link, now()))).statusCode).toBe(404)
    expect((await readExport(ann)).state).toBe('READY')
  })

  test('works in another session that requests a new archive with the password', async () => {
    const { ann, url } = await aBuiltExport()
    const otherSession = await inAnotherSession(ann)
    expect((await requestExport(otherSession)).body).toMatchObject({ state: 'PREPARING' })
    const otherUrl = await buildExport(otherSession, 'new archive')
    expect((await fetchUrl(url)).statusCode).toBe(404)
    expect((await readExport(ann)).url).toBeNull()
    expect((await fetchUrl(otherUrl)).body).toBe('new archive')
  })

  test('works only in the session that was last to send the password during the preparation', async () => {
    const ann = await aMemberWithPassword()
    const otherSession = await inAnotherSession(ann)
    await requestExport(ann)
    expect((await requestExport(otherSession, 'fel')).status).toBe(400)
    expect(await buildExport(ann)).not.toBe('')
    await ctx.db.updateTable('exports').set({ state: 'PREPARING' }).where('memberId', '=', ann.id).execute()
    expect((await requestExport(otherSession)).body).toMatchObject({ state: 'PREPARING' })
    const otherUrl = await buildExport(otherSession)
    expect((await readExport(ann)).url).toBeNull()
    expect((await fetchUrl(otherUrl)).statusCode).toBe(200)
  })

  test('fails in a later session with the id of the requesting one', async () => {
    const { ann, url } = await aBuiltExport()
    const hash = randomBytes(32)
    await ctx.db.updateTable('sessions').set({ hash }).where('id', '=', ann.sessionId).execute()
    expect((await fetchUrl(url)).statusCode).toBe(404)
    expect(await readRows(ann)).toMatchObject([{ state: 'READY' }])
  })

  test('fails once the account is being deleted', async () => {
    const ann = await aMemberWithPassword()
    await requestExport(ann)
    const url = await buildExport(ann)
    await as(ann).post('/members/delete', { password: PASSWORD })
    expect((await fetchUrl(url)).statusCode).toBe(404)
    expect(await readRows(ann)).toEqual([])
  })

  test('responds UNAVAILABLE while the store is unreachable, and the URL stays valid', async () => {
    const { ann, url } = await aBuiltExport()
    const { open } = ctx.photos
    ctx.photos.open = () => open('\u0000')
    expect(await fetchUrl(url)).toMatchObject({ statusCode: 503 })
    ctx.photos.open = open
    expect((await readExport(ann)).state).toBe('READY')
    expect((await fetchUrl(url)).statusCode).toBe(200)
  })
})
