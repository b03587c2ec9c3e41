import { JSON_BODY_BYTES_MAX } from '@app/contract/limits'
import { createPhotoStore } from '@app/server/photos/photo-store'
import { createLog } from '@app/server/process/log'
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

/** Shortens a server's timeouts until the test ends; the gateway allows ten seconds for a head, and thirty in all. */
function shortenTimeouts(server: typeof app.server): void {
  const { headersTimeout, requestTimeout } = server
  Object.assign(server, { headersTimeout: 100, requestTimeout: 100 })
  onTestFinished(() => void Object.assign(server, { headersTimeout, requestTimeout }))
}

const UPLOAD_HEADERS = {
  ...bearer,
  'content-type': 'multipart/form-data; boundary=x',
  'content-length': 2 * JSON_BODY_BYTES_MAX,
}
const FILE_HEAD = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'
const uploadStart = Buffer.concat([Buffer.from(FILE_HEAD), jpegBytes(JSON_BODY_BYTES_MAX)])

test('an upload that its client aborts is not logged as an error', async () => {
  const lines: string[] = []
  const log = createLog({ level: 'info', service: 'test' }, { write: (line) => void lines.push(line) })
  const loggingGateway = await createTestGateway({ ...ctx, log })
  afterTest(() => loggingGateway.app.close())
  const { send, endSending } = openRawConnection(await listen(loggingGateway.app))
  await send(renderPostHead('/photos/store', UPLOAD_HEADERS))
  await send(uploadStart)
  endSending()
  await expect.poll(() => lines.join('')).toContain('a handler failed after its response')
  expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
})

describe('a request that takes too long', () => {
  test.each<[string, string, string | Buffer]>([
    ['in its head', 'POST /api/v2/members/login HTTP/1.1\r\nhost: x\r\n', 'content-le'],
    ['in a JSON body', renderPostHead('/members/login', { ...JSON_TYPE, 'content-length': 100 }), '{"email":'],
    ['in an upload', renderPostHead('/photos/store', UPLOAD_HEADERS), uploadStart],
  ])('%s gets REQUEST_TIMEOUT, and the connection closes', { tags: 'http.request-timeout' }, async (_, head, start) => {
    shortenTimeouts(app.server)
    const { send, endSending, closed, statuses, errorCodes } = openRawConnection(port)
    await send(head)
    await send(start)
    await expect.poll(statuses).toEqual([408])
    expect(errorCodes()).toEqual(['REQUEST_TIMEOUT'])
    endSending()
    await closed
  })

  test("gets an error in the caller's language", async () => {
    shortenTimeouts(app.server)
    const { send, received } = openRawConnection(port)
    await send(renderPostHead('/members/login', { ...JSON_TYPE, 'accept-language': 'en', 'content-length': 100 }))
    await expect.poll(received).toContain('The transfer took too long.')
  })

  test('gets UNAVAILABLE if the gateway itself has stopped reading', async () => {
    let finishStoring = () => {}
    const storing = new Promise<void>((resolve) => {
      finishStoring = resolve
    })
    const stalledStore = { ...createPhotoStore(ctx.config.photoStore, ctx.log), putStream: () => storing }
    const slowGateway = await createTestGateway({ ...ctx, photos: stalledStore })
    afterTest(() => slowGateway.app.close())
    const { send, statuses, errorCodes } = openRawConnection(await listen(slowGateway.app))
    await send(renderPostHead('/photos/store', UPLOAD_HEADERS))
    await send(uploadStart)
    shortenTimeouts(slowGateway.app.server)
    await expect.poll(statuses).toEqual([503])
    expect(errorCodes()).toEqual(['UNAVAILABLE'])
    finishStoring()
  })
})

describe('malformed input', () => {
  test.each<[string, string, number]>([
    ['another protocol', '\u0016\u0003\u0001\u0000', 400],
    ['headers that are too large', `GET / HTTP/1.1\r\nx: ${'x'.repeat(20 * 1024)}\r\n\r\n`, 431],
  ])('such as %s is rejected', async (_, bytes, status) => {
    const { send, closed, statuses, failure } = openRawConnection(port)
    await send(bytes)
    await closed
    expect(statuses()).toEqual([status])
    expect(failure()).toBeUndefined()
  })

  test('in a body gets one response, even while more of the body arrives', async () => {
    const { send, statuses, errorCodes, failure } = openRawConnection(port)
    await send(renderPostHead('/members/login', { ...JSON_TYPE, 'transfer-encoding': 'chunked' }))
    await send('zz\r\n')
    await expect.poll(statuses).toEqual([400])
    for (let count = 0; count < 20; count += 1) await send(Buffer.alloc(JSON_BODY_BYTES_MAX, 'z'))
    expect(errorCodes()).toEqual(['VALIDATION'])
    expect(failure()).toBeUndefined()
  })

  test('that ends in the middle of a body gets a response, which the client may still read', async () => {
    const { send, endSending, closed, statuses } = openRawConnection(port)
    await send(renderPostHead('/photos/store', UPLOAD_HEADERS))
    await send(uploadStart)
    endSending()
    await closed
    expect(statuses()).toEqual([400])
  })

  test('following a complete request is rejected once that request has been answered', async () => {
    const { send, closed, statuses } = openRawConnection(port)
    const body = JSON.stringify(LOGIN)
    await send(
      `${renderPostHead('/members/login', { ...JSON_TYPE, 'content-length': body.length })}${body}nonsense\r\n\r\n`,
    )
    await closed
    expect(statuses()).toEqual([401, 400])
  })
})
