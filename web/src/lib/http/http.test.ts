import { HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { mira, onGet, onPost, respondEmpty, respondWithError, respondWithText } from '../../testing.tsx'
import { setUpFreshDevice } from '../../testing-hooks.ts'
import { showError, useProblems } from '../feedback/problem-banner.ts'
import { showErrorToast, useToasts } from '../feedback/toasts.ts'
import { ApiError } from './api-error.ts'
import { discardFirstResponses } from './first-responses.ts'
import { get, post, postText, postToRead } from './http.ts'
import { useRetryAfter, withRetryAfter } from './retry-after.ts'
import { endSession, getSession, startSession } from './session.ts'

setUpFreshDevice()

beforeEach(() => {
  onPost('client-logs', respondEmpty)
})

const badGateway = () => new HttpResponse('<html>', { status: 502 })

test('a request carries the session, the language and the version', { tags: 'http.client-headers' }, async () => {
  startSession(mira)
  const requests = onGet('chats', () => HttpResponse.json([]))
  expect(await get('chats', { limit: 3, before: undefined })).toEqual([])
  expect(requests).toMatchObject([
    { path: 'chats?limit=3', session: `Bearer ${mira.sessionId}`, language: 'sv', version: '2.4.0' },
  ])
})

test('each request has its own id, and the log of its failure contains it', async () => {
  const logs = onPost('client-logs', respondEmpty)
  const requests = onPost('chats/1', badGateway)
  for (let n = 0; n < 2; n += 1) await post('chats/1', {}).catch(() => undefined)
  const [firstId, secondId] = requests.map(({ requestId }) => requestId)
  expect(firstId).toMatch(/^[\da-f-]{36}$/)
  expect(secondId).not.toBe(firstId)
  await vi.waitFor(() => expect(logs[0]?.body).toMatchObject({ requestId: firstId }))
})

describe('a response that the HTML document requested before the scripts', () => {
  const requestFirst = (path: string, response: Promise<Response>, session = mira.sessionId): void => {
    response.catch(() => undefined)
    window.firstResponses = new Map([[`Bearer ${session} ${location.origin}/api/v2/${path}`, response]])
  }
  beforeEach(() => {
    vi.spyOn(performance, 'now').mockReturnValue(1_000)
    startSession(mira)
    requestFirst('chats?limit=3', Promise.resolve(HttpResponse.json(['first'])))
  })

  test('answers the same request once', async () => {
    const requests = onGet('chats', () => HttpResponse.json(['second']))
    expect(await get('chats', { limit: 4 })).toEqual(['second'])
    expect(await get('chats', { limit: 3 })).toEqual(['first'])
    expect(await get('chats', { limit: 3 })).toEqual(['second'])
    expect(requests).toHaveLength(2)
  })

  test('is not used for another session, or after it has been discarded', async () => {
    onGet('chats', () => HttpResponse.json(['second']))
    startSession({ ...mira, sessionId: 'other' })
    expect(await get('chats', { limit: 3 })).toEqual(['second'])
    startSession(mira)
    discardFirstResponses()
    expect(await get('chats', { limit: 3 })).toEqual(['second'])
  })

  test('is not used long after the page was requested', async () => {
    onGet('chats', () => HttpResponse.json(['second']))
    vi.spyOn(performance, 'now').mockReturnValue(10_001)
    expect(await get('chats', { limit: 3 })).toEqual(['second'])
    vi.restoreAllMocks()
  })

  test('is kept for a profile when the hub connects, and discarded with the session', async () => {
    const path = 'members/username/Siv'
    const requests = onGet(path, () => HttpResponse.json(['second']))
    requestFirst(path, Promise.resolve(HttpResponse.json(['first'])))
    discardFirstResponses()
    expect(await get(path)).toEqual(['first'])
    requestFirst(path, Promise.resolve(HttpResponse.json(['first'])))
    discardFirstResponses({ all: true })
    expect(await get(path)).toEqual(['second'])
    expect(requests).toHaveLength(1)
  })

  test('is no longer transferred after it has been discarded', async () => {
    const cancel = vi.fn()
    requestFirst('chats?limit=3', Promise.resolve(new Response(new ReadableStream({ cancel }))))
    discardFirstResponses()
    await vi.waitFor(() => expect(cancel).toHaveBeenCalledOnce())
  })

  test('causes no uncaught error if it is discarded after its transfer broke', async () => {
    const broken = new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) })
    const cancel = vi.spyOn(broken, 'cancel')
    requestFirst('chats?limit=3', Promise.resolve(new Response(broken)))
    discardFirstResponses()
    // An unhandled rejection would fail the test run.
    await vi.waitFor(() => expect(cancel).toHaveBeenCalledOnce())
  })

  test('is requested again if the request failed or the response is a server error', async () => {
    onGet('chats', () => HttpResponse.json(['second']))
    requestFirst('chats?limit=3', Promise.reject(new TypeError('offline')))
    expect(await get('chats', { limit: 3 })).toEqual(['second'])
    requestFirst('chats?limit=3', Promise.resolve(badGateway()))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const result = get('chats', { limit: 3 })
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(3_000)
      expect(await result).toEqual(['second'])
    })
    vi.useRealTimers()
  })
})

