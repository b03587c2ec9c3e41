import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import {
  CONCURRENT_UPLOADS_MAX,
  PHOTO_BYTES_MAX,
  PHOTOS_PER_MEMBER,
  RATES,
  UPLOAD_TIMEOUT_MS,
} from '@app/contract/limits'
import type { Photo, UploadedPhoto } from '@app/contract/photos'
import type { DatabaseTransaction } from '@app/server/db/database'
import { createPhotoStore, rawKey } from '@app/server/photos/photo-store'
import { afterTest, anInvite, anOpenChat, listJobs } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { aPhoto } from '@app/server/testing/photos'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { describe, expect, test, vi } from 'vitest'
import { createApp } from '../app.ts'
import { withLimits } from '../context.ts'
import { createUploadSlots, type UploadSlots } from '../limits/upload-slots.ts'
import { createTestGateway, setUpTestGateway, type TestGateway } from '../testing.ts'
import { aForm, jpegBytes } from './testing.ts'

const gateway = await setUpTestGateway({ settings: { REDIS_URL: ownRedisUrl(import.meta.url) } })
const { ctx, as, app } = gateway

const listMedia = ({ id }: { id: string }) =>
  ctx.db
    .selectFrom('media')
    .select(['id', 'kind', 'state', 'chatId', 'rotation'])
    .where('ownerId', '=', id)
    .orderBy('createdAt')
    .execute()

const listFiles = async (folder: 'raw' | 'variants'): Promise<string[]> => {
  const store = ctx.config.photoStore
  return store.kind === 'FOLDER' ? readdir(`${store.folder}/${folder}`).catch(() => []) : []
}

test('a photo is stored unchanged and waits to be processed', { tags: 'photos.upload' }, async () => {
  const ann = await aMember(ctx.db)
  const bytes = jpegBytes(200_000)
  const { status, body } = await as(ann).post<Photo>('/photos/store', aForm({ bytes, album: 'VERIFIED' }))
  expect(status).toBe(202)
  expect(body).toMatchObject({
    status: 'PROCESSING',
    album: 'VERIFIED',
    ordinal: 0,
    rotation: 0,
    width: null,
    placeholder: null,
    verified: false,
  })
  expect(JSON.stringify(body)).not.toContain('media:')
  expect(await listMedia(ann)).toMatchObject([{ id: body.id, kind: 'ALBUM', state: 'PROCESSING' }])
  expect(await ctx.photos.read(rawKey(body.id))).toEqual(bytes)
  expect(await listJobs(ctx.db)).toContainEqual({ name: 'photos:draw', payload: { mediaId: body.id } })
})

test('photos are added in order, to PUBLIC by default', async () => {
  const ann = await aMember(ctx.db)
  const responses = [
    await as(ann).post<Photo>('/photos/store', aForm()),
    await as(ann).post<Photo>('/photos/store', aForm()),
  ]
  expect(responses.map(({ body: { album, ordinal } }) => [album, ordinal])).toEqual([
    ['PUBLIC', 0],
    ['PUBLIC', 1],
  ])
})

test('a repeated upload returns the photo stored first, even concurrently and without receiving the file', {
  tags: 'photos.repeated-upload',
}, async () => {
  const ann = await aMember(ctx.db)
  const texts = { clientId: randomUUID() }
  const responses = await Promise.all(
    Array.from({ length: 5 }, () => as(ann).post<Photo>('/photos/store', aForm({ texts }))),
  )
  responses.push(await as(ann).post<Photo>('/photos/store', aForm({ texts, album: 'PRIVATE' })))
  for (const { status, body } of responses) expect({ status, body }).toEqual({ status: 202, body: responses[0]?.body })
  const remainingMedia = (await listMedia(ann)).filter(({ state }) => state !== 'REMOVED')
  expect(remainingMedia).toMatchObject([{ id: responses[0]?.body.id }])
  const mediaCount = (await listMedia(ann)).length
  await as(ann).post('/photos/store', aForm({ texts }))
  expect(await listMedia(ann)).toHaveLength(mediaCount)
  expect((await as(await aMember(ctx.db)).post<Photo>('/photos/store', aForm({ texts }))).body.ordinal).toBe(0)
})

