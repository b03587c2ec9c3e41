import { randomUUID } from 'node:crypto'
import { RATES } from '@app/contract/limits'
import type { MovieEntry } from '@app/contract/movie'
import { rawKey } from '@app/server/photos/photo-store'
import { listJobs, listPushes } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { anEntry } from '@app/server/testing/movie'
import { aPhoto } from '@app/server/testing/photos'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { describe, expect, test } from 'vitest'
import { aForm, jpegBytes } from '../photos/testing.ts'
import { createTestGateway, setUpTestGateway } from '../testing.ts'

const { ctx, as } = await setUpTestGateway({ settings: { REDIS_URL: ownRedisUrl(import.meta.url) } })
const { db } = ctx

const upload = (member: TestMember, texts: Record<string, string> = {}) =>
  as(member).post<MovieEntry>('/movie', aForm({ texts }))
const listFeed = async (member: TestMember, query = '') => (await as(member).get<MovieEntry[]>(`/movie${query}`)).body
const listFeedIds = async (member: TestMember, query?: string) => (await listFeed(member, query)).map(({ id }) => id)
const countNewEntries = async (member: TestMember, after: string) =>
  (await as(member).get<{ count: number }>(`/movie/new?after=${after}`)).body.count
const listMedia = ({ id }: TestMember) =>
  db.selectFrom('media').select(['id', 'kind', 'state']).where('ownerId', '=', id).orderBy('createdAt').execute()
const listEntries = ({ id }: TestMember) =>
  db.selectFrom('movie_entries').selectAll().where('authorId', '=', id).orderBy('id').execute()