test("the error of a rejected request has the server's code, message and fields", async () => {
  onPost('chats/1', respondWithError(400, 'VALIDATION', 'Fel', [{ path: 'message', message: 'För kort' }]))
  await expect(post('chats/1', { message: 'a' })).rejects.toMatchObject({
    code: 'VALIDATION',
    message: 'Fel',
    fields: [{ path: 'message', message: 'För kort' }],
  })
})

test('a read is retried after a server error', { tags: 'http.retry-read' }, async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let attempts = 0
  onGet('chats', () => {
    attempts += 1
    return attempts < 3 ? badGateway() : HttpResponse.json(['there'])
  })
  const result = get('chats')
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(3_000)
    expect(attempts).toBe(3)
  })
  expect(await result).toEqual(['there'])
  vi.useRealTimers()
})

test('a read without a network fails immediately instead of being retried', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onTestFinished(() => onLine.mockRestore())
  const requests = onGet('chats', () => HttpResponse.error())
  await expect(get('chats')).rejects.toMatchObject({ code: 'NETWORK' })
  expect(requests).toHaveLength(1)
})

const respondBusy = (status: 429 | 503, seconds: number) => () =>
  HttpResponse.json(
    { code: status === 429 ? 'TOO_MANY_REQUESTS' : 'UNAVAILABLE', message: 'Kom igen' },
    { status, headers: { 'retry-after': String(seconds) } },
  )

describe('after a response with Retry-After', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Responds to the first requests with an error, then succeeds. */
  const respondBusyAtFirst = (times: number, status: 429 | 503, seconds: number) => {
    let requests = 0
    return () => {
      requests += 1
      return requests <= times ? respondBusy(status, seconds)() : HttpResponse.json(['there'])
    }
  }

  const advance = async (seconds: number): Promise<void> => {
    await vi.advanceTimersByTimeAsync(seconds * 1_000)
  }

  test.each([
    ['a list', 429, (path: string) => get(path), onGet],
    ['a list', 503, (path: string) => get(path), onGet],
    ['a search', 429, (path: string) => postToRead(path, {}), onPost],
  ] as const)('the client retries %s after a %i at that time, not earlier', async (_, status, load, on) => {
    const requests = on('movie', respondBusyAtFirst(1, status, 20))
    const result = load('movie')
    await vi.waitFor(() => expect(useRetryAfter.getState().until).not.toBeNull())
    await advance(19)
    expect(requests).toHaveLength(1)
    await advance(2)
    expect(await result).toEqual(['there'])
    expect(requests).toHaveLength(2)
    expect(useRetryAfter.getState().until).toBeNull()
  })

  test.each([429, 503])(
    'the client retries a read at that time, even if a proxy responds with a page and a %i',
    async (status) => {
      let isBusy = true
      const requests = onGet('movie', () => {
        if (!isBusy) return HttpResponse.json(['there'])
        isBusy = false
        return HttpResponse.html('<h1>Busy</h1>', { status, headers: { 'retry-after': '20' } })
      })
      const result = get('movie')
      await vi.waitFor(() => expect(useRetryAfter.getState().until).not.toBeNull())
      await advance(21)
      expect(await result).toEqual(['there'])
      expect(requests).toHaveLength(2)
    },
  )

  test('the client retries a read for as long as the rate limit lasts', async () => {
    const requests = onGet('news', respondBusyAtFirst(5, 429, 4))
    const result = get('news')
    await vi.waitFor(async () => {
      await advance(2)
      expect(requests).toHaveLength(6)
    })
    expect(await result).toEqual(['there'])
  })

  test('a read whose retry delay is longer than a minute fails immediately, with the delay in the error', async () => {
    const requests = onGet('members/username/Bo', respondBusy(429, 7_200))
    await expect(get('members/username/Bo')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 7_200 })
    expect(requests).toHaveLength(1)
  })

  test('the client does not retry a write', async () => {
    const requests = onPost('news/1/comments', respondBusy(429, 1))
    await expect(post('news/1/comments', {})).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 1 })
    expect(requests).toHaveLength(1)
  })

  test('a wait that has ended removes its listener from the abort signal', async () => {
    const { signal } = new AbortController()
    const added = vi.spyOn(signal, 'addEventListener')
    const removed = vi.spyOn(signal, 'removeEventListener')
    const request = vi
      .fn()
      .mockRejectedValueOnce(new ApiError('UNAVAILABLE', '', [], 1))
      .mockResolvedValueOnce('there')
    const result = withRetryAfter(request, signal)
    await vi.waitFor(() => expect(added).toHaveBeenCalledTimes(1))
    await advance(3)
    expect(await result).toBe('there')
    expect(removed).toHaveBeenCalledWith('abort', added.mock.calls[0]?.[1])
  })

  test('the client does not retry once the member has logged out', async () => {
    startSession(mira)
    const requests = onGet('ads/filter', respondBusy(429, 5))
    const result = get('ads/filter').catch(({ code }) => code)
    await vi.waitFor(() => expect(useRetryAfter.getState().until).not.toBeNull())
    endSession('loggedOut')
    await advance(10)
    expect(await result).toBe('TOO_MANY_REQUESTS')
    expect(requests).toHaveLength(1)
  })
})