test.each([
  ['a name that is a path', { name: '../../../etc/passwd' }],
  ['a name of another type', { name: 'x.svg', type: 'image/svg+xml' }],
  ['a name of strange characters', { name: 'å\u202e\u0000"\r\n.jpg' }],
])('%s does not influence the stored files', async (_, options) => {
  const ann = await aMember(ctx.db)
  const { status, body } = await as(ann).post<Photo>('/photos/store', aForm(options))
  expect(status).toBe(202)
  expect(body.id).toMatch(/^[\w-]{22}$/)
  expect(await listFiles('raw')).toContain(body.id)
})

const formWithTwoFiles = aForm()
formWithTwoFiles.append('file', new File([jpegBytes()], 'b.jpg'))
const formWithoutFile = new FormData()
formWithoutFile.append('album', 'PUBLIC')
const formWithLateAlbum = aForm()
formWithLateAlbum.append('album', 'FRIENDS')
const formWithTextAsFile = new FormData()
formWithTextAsFile.append('file', 'x')
const formWithManyTexts = aForm()
for (let n = 0; n < 30; n += 1) formWithManyTexts.append(`t${n}`, 'x')
const formWithPrototypeKey = aForm()
formWithPrototypeKey.append('__proto__', 'x')

test.each<[string, FormData, number, string]>([
  ['a PNG named as JPEG', aForm({ bytes: Buffer.from('89504e470d0a1a0a', 'hex') }), 415, 'UNSUPPORTED_MEDIA'],
  ['an HTML page named as JPEG', aForm({ bytes: Buffer.from('<html>') }), 415, 'UNSUPPORTED_MEDIA'],
  ['zero bytes', aForm({ bytes: Buffer.alloc(0) }), 415, 'UNSUPPORTED_MEDIA'],
  ['half of a JPEG signature', aForm({ bytes: Buffer.from('ffd8', 'hex') }), 415, 'UNSUPPORTED_MEDIA'],
  ['one byte too many', aForm({ bytes: jpegBytes(PHOTO_BYTES_MAX + 1) }), 413, 'TOO_LARGE'],
  ['far too many bytes', aForm({ bytes: jpegBytes(PHOTO_BYTES_MAX * 2) }), 413, 'TOO_LARGE'],
  ['a file part of another name', aForm({ part: 'photo' }), 400, 'VALIDATION'],
  ['two files', formWithTwoFiles, 400, 'VALIDATION'],
  ['no file', formWithoutFile, 400, 'VALIDATION'],
  ['a text in place of the file', formWithTextAsFile, 400, 'VALIDATION'],
  ['a file that was not chosen', aForm({ name: '' }), 400, 'VALIDATION'],
  ['an unknown album', aForm({ album: 'FRIENDS' }), 400, 'VALIDATION'],
  ['an unknown album after the file', formWithLateAlbum, 400, 'VALIDATION'],
  ['an invalid clientId', aForm({ texts: { clientId: 'x' } }), 400, 'VALIDATION'],
  ['too many texts', formWithManyTexts, 400, 'VALIDATION'],
  ['a part named __proto__', formWithPrototypeKey, 400, 'VALIDATION'],
])('rejects an upload with %s, and leaves nothing behind', async (_, form, status, code) => {
  const ann = await aMember(ctx.db)
  const response = await as(ann).post('/photos/store', form)
  expect(response).toMatchObject({ status, body: { code } })
  const media = await listMedia(ann)
  expect(media.filter(({ state }) => state !== 'REMOVED')).toEqual([])
  for (const { id } of media) {
    expect(await listFiles('raw')).not.toContain(id)
    expect(await listJobs(ctx.db)).toContainEqual({ name: 'photos:remove', payload: { mediaId: id } })
  }
  expect((await ctx.db.selectFrom('photos').select('mediaId').where('memberId', '=', ann.id).execute()).length).toBe(0)
})

test('accepts a photo of the largest allowed size', async () => {
  const ann = await aMember(ctx.db)
  expect((await as(ann).post('/photos/store', aForm({ bytes: jpegBytes(PHOTO_BYTES_MAX) }))).status).toBe(202)
})

const FORM_TYPE = 'multipart/form-data; boundary=x'
const FILE_PART_HEAD = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'

