import { JSON_BODY_MAX } from '@app/contract/limits'
import { createPhotoStore } from '@app/server/photos/photo-store'
import { afterTest } from '@app/server/testing/context'
import { aMember } from '@app/server/testing/members'
import { describe, expect, onTestFinished, test } from 'vitest'
import { jpegBytes } from '../../photos/testing.ts'
import { createTestGateway, setUpTestGateway } from '../../testing.ts'
import { listen, openRawConnection, renderPostHead } from '../testing.ts'

const { ctx, app, tokenOf } = await setUpTestGateway()
const port = await listen(app)
const ann = await aMember(ctx.db)
const bearer = { authorization: `Bearer ${tokenOf(ann)}` }
const LOGIN = { email: 'nobody@example.test', password: 'gul kanot 7' }
const JSON_TYPE = { 'content-type': 'application/json' }
/** Shortens the request timeout; Node's own limit would be half a minute. */
function limitRequests(server: typeof app.server): void {
  const { headersTimeout, requestTimeout } = server
  Object.assign(server, { headersTimeout: 100, requestTimeout: 100 })
  onTestFinished(() => void Object.assign(server, { headersTimeout, requestTimeout }))
}

const FILE_FORM = { ...bearer, 'content-type': 'multipart/form-data; boundary=x', 'content-length': 2 * JSON_BODY_MAX }
const FILE_HEAD = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'
const aFile = Buffer.concat([Buffer.from(FILE_HEAD), jpegBytes(JSON_BODY_MAX)])

describe('a request that takes too long gets REQUEST_TIMEOUT and the connection closes', () => {
  test.each<[string, string, string | Buffer]>([
    ['in its head', 'POST /api/v2/members/login HTTP/1.1\r\nhost: x\r\n', 'content-le'],
    ['in a JSON body', renderPostHead('/members/login', { ...JSON_TYPE, 'content-length': 100 }), '{"email":'],
    ['in an upload', renderPostHead('/photos/store', FILE_FORM), aFile],
  ])('%s', { tags: 'http.request-timeout' }, async (_, head, start) => {
    limitRequests(app.server)
    const { send, endSending, closed, statuses, codes } = openRawConnection(port)
    await send(head)
    await send(start)
    await expect.poll(statuses).toEqual([408])
    expect(codes()).toEqual(['REQUEST_TIMEOUT'])
    endSending()
    await closed
  })

  test("in the caller's language", async () => {
    limitRequests(app.server)
    const { send, received } = openRawConnection(port)
    await send(renderPostHead('/members/login', { ...JSON_TYPE, 'accept-language': 'en', 'content-length': 100 }))
    await expect.poll(received).toContain('The transfer took too long.')
  })

  test('unless the gateway itself stops reading', async () => {
    let finish = () => {}
    const stored = new Promise<void>((resolve) => {
      finish = resolve
    })
    const stalledStore = { ...createPhotoStore(ctx.config.photoStore, ctx.log), putStream: () => stored }
    const slowGateway = await createTestGateway({ ...ctx, photos: stalledStore })
    afterTest(() => slowGateway.app.close())
    const { send, statuses, codes } = openRawConnection(await listen(slowGateway.app))
    await send(renderPostHead('/photos/store', FILE_FORM))
    await send(aFile)
    limitRequests(slowGateway.app.server)
    await expect.poll(statuses).toEqual([503])
    expect(codes()).toEqual(['UNAVAILABLE'])
    finish()
  })
})

describe('input that is not HTTP', () => {
  test.each<[string, string, number]>([
    ['another protocol', '\u0016\u0003\u0001\u0000', 400],
    ['headers that are too large', `GET / HTTP/1.1\r\nx: ${'x'.repeat(20 * 1024)}\r\n\r\n`, 431],
  ])('as %s is rejected', async (_, bytes, status) => {
    const { send, closed, statuses, failure } = openRawConnection(port)
    await send(bytes)
    await closed
    expect(statuses()).toEqual([status])
    expect(failure()).toBeUndefined()
  })

  test('in a body gets the response of its request, even while more of it arrives', async () => {
    const { send, statuses, codes, failure } = openRawConnection(port)
    await send(renderPostHead('/members/login', { ...JSON_TYPE, 'transfer-encoding': 'chunked' }))
    await send('zz\r\n')
    await expect.poll(statuses).toEqual([400])
    for (let count = 0; count < 20; count += 1) await send(Buffer.alloc(JSON_BODY_MAX, 'z'))
    expect(codes()).toEqual(['VALIDATION'])
    expect(failure()).toBeUndefined()
  })

  test('in a body that breaks off gets a response, since the client may still read', async () => {
    const { send, endSending, closed, statuses } = openRawConnection(port)
    await send(renderPostHead('/photos/store', FILE_FORM))
    await send(aFile)
    endSending()
    await closed
    expect(statuses()).toEqual([400])
  })

  test('after a request is rejected after the response to that request', async () => {
    const { send, closed, statuses } = openRawConnection(port)
    const body = JSON.stringify(LOGIN)
    await send(
      `${renderPostHead('/members/login', { ...JSON_TYPE, 'content-length': body.length })}${body}nonsense\r\n\r\n`,
    )
    await closed
    expect(statuses()).toEqual([401, 400])
  })
})