test('a write is not retried after a server error, and its failure is logged without the user name in its path', async () => {
  const logs = onPost('client-logs', respondEmpty)
  const requests = onPost('members/send-pwd-reset/mira', badGateway)
  await expect(post('members/send-pwd-reset/mira')).rejects.toMatchObject({ code: 'BAD_ANSWER' })
  expect(requests).toHaveLength(1)
  await vi.waitFor(() => expect(logs).toHaveLength(1))
  expect(JSON.stringify(logs[0]?.body)).not.toContain('mira')
})

test('a request to an unreachable server fails with the code NETWORK', async () => {
  onPost('chats/1', () => HttpResponse.error())
  await expect(post('chats/1', {})).rejects.toMatchObject({ code: 'NETWORK' })
})

test('a rejected session ends on this device', async () => {
  startSession(mira)
  onPost('chats/1', respondWithError(401, 'PLEASE_LOGIN', 'Du är utloggad. Logga in igen.'))
  await expect(post('chats/1', {})).rejects.toMatchObject({ code: 'PLEASE_LOGIN' })
  expect(getSession()).toBeNull()
})

test('a request that needs a passkey keeps the session', async () => {
  startSession(mira)
  onPost('chats/1', respondWithError(401, 'PASSKEY_REQUIRED', 'Logga in med en passkey för att fortsätta.'))
  await expect(post('chats/1', {})).rejects.toMatchObject({ code: 'PASSKEY_REQUIRED' })
  expect(getSession()).toEqual(mira)
})

test('a late rejection of an earlier session does not end the new one', async () => {
  startSession(mira)
  const next = { ...mira, sessionId: 'next' }
  onPost('chats/1', () => {
    startSession(next)
    return respondWithError(401, 'PLEASE_LOGIN', 'Du är utloggad. Logga in igen.')()
  })
  await expect(post('chats/1', {})).rejects.toMatchObject({ code: 'PLEASE_LOGIN' })
  expect(getSession()).toEqual(next)
})

test.each([
  ['a toast', (error: unknown) => showErrorToast(error)],
  ['the banner', (error: unknown) => showError(error)],
])('an error of a request of the previous member is not shown in %s', async (_, show) => {
  const requestInSession = async (respond: () => Response | Promise<Response>) => {
    startSession(mira)
    onPost('ignore', respond)
    await post('ignore').catch(show)
    return [...useToasts.getState().queue.map(({ text }) => text), ...useProblems.getState().messages]
  }
  const reject = respondWithError(403, 'FORBIDDEN', 'Jakob går inte att ignorera.')
  const rejectLate = () => {
    startSession({ ...mira, sessionId: 'nora.session.token', userName: 'Nora' })
    return reject()
  }
  expect(await requestInSession(rejectLate)).toEqual([])
  expect(await requestInSession(reject)).toEqual(['Jakob går inte att ignorera.'])
})

test('an empty response returns undefined, and a text response its text', async () => {
  onPost('sessions/logout', respondEmpty)
  onPost('ignore', respondWithText('tack'))
  expect(await post('sessions/logout')).toBeUndefined()
  expect(await postText('ignore', 'Jakob-83')).toBe('tack')
})