test.each<[string, string, string | Buffer, number]>([
  ['JSON', 'application/json', '{}', 415],
  ['an image without a form', 'image/jpeg', jpegBytes(), 415],
  ['a URL-encoded form', 'application/x-www-form-urlencoded', 'file=x', 415],
  ['a form without its boundary', 'multipart/form-data', FILE_PART_HEAD, 400],
  ['a form with an empty boundary', 'multipart/form-data; boundary=""', FILE_PART_HEAD, 400],
  ['a form with an overlong boundary', `multipart/form-data; boundary=${'x'.repeat(300)}`, FILE_PART_HEAD, 400],
  [
    'a part with a header named __proto__',
    FORM_TYPE,
    `--x\r\n__proto__: x\r\n${FILE_PART_HEAD.slice('--x\r\n'.length)}`,
    400,
  ],
  [
    'a part with a header named constructor',
    FORM_TYPE,
    `--x\r\nconstructor: x\r\n${FILE_PART_HEAD.slice('--x\r\n'.length)}`,
    400,
  ],
  ['an empty body', FORM_TYPE, '', 400],
  ['a body that is not a form', FORM_TYPE, 'hello', 400],
  ['a form that is cut off in its head', FORM_TYPE, '--x\r\ncontent-dispo', 400],
  ['a form that is cut off in its file', FORM_TYPE, Buffer.concat([Buffer.from(FILE_PART_HEAD), jpegBytes()]), 400],
])('%s is rejected', { tags: 'photos.rejected-upload' }, async (_, type, payload, status) => {
  const ann = await aMember(ctx.db)
  const response = await app.inject({
    method: 'POST',
    url: '/api/v2/photos/store',
    headers: { authorization: `Bearer ${gateway.tokenOf(ann)}`, 'content-type': type },
    payload,
  })
  expect(response.statusCode).toBe(status)
  expect((await listMedia(ann)).filter(({ state }) => state !== 'REMOVED')).toEqual([])
})