describe('an upload', () => {
  test('creates an entry with its text and crop, to be processed', { tags: 'movie.upload' }, async () => {
    const ann = await aMember(db, { cities: ['Lund'], couple: true })
    const texts = { message: ' Sista\r\nkvällen ', zoom: '38', offset_x: '-1', offset_y: '0.25', alt_text: 'Ett berg' }
    const { status, body } = await upload(ann, texts)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      userName: ann.userName,
      message: 'Sista\nkvällen',
      altText: 'Ett berg',
      photo: { status: 'PROCESSING', placeholder: null },
      image: body.photo.url,
      likes: 0,
      iLike: false,
      mine: true,
      cities: ['Lund'],
      profileType: 'MIXED_COUPLE',
      p1Year: 1985,
      p2Year: 1985,
    })
    expect(await listEntries(ann)).toMatchObject([{ id: body.id, zoom: 38, offsetX: -1, offsetY: 0.25 }])
    expect(await listMedia(ann)).toEqual([{ id: body.photo.id, kind: 'MOVIE', state: 'PROCESSING' }])
    expect(await ctx.photos.read(rawKey(body.photo.id))).toEqual(jpegBytes())
    expect(await listJobs(db)).toContainEqual({ name: 'photos:draw', payload: { mediaId: body.photo.id } })
  })

  test('needs neither text nor crop', async () => {
    const ann = await aMember(db)
    expect((await upload(ann)).body).toMatchObject({ message: '', altText: '' })
    expect(await listEntries(ann)).toMatchObject([{ zoom: 0, offsetX: 0, offsetY: 0 }])
  })

  test('accepts texts of the maximum length in any script, including line breaks', async () => {
    const ann = await aMember(db)
    const message = `${'ਓ'.repeat(499)}${'\n'.repeat(2)}${'ö'.repeat(499)}`
    expect(await upload(ann, { message })).toMatchObject({ status: 201, body: { message } })
  })

  test.each([
    ['message', 'x'.repeat(1_001)],
    ['message', 'x\u0000'],
    ['alt_text', 'x'.repeat(301)],
    ['zoom', '101'],
    ['zoom', '-1'],
    ['zoom', '1e2'],
    ['zoom', 'NaN'],
    ['zoom', ''],
    ['offset_x', '1.01'],
    ['offset_x', '-1.01'],
    ['offset_y', 'Infinity'],
    ['offset_y', '0x1'],
    ['clientId', 'x'],
  ])('with a %s of %j is rejected and leaves nothing behind', { tags: 'movie.invalid-upload' }, async (path, value) => {
    const ann = await aMember(db)
    const response = await upload(ann, { [path]: value })
    expect(response).toMatchObject({ status: 400, body: { code: 'VALIDATION', fields: [{ path }] } })
    expect(await listEntries(ann)).toEqual([])
    expect((await listMedia(ann)).filter(({ state }) => state !== 'REMOVED')).toEqual([])
  })

  test.each([
    ['a PNG', aForm({ bytes: Buffer.from('89504e470d0a1a0a', 'hex') }), 415],
    ['no file', new FormData(), 400],
    ['a file part of another name', aForm({ part: 'photo' }), 400],
  ])('with %s is rejected', async (_, form, status) => {
    const ann = await aMember(db)
    expect((await as(ann).post('/movie', form)).status).toBe(status)
    expect(await listEntries(ann)).toEqual([])
    expect((await listMedia(ann)).filter(({ state }) => state !== 'REMOVED')).toEqual([])
  })

  test('returns the entry stored first when repeated with its clientId, even concurrently', async () => {
    const ann = await aMember(db)
    const clientId = randomUUID()
    const responses = await Promise.all([1, 2, 3, 4, 5].map(() => upload(ann, { clientId, message: 'en gång' })))
    responses.push(await upload(ann, { clientId, message: 'annat' }))
    for (const { status, body } of responses)
      expect({ status, body }).toEqual({ status: 201, body: responses[0]?.body })
    expect(await listEntries(ann)).toHaveLength(1)
    const remainingMedia = (await listMedia(ann)).filter(({ state }) => state !== 'REMOVED')
    expect(remainingMedia).toMatchObject([{ id: responses[0]?.body.photo.id }])
    expect((await upload(await aMember(db), { clientId })).status).toBe(201)
  })

  test('fails for a member who is deleted during the upload', async () => {
    const ann = await aMember(db)
    const deletingStore = async (...args: Parameters<typeof ctx.photos.putStream>) => {
      await ctx.photos.putStream(...args)
      await db.updateTable('members').set({ deletedAt: new Date().toISOString() }).where('id', '=', ann.id).execute()
    }
    const deletingGateway = await createTestGateway({ ...ctx, photos: { ...ctx.photos, putStream: deletingStore } })
    expect((await deletingGateway.as(ann).post('/movie', aForm())).status).toBe(401)
    await deletingGateway.app.close()
    expect(await listEntries(ann)).toEqual([])
  })

  test('counts toward a daily limit, unless it is rejected or repeated', async () => {
    const limitedGateway = await createTestGateway({ ...ctx, config: { ...ctx.config, rateLimits: true } })
    const ann = await aMember(db)
    const clientId = randomUUID()
    const send = (zoom: string, fields = {}) =>
      limitedGateway.as(ann).post('/movie', aForm({ texts: { zoom, ...fields } }))
    expect((await send('101')).status).toBe(400)
    for (const _ of [1, 2]) expect((await send('1', { clientId })).status).toBe(201)
    for (let n = 1; n < RATES.movieUploads.max; n += 1) expect((await send('1')).status).toBe(201)
    expect((await send('1')).status).toBe(429)
    expect((await send('1', { clientId })).status).toBe(201)
    await limitedGateway.app.close()
  })

  test('stores one photo when repeated, and repetitions do not count toward the limit on uploads', async () => {
    const limitedGateway = await createTestGateway({ ...ctx, config: { ...ctx.config, rateLimits: true } })
    const ann = await aMember(db)
    const texts = { clientId: randomUUID() }
    const send = () => limitedGateway.as(ann).post<MovieEntry>('/movie', aForm({ texts }))
    const { body } = await send()
    for (let n = 0; n < RATES.photoUploads.max; n += 1) expect(await send()).toMatchObject({ status: 201, body })
    await limitedGateway.app.close()
    expect(await listMedia(ann)).toHaveLength(1)
  })
})

