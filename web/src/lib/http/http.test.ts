import { HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answersNothing, answersText, mira, onGet, onPost, refuses } from '../../testing.tsx'
import { freshDevice } from '../../testing-hooks.ts'
import { get, post, postText, postToRead } from './http.ts'
import { useRetryAfter } from './retry-after.ts'
import { endSession, getSession, startSession } from './session.ts'

freshDevice()

beforeEach(() => {
  onPost('client-logs', answersNothing)
})

const broken = () => new HttpResponse('<html>', { status: 502 })

test('a call carries the session, the language and the version', { tags: 'http.client-headers' }, async () => {
  startSession(mira)
  const calls = onGet('chats', () => HttpResponse.json([]))
  expect(await get('chats', { limit: 3, before: undefined })).toEqual([])
  expect(calls).toMatchObject([
    { path: 'chats?limit=3', session: `Bearer ${mira.sessionId}`, language: 'sv', version: '2.4.0' },
  ])
})

test('each call has its own request id, and the log of its failure contains it', async () => {
  const logs = onPost('client-logs', answersNothing)
  const calls = onPost('chats/1', broken)
  for (let n = 0; n < 2; n += 1) await post('chats/1', {}).catch(() => undefined)
  const [one, other] = calls.map(({ requestId }) => requestId)
  expect(one).toMatch(/^[\da-f-]{36}$/)
  expect(other).not.toBe(one)
  await vi.waitFor(() => expect(logs[0]?.body).toMatchObject({ requestId: one }))
})

test("a refusal has the server's code, message and fields", async () => {
  onPost('chats/1', refuses(400, 'VALIDATION', 'Fel', [{ path: 'message', message: 'För kort' }]))
  await expect(post('chats/1', { message: 'a' })).rejects.toMatchObject({
    code: 'VALIDATION',
    message: 'Fel',
    fields: [{ path: 'message', message: 'För kort' }],
  })
})

test('a read is retried after a server error', { tags: 'http.retry-read' }, async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let tries = 0
  onGet('chats', () => {
    tries += 1
    return tries < 3 ? broken() : HttpResponse.json(['there'])
  })
  const answer = get('chats')
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(3_000)
    expect(tries).toBe(3)
  })
  expect(await answer).toEqual(['there'])
  vi.useRealTimers()
})

const busy = (status: 429 | 503, seconds: number) => () =>
  HttpResponse.json(
    { code: status === 429 ? 'TOO_MANY_REQUESTS' : 'UNAVAILABLE', message: 'Kom igen' },
    { status, headers: { 'retry-after': String(seconds) } },
  )

describe('calls to a server that requests a retry later', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Answers the first calls with an error, then succeeds. */
  const answerBusy = (times: number, status: 429 | 503, seconds: number) => {
    let calls = 0
    return () => {
      calls += 1
      return calls <= times ? busy(status, seconds)() : HttpResponse.json(['there'])
    }
  }

  const pass = async (seconds: number): Promise<void> => {
    await vi.advanceTimersByTimeAsync(seconds * 1_000)
  }

  test.each([
    ['a list', 429, (path: string) => get(path), onGet],
    ['a list', 503, (path: string) => get(path), onGet],
    ['a search', 429, (path: string) => postToRead(path, {}), onPost],
  ] as const)('load %s after a %i at the requested time, and not before', async (_, status, load, on) => {
    const calls = on('movie', answerBusy(1, status, 20))
    const answer = load('movie')
    await vi.waitFor(() => expect(useRetryAfter.getState().until).not.toBeNull())
    await pass(19)
    expect(calls).toHaveLength(1)
    await pass(2)
    expect(await answer).toEqual(['there'])
    expect(calls).toHaveLength(2)
    expect(useRetryAfter.getState().until).toBeNull()
  })

  test('are retried for as long as the rate limit lasts', async () => {
    const calls = onGet('news', answerBusy(5, 429, 4))
    const answer = get('news')
    await vi.waitFor(async () => {
      await pass(2)
      expect(calls).toHaveLength(6)
    })
    expect(await answer).toEqual(['there'])
  })

  test('fail with the time if the limit lasts longer than a minute', async () => {
    const calls = onGet('members/username/Bo', busy(429, 7_200))
    await expect(get('members/username/Bo')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 7_200 })
    expect(calls).toHaveLength(1)
  })

  test('do not repeat a write', async () => {
    const calls = onPost('news/1/comments', busy(429, 1))
    await expect(post('news/1/comments', {})).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 1 })
    expect(calls).toHaveLength(1)
  })

  test('are not retried after the member has logged out', async () => {
    startSession(mira)
    const calls = onGet('ads/filter', busy(429, 5))
    const answer = get('ads/filter').catch(({ code }) => code)
    await vi.waitFor(() => expect(useRetryAfter.getState().until).not.toBeNull())
    endSession('loggedOut')
    await pass(10)
    expect(await answer).toBe('TOO_MANY_REQUESTS')
    expect(calls).toHaveLength(1)
  })
})

test('a write is never retried automatically, and its failure is logged without names', async () => {
  const logs = onPost('client-logs', answersNothing)
  const calls = onPost('members/send-pwd-reset/mira', broken)
  await expect(post('members/send-pwd-reset/mira')).rejects.toMatchObject({ code: 'BAD_ANSWER' })
  expect(calls).toHaveLength(1)
  await vi.waitFor(() => expect(logs).toHaveLength(1))
  expect(JSON.stringify(logs[0]?.body)).not.toContain('mira')
})

test('a call to an unreachable server fails with a message', async () => {
  onPost('chats/1', () => HttpResponse.error())
  await expect(post('chats/1', {})).rejects.toMatchObject({ code: 'NETWORK' })
})

test('a refused session ends on this device', async () => {
  startSession(mira)
  onPost('chats/1', refuses(401, 'PLEASE_LOGIN', 'Du är utloggad. Logga in igen.'))
  await expect(post('chats/1', {})).rejects.toMatchObject({ code: 'PLEASE_LOGIN' })
  expect(getSession()).toBeNull()
})

test('a late refusal of an old session does not end the new one', async () => {
  startSession(mira)
  const next = { ...mira, sessionId: 'next' }
  onPost('chats/1', () => {
    startSession(next)
    return refuses(401, 'PLEASE_LOGIN', 'Du är utloggad. Logga in igen.')()
  })
  await expect(post('chats/1', {})).rejects.toMatchObject({ code: 'PLEASE_LOGIN' })
  expect(getSession()).toEqual(next)
})

test('a response without a body is undefined, a text is returned unchanged', async () => {
  onPost('sessions/logout', answersNothing)
  onPost('ignore', answersText('tack'))
  expect(await post('sessions/logout')).toBeUndefined()
  expect(await postText('ignore', 'Jakob-83')).toBe('tack')
})
