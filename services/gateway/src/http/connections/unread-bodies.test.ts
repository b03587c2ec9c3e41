import { JSON_BODY_BYTES_MAX, PHOTO_BYTES_MAX, RATES, UPLOAD_TIMEOUT_MS } from '@app/contract/limits'
import { createPhotoStore } from '@app/server/photos/photo-store'
import { anOpenChat } from '@app/server/testing/context'
import { aMember } from '@app/server/testing/members'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { aForm, jpegBytes } from '../../photos/testing.ts'
import { createTestGateway, listOperations, setUpTestGateway } from '../../testing.ts'
import { listen, openKeepAliveConnection, openRawConnection, parseErrorCode, renderPostHead } from '../testing.ts'

const MEBIBYTE = 1024 * 1024
const NEXT_REQUEST = { method: 'GET', path: '/app-config' }

const { ctx, app, tokenOf } = await setUpTestGateway({ settings: { REDIS_URL: ownRedisUrl(import.meta.url) } })
const limitedGateway = await createTestGateway({ ...ctx, config: { ...ctx.config, rateLimits: true } })
const unavailableStore = createPhotoStore({ kind: 'FOLDER', folder: '/dev/null/photos' }, ctx.log)
const gatewayWithoutStore = await createTestGateway({ ...ctx, photos: unavailableStore })
afterAll(() => Promise.all([limitedGateway.app.close(), gatewayWithoutStore.app.close()]))
const ports = {
  gateway: await listen(app),
  limited: await listen(limitedGateway.app),
  withoutStore: await listen(gatewayWithoutStore.app),
}
const { ann, bo, chatId } = await anOpenChat(ctx.db)
const outsider = await aMember(ctx.db)
const admin = await aMember(ctx.db, { level: 'ADMIN' })
const bearer = (member: typeof ann) => ({ authorization: `Bearer ${tokenOf(member)}` })

afterEach(() => void vi.useRealTimers())

const notJpeg = Buffer.alloc(MEBIBYTE, 'x')
const aRejectedForm = (): FormData => aForm({ bytes: notJpeg, part: 'photo' })

async function encodeUpload(form: FormData, member = ann): Promise<{ headers: Record<string, string>; body: Buffer }> {
  const encoded = new Response(form)
  const type = encoded.headers.get('content-type') ?? ''
  return { headers: { 'content-type': type, ...bearer(member) }, body: Buffer.from(await encoded.arrayBuffer()) }
}