test('an upload that its client aborts leaves nothing behind', async () => {
  const ann = await aMember(ctx.db)
  const { app: listeningApp } = await createTestGateway(ctx)
  afterTest(() => listeningApp.close())
  const url = await listeningApp.listen({ host: '127.0.0.1', port: 0 })
  const abortController = new AbortController()
  async function* body() {
    yield Buffer.from(FILE_PART_HEAD)
    yield jpegBytes(100_000)
    await expect.poll(() => listMedia(ann)).toMatchObject([{ state: 'UPLOADING' }])
    abortController.abort()
  }
  const abortedUpload = fetch(`${url}/api/v2/photos/store`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gateway.tokenOf(ann)}`, 'content-type': FORM_TYPE },
    body: ReadableStream.from(body()),
    duplex: 'half',
    signal: abortController.signal,
  })
  await expect(abortedUpload).rejects.toThrow()
  await expect.poll(() => listMedia(ann), { timeout: 10_000 }).toMatchObject([{ state: 'REMOVED' }])
  const [media] = await listMedia(ann)
  expect(await listFiles('raw')).not.toContain(media?.id)
})

test('an upload whose client has already received UNAVAILABLE is discarded', async () => {
  const storeSlowly = async (key: string, content: Readable) => {
    await ctx.photos.putStream(key, content)
    vi.advanceTimersByTime(UPLOAD_TIMEOUT_MS)
  }
  const slowGateway = await createTestGateway({ ...ctx, photos: { ...ctx.photos, putStream: storeSlowly } })
  afterTest(() => slowGateway.app.close())
  const ann = await aMember(ctx.db)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const response = await slowGateway
    .as(ann)
    .post('/photos/store', aForm())
    .finally(() => vi.useRealTimers())
  expect(response).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  await expect.poll(() => listMedia(ann), { timeout: 10_000 }).toMatchObject([{ state: 'REMOVED' }])
})

/** Creates a gateway that loses the connection to the database during the commit that completes its first upload. */
async function aGatewayLosingACommit(): Promise<TestGateway> {
  let isFileStored = false
  const putStream = async (key: string, content: Readable) => {
    await ctx.photos.putStream(key, content)
    isFileStored = true
  }
  let isLost = false
  const transaction = () => ({
    async execute<Result>(work: (tx: DatabaseTransaction) => Promise<Result>): Promise<Result> {
      const result = await ctx.db.transaction().execute(work)
      if (!isFileStored || isLost) return result
      isLost = true
      throw new Error('Connection terminated unexpectedly')
    },
  })
  const db = new Proxy(ctx.db, {
    get(target, key) {
      if (key === 'transaction') return transaction
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const gateway = await createTestGateway({ ...ctx, db, photos: { ...ctx.photos, putStream } })
  afterTest(() => gateway.app.close())
  return gateway
}

test('an upload whose commit seems to fail keeps its file if it was stored, and is stored once if repeated', async () => {
  const ann = await aMember(ctx.db)
  const losingGateway = await aGatewayLosingACommit()
  const store = () => losingGateway.as(ann).post<Photo>('/photos/store', aForm({ texts }))
  const texts = { clientId: randomUUID() }
  expect(await store()).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  const { status, body } = await store()
  expect(status).toBe(202)
  expect(await listMedia(ann)).toMatchObject([{ id: body.id, state: 'PROCESSING' }])
  expect(await ctx.photos.read(rawKey(body.id))).toEqual(jpegBytes())
})

describe('a gateway with rate limits', () => {
  async function aLimitedGateway(): Promise<TestGateway> {
    const gateway = await createTestGateway({ ...ctx, config: { ...ctx.config, rateLimits: true } })
    afterTest(() => gateway.app.close())
    return gateway
  }

  test('accepts at most a hundred photos, even if uploads are concurrent', async () => {
    const ann = await aMember(ctx.db)
    for (let n = 3; n < PHOTOS_PER_MEMBER; n += 1) await aPhoto(ctx, ann, { state: n % 2 ? 'PROCESSING' : 'FAILED' })
    const gateways = await Promise.all(Array.from({ length: 4 }, aLimitedGateway))
    const responses = await Promise.all(
      [...gateways, ...gateways].map((gateway) => gateway.as(ann).post('/photos/store', aForm())),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([202, 202, 202, 400, 400, 400, 400, 400])
    expect(responses.find(({ status }) => status === 400)?.body).toMatchObject({ fields: [{ path: 'file' }] })
    const { status } = await (await aLimitedGateway()).as(ann).post('/photos/store', aForm())
    expect(status).toBe(400)
  })

  test('rejects uploads beyond the rate limit', async () => {
    const limited = await aLimitedGateway()
    const { ann, chatId } = await anOpenChat(ctx.db)
    const paths = Array.from({ length: RATES.photoUploads.max + 1 }, (_, n) =>
      n % 2 ? '/photos/store' : `/chats/${chatId}/photos`,
    )
    const statuses: number[] = []
    for (const path of paths) statuses.push((await limited.as(ann).post(path, aForm())).status)
    expect(statuses.at(-2)).toBeLessThan(300)
    expect(statuses.at(-1)).toBe(429)
  })
})

test('responds 503 to a third concurrent upload, and serves other members meanwhile', async () => {
  let release = () => {}
  const whenReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  let startedCount = 0
  const putStream = async (key: string, content: Readable) => {
    startedCount += 1
    if (startedCount <= CONCURRENT_UPLOADS_MAX) await whenReleased
    await ctx.photos.putStream(key, content)
  }
  const config = { ...ctx.config, rateLimits: true }
  const slowGateway = await createTestGateway({ ...ctx, config, photos: { ...ctx.photos, putStream } })
  afterTest(() => slowGateway.app.close())
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  const store = (member: typeof ann) => slowGateway.as(member).post('/photos/store', aForm())
  const pendingUploads = Array.from({ length: CONCURRENT_UPLOADS_MAX }, () => store(ann))
  await expect.poll(() => startedCount).toBe(CONCURRENT_UPLOADS_MAX)
  const { status, body, headers } = await store(ann)
  expect({ status, body }).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect((await store(bo)).status).toBe(202)
  release()
  for (const response of await Promise.all([...pendingUploads, store(bo)])) expect(response.status).toBe(202)
  expect((await store(ann)).status).toBe(202)
})

describe('a gateway with unfinished uploads of a few accounts', () => {
  const ACCOUNT_COUNT = 8

  /** `trailer` is sent after the bytes of each file; the request never ends. */
  type CrowdOptions = { slots?: UploadSlots; trailer?: string; putStream?: typeof ctx.photos.putStream }

  /** Creates a gateway that has received this many bytes of each of many uploads of the largest size. */
  async function aCrowdedGateway(bytes: number, { slots, trailer = '', putStream }: CrowdOptions = {}) {
    const photos = putStream ? { ...ctx.photos, putStream } : ctx.photos
    const limited = withLimits({ ...ctx, photos, config: { ...ctx.config, rateLimits: true } })
    const limits = { ...limited.limits, ...(slots && { uploads: slots }) }
    const crowdedApp = await createApp({ ...limited, limits })
    afterTest(() => crowdedApp.close())
    await crowdedApp.listen({ host: '127.0.0.1', port: 0 })
    const { port } = crowdedApp.server.address() as AddressInfo
    const members = await Promise.all(Array.from({ length: ACCOUNT_COUNT }, () => aMember(ctx.db)))
    const statuses: number[] = []
    for (const member of members)
      for (let count = 0; count < CONCURRENT_UPLOADS_MAX; count += 1) {
        const clientRequest = request({
          method: 'POST',
          host: '127.0.0.1',
          port,
          path: '/api/v2/photos/store',
          headers: {
            authorization: `Bearer ${gateway.tokenOf(member)}`,
            'content-type': FORM_TYPE,
            'content-length': PHOTO_BYTES_MAX,
          },
        })
        clientRequest
          .on('response', ({ statusCode = 0 }) => void statuses.push(statusCode))
          .on('error', () => undefined)
        afterTest(async () => void clientRequest.destroy())
        clientRequest.write(FILE_PART_HEAD)
        clientRequest.write(jpegBytes(bytes))
        clientRequest.write(trailer)
      }
    const listUploading = async () => (await Promise.all(members.map(listMedia))).flat()
    await expect
      .poll(async () => (await listUploading()).length, { timeout: 20_000 })
      .toBe(ACCOUNT_COUNT * CONCURRENT_UPLOADS_MAX)
    const upload = async (member: TestMember, size: number) => {
      const { status } = await fetch(`http://127.0.0.1:${port}/api/v2/photos/store`, {
        method: 'POST',
        headers: { authorization: `Bearer ${gateway.tokenOf(member)}` },
        body: aForm({ bytes: jpegBytes(size) }),
      })
      return status
    }
    return { upload, listUploading, statuses }
  }

  test('accepts an upload of another member while few bytes of the unfinished ones have arrived', async () => {
    const { upload, statuses } = await aCrowdedGateway(100_000)
    expect(await upload(await aMember(ctx.db), PHOTO_BYTES_MAX)).toBe(202)
    expect(statuses).toEqual([])
  })

  test('accepts an upload of another member when the unfinished ones fill the space, by aborting one', async () => {
    const bytes = 1_000_000
    const slots = createUploadSlots(ACCOUNT_COUNT * CONCURRENT_UPLOADS_MAX * bytes)
    const { upload, listUploading, statuses } = await aCrowdedGateway(bytes, { slots })
    expect(await upload(await aMember(ctx.db), bytes)).toBe(202)
    await expect.poll(() => statuses, { timeout: 10_000 }).toEqual([503])
    const states = (await listUploading()).map(({ state }) => state)
    expect(states.filter((state) => state === 'REMOVED')).toHaveLength(1)
  })

  test('accepts an upload that is larger than what any other member occupies, by aborting older ones', async () => {
    const bytes = 1_000_000
    const slots = createUploadSlots(ACCOUNT_COUNT * CONCURRENT_UPLOADS_MAX * bytes)
    const { upload, statuses } = await aCrowdedGateway(bytes, { slots })
    expect(await upload(await aMember(ctx.db), (CONCURRENT_UPLOADS_MAX + 1) * bytes)).toBe(202)
    await expect.poll(() => statuses, { timeout: 10_000 }).toEqual([503, 503, 503])
  })

  test('accepts an upload of another member when the files are stored but their requests never end', async () => {
    const bytes = 1_000_000
    const storedKeys: string[] = []
    const putStream = async (key: string, content: Readable) => {
      await ctx.photos.putStream(key, content)
      storedKeys.push(key)
    }
    const { upload, statuses } = await aCrowdedGateway(bytes, {
      slots: createUploadSlots(ACCOUNT_COUNT * CONCURRENT_UPLOADS_MAX * bytes),
      trailer: '\r\n--x\r\ncontent-disposition: form-data;',
      putStream,
    })
    await expect.poll(() => storedKeys.length, { timeout: 10_000 }).toBe(ACCOUNT_COUNT * CONCURRENT_UPLOADS_MAX)
    expect(await upload(await aMember(ctx.db), bytes)).toBe(202)
    expect(statuses).toEqual([])
  })
})