describe('the feed', () => {
  test('shows processed entries in pages, newest first', { tags: 'movie.feed' }, async () => {
    const [ann, bo] = [await aMember(db), await aMember(db)]
    const entries = [await anEntry(ctx, ann), await anEntry(ctx, bo), await anEntry(ctx, ann)]
    const ids = entries.map(({ id }) => id).reverse()
    expect((await listFeedIds(bo)).slice(0, 3)).toEqual(ids)
    expect(await listFeedIds(bo, '?limit=2')).toEqual(ids.slice(0, 2))
    expect(await listFeedIds(bo, `?limit=1&before=${ids[0]}`)).toEqual(ids.slice(1, 2))
    const [newestEntry] = await listFeed(bo, '?limit=1')
    expect(newestEntry).toMatchObject({
      mine: false,
      photo: { status: 'READY', width: 1_200 },
      profileType: 'SINGLE_FEMALE',
    })
    expect(newestEntry?.image).toMatch(new RegExp(`^/media/${entries[2]?.mediaId}/0-medium.webp`))
  })

  test.each(['limit=0', 'limit=101', 'before=x', 'before=0', 'limit=ten'])('rejects %s', async (query) => {
    expect((await as(await aMember(db)).get(`/movie?${query}`)).status).toBe(400)
  })

  test.each(['PROCESSING', 'FAILED'] as const)('shows an entry that is %s only to its author', async (state) => {
    const [ann, bo] = [await aMember(db), await aMember(db)]
    const { id } = await anEntry(ctx, ann, { state })
    expect((await listFeed(ann, '?limit=1'))[0]).toMatchObject({ id, photo: { status: state } })
    expect(await listFeedIds(bo)).not.toContain(id)
    expect((await as(bo).post('/movie/like', { id })).status).toBe(404)
    expect((await as(bo).post('/movie/delete', { id })).status).toBe(404)
  })

  test('shows an entry of an admin under the name of the team, without data about the admin', async () => {
    const [team, bo] = [await aMember(db, { level: 'ADMIN', userName: 'Adamina', cities: ['Lund'] }), await aMember(db)]
    await aPhoto(ctx, { id: team.accountId })
    await anEntry(ctx, team)
    expect((await listFeed(bo, '?limit=1'))[0]).toMatchObject({
      ...{ userName: 'Teamet', profilePhotoUrl: null, cities: [], profileType: 'SECRET' },
      ...{ p1Year: null, p2Year: null },
    })
  })

  test('counts the newer visible entries of other members, up to a hundred', {
    tags: 'movie.new-entries-count',
  }, async () => {
    const [ann, bo, ignored] = [await aMember(db), await aMember(db), await aMember(db)]
    const { id } = await anEntry(ctx, ann)
    expect(await countNewEntries(bo, id)).toBe(0)
    await anEntry(ctx, ann)
    await anEntry(ctx, ann, { state: 'PROCESSING' })
    await anEntry(ctx, bo)
    await anEntry(ctx, ignored)
    await db
      .insertInto('ignores')
      .values({ ignorerId: bo.id, ignoredId: ignored.id, lastActiveThen: new Date().toISOString() })
      .execute()
    expect(await countNewEntries(bo, id)).toBe(1)
    for (let n = 0; n < 100; n += 1) await anEntry(ctx, ann)
    expect(await countNewEntries(bo, id)).toBe(100)
  })

  test.each(['', 'after=', 'after=x', 'after=0'])('rejects a count with the query %j', async (query) => {
    expect((await as(await aMember(db)).get(`/movie/new?${query}`)).status).toBe(400)
  })
})

describe('deleting an entry', () => {
  test('deletes its row, photo and likes, and notifies all members without naming the author', {
    tags: 'movie.delete',
  }, async () => {
    const [ann, bo] = [await aMember(db), await aMember(db)]
    const { id, mediaId } = await anEntry(ctx, ann)
    expect((await as(bo).post('/movie/like', { id })).status).toBe(204)
    const responses = await Promise.all(Array.from({ length: 10 }, () => as(ann).post('/movie/delete', { id })))
    expect(responses.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(404)])
    expect(await listEntries(ann)).toEqual([])
    expect(await listMedia(ann)).toMatchObject([{ state: 'REMOVED' }])
    expect(await db.selectFrom('movie_likes').selectAll().where('entryId', '=', id).execute()).toEqual([])
    expect(await listJobs(db)).toContainEqual({ name: 'photos:remove', payload: { mediaId } })
    const published = (await listPushes(db)).filter(({ push }) => push.type === 'movie:changed' && push.gone === id)
    expect(published).toEqual([{ everybody: true, push: { type: 'movie:changed', gone: id } }])
  })

  test.each(['PROCESSING', 'FAILED'] as const)('that is %s notifies only the author', async (state) => {
    const ann = await aMember(db)
    const { id } = await anEntry(ctx, ann, { state })
    expect((await as(ann).post('/movie/delete', { id })).status).toBe(204)
    const published = (await listPushes(db)).filter(({ push }) => push.type === 'movie:changed' && push.gone === id)
    expect(published).toMatchObject([{ to: [ann.id] }])
  })
})