describe('the next request succeeds on the same connection', () => {
  test.each(['/photos/store', `/chats/${chatId}/photos`, '/movie'])('after a rejected upload to %s', async (path) => {
    const { send, countConnections } = openKeepAliveConnection(ports.gateway)
    for (const form of [aForm({ bytes: notJpeg }), aRejectedForm()]) {
      const { body } = await send({ path, ...(await encodeUpload(form)) })
      expect(['VALIDATION', 'UNSUPPORTED_MEDIA']).toContain(parseErrorCode(body))
      expect((await send(NEXT_REQUEST)).status).toBe(200)
    }
    expect(countConnections()).toBe(1)
  })

  test.each(listOperations(app).filter((name) => name.startsWith('POST ')))(
    'or on a new one, after a rejected body of %s',
    async (name) => {
      const path = name.slice('POST '.length).replace(/\{\w+\}/g, '1')
      const { send } = openKeepAliveConnection(ports.gateway)
      for (const headers of [
        { 'content-type': 'multipart/form-data; boundary=x' },
        { 'content-type': 'application/json', ...bearer(outsider) },
      ]) {
        const { status } = await send({ path, headers, body: notJpeg })
        expect(status).toBeGreaterThanOrEqual(400)
        expect(status).toBeLessThan(500)
        expect((await send(NEXT_REQUEST)).status).toBe(200)
      }
    },
  )

  type RejectedUpload = {
    path?: string
    form?: FormData
    member?: typeof ann
    withoutSession?: boolean
    encoding?: string
    target?: keyof typeof ports
  }
  test.each<[number, string, RejectedUpload]>([
    [401, 'a missing session', { withoutSession: true }],
    [403, 'a missing permission', { path: '/games/truth-or-dare' }],
    [404, 'an unknown route', { path: '/unknown' }],
    [404, "another member's chat", { path: `/chats/${chatId}/photos`, member: outsider }],
    [400, 'a form field of the wrong name', { path: '/games/truth-or-dare', member: admin }],
    [415, 'a content encoding', { encoding: 'gzip' }],
    [413, 'its size', { form: aForm({ bytes: jpegBytes(PHOTO_BYTES_MAX + 1) }) }],
    [429, 'a rate limit', { target: 'limited', member: bo }],
    [503, 'an outage', { target: 'withoutStore', form: aForm({ bytes: jpegBytes(MEBIBYTE) }) }],
  ])('after an upload that is rejected with %i for %s', async (status, _, upload) => {
    const { path = '/photos/store', form = aRejectedForm(), member = ann, target = 'gateway' } = upload
    const { send, countConnections } = openKeepAliveConnection(ports[target])
    if (status === 429)
      for (let count = 0; count < RATES.photoUploads.max; count += 1)
        await limitedGateway.as(member).post('/photos/store', aForm({ bytes: Buffer.alloc(1) }))
    const { headers, body } = await encodeUpload(form, member)
    if (upload.withoutSession) delete headers.authorization
    if (upload.encoding) headers['content-encoding'] = upload.encoding
    expect((await send({ path, headers, body })).status).toBe(status)
    expect((await send(NEXT_REQUEST)).status).toBe(200)
    expect(countConnections()).toBe(1)
  })

  test('even if the client sends it before the response to a rejected upload', async () => {
    const { headers, body } = await encodeUpload(aRejectedForm())
    const { send, statuses } = openRawConnection(ports.gateway)
    await send(
      Buffer.concat([
        Buffer.from(renderPostHead('/photos/store', { ...headers, 'content-length': body.length })),
        body,
        Buffer.from('GET /api/v2/app-config HTTP/1.1\r\nhost: x\r\n\r\n'),
      ]),
    )
    await expect.poll(statuses).toEqual([400, 200])
  })

  test('after a rejected upload whose client waits for 100-continue', async () => {
    const { headers, body } = await encodeUpload(aRejectedForm())
    const { send, statuses } = openRawConnection(ports.gateway)
    await send(renderPostHead('/photos/store', { ...headers, 'content-length': body.length, expect: '100-continue' }))
    await expect.poll(statuses).toEqual([100])
    await send(body)
    await expect.poll(statuses).toEqual([100, 400])
    await send('GET /api/v2/app-config HTTP/1.1\r\nhost: x\r\n\r\n')
    await expect.poll(statuses).toEqual([100, 400, 200])
  })
})

describe('a rejected client reads its response before the connection closes', () => {
  test('when it sends far too much before it reads the response', async () => {
    const size = PHOTO_BYTES_MAX * 2
    const { send, statuses, received, closed, failure } = openRawConnection(ports.gateway)
    const { headers } = await encodeUpload(aRejectedForm())
    await send(renderPostHead('/photos/store', { ...headers, 'content-length': size }))
    await send(Buffer.alloc(size))
    await closed
    expect(statuses()).toEqual([413])
    expect(received()).toMatch(/\r\nconnection: close\r\n/i)
    expect(failure()).toBeUndefined()
  })

  test('when it does not declare a length, and goes on sending after the response', async () => {
    const { send, statuses, closed, failure } = openRawConnection(ports.gateway)
    const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(MEBIBYTE, 'x'), Buffer.from('\r\n')])
    await send(renderPostHead('/members/login', { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }))
    while (statuses().length === 0) await send(chunk)
    for (let count = 0; count < 20; count += 1) await send(chunk)
    await send('0\r\n\r\n')
    await closed
    expect(statuses()).toEqual([413])
    expect(failure()).toBeUndefined()
  })

  test('when it stops in the middle of its body', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { headers, body } = await encodeUpload(aRejectedForm())
    const { send, statuses, closed, received } = openRawConnection(ports.gateway)
    await send(renderPostHead('/photos/store', { ...headers, 'content-length': body.length }))
    await send(body.subarray(0, MEBIBYTE / 2))
    await vi.waitFor(() => {
      vi.advanceTimersByTime(100)
      expect(statuses()).toEqual([400])
    })
    expect(received()).toMatch(/\r\nconnection: close\r\n/i)
    vi.advanceTimersByTime(UPLOAD_TIMEOUT_MS)
    await closed
  })
})

test('shutdown does not wait for the rest of a rejected body', async () => {
  const { app: stoppingApp } = await createTestGateway(ctx)
  const { send, statuses, closed } = openRawConnection(await listen(stoppingApp))
  await send(
    renderPostHead('/members/login', {
      'content-type': 'application/json',
      'content-length': 20 * JSON_BODY_BYTES_MAX,
    }),
  )
  await send(notJpeg)
  await expect.poll(statuses).toHaveLength(1)
  await stoppingApp.close()
  await closed
})