test('the rate limit does not count an upload for which no slot is free', async () => {
  let release = () => {}
  const whenReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  const config = { ...ctx.config, rateLimits: true }
  let startedCount = 0
  const putStream = async (key: string, content: Readable) => {
    startedCount += 1
    await whenReleased
    await ctx.photos.putStream(key, content)
  }
  const slowGateway = await createTestGateway({ ...ctx, config, photos: { ...ctx.photos, putStream } })
  afterTest(() => slowGateway.app.close())
  const ann = await aMember(ctx.db)
  const store = () => slowGateway.as(ann).post('/photos/store', aForm())
  const pendingUploads = Array.from({ length: CONCURRENT_UPLOADS_MAX }, store)
  await expect.poll(() => startedCount).toBe(CONCURRENT_UPLOADS_MAX)
  for (let count = 0; count < RATES.photoUploads.max; count += 1) expect((await store()).status).toBe(503)
  release()
  for (const { status } of await Promise.all(pendingUploads)) expect(status).toBe(202)
  expect((await store()).status).toBe(202)
})

test('an upload responds 503 while the photo store is unavailable, and leaves no photo', async () => {
  const gatewayWithoutStore = await createTestGateway({
    ...ctx,
    photos: createPhotoStore({ kind: 'FOLDER', folder: '/dev/null/photos' }, ctx.log),
  })
  afterTest(() => gatewayWithoutStore.app.close())
  const { ann, chatId } = await anOpenChat(ctx.db)
  for (const path of ['/photos/store', `/chats/${chatId}/photos`]) {
    const { status, body, headers } = await gatewayWithoutStore.as(ann).post(path, aForm())
    expect({ status, body }).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
  expect((await listMedia(ann)).map(({ state }) => state)).toEqual(['REMOVED', 'REMOVED'])
  expect((await gatewayWithoutStore.as(ann).post(`/chats/${chatId}`, { message: 'text går ändå' })).status).toBe(201)
})

describe('a photo for a chat', () => {
  test('is stored for its chat and can be rotated before it is sent', { tags: 'photos.chat-upload' }, async () => {
    const { ann, chatId } = await anOpenChat(ctx.db)
    const { status, body } = await as(ann).post<UploadedPhoto>(`/chats/${chatId}/photos`, aForm())
    expect(status).toBe(201)
    expect(body.photoUrl).toMatch(new RegExp(`^/media/${body.photoId}/0-medium.webp`))
    const rotation = await as(ann).post<UploadedPhoto>(`/chats/${chatId}/${body.photoId}/rotatePhoto`)
    expect(rotation).toMatchObject({ status: 200, body: { photoId: body.photoId } })
    expect(await listMedia(ann)).toMatchObject([{ kind: 'CHAT', chatId, state: 'PROCESSING', rotation: 90 }])
  })

  test("is limited to the caller's own open chats", async () => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db)
    const invite = await anInvite(ctx.db, { ann })
    const stranger = await aMember(ctx.db, { level: 'ADMIN' })
    const upload = (member: typeof ann, id: string) => as(member).post(`/chats/${id}/photos`, aForm())
    expect(await upload(stranger, chatId)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect((await upload(stranger, '900000000000000000')).body).toEqual((await upload(stranger, chatId)).body)
    expect(await upload(ann, invite.chatId)).toMatchObject({ status: 403 })
    await as(bo).post('/ignore', ann.userName)
    expect(await upload(ann, chatId)).toMatchObject({ status: 403 })
    expect(await upload(ann, 'abc')).toMatchObject({ status: 400 })
    expect(await gateway.visitor.post(`/chats/${chatId}/photos`, aForm())).toMatchObject({ status: 401 })
    expect(await listMedia(ann)).toEqual([])
    expect(await listMedia(stranger)).toEqual([])
  })
})
