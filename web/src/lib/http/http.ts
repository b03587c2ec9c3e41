import type { ErrorResponse } from '@app/contract/errors'
import { REQUEST_TIMEOUT_MS } from '@app/contract/limits'
import ky, { HTTPError, type Options, TimeoutError } from 'ky'
import { logToServer } from '../feedback/client-log.ts'
import { getTexts } from '../text/texts.ts'
import { ApiError, type ApiErrorCode } from './api-error.ts'
import { errorTexts } from './error-texts.ts'
import { fetchUnlessRequested } from './first-responses.ts'
import { useRestriction } from './measures.ts'
import { requestHeaders } from './request-headers.ts'
import { nameOfRequest } from './request-names.ts'
import { parseRetryAfter, withRetryAfter } from './retry-after.ts'
import { computeRetryDelayMs } from './retry-delay.ts'
import { endSession, getSession, markAgeCheckNeeded } from './session.ts'

const RETRIED_STATUSES = [500, 502, 503, 504]
/** Errors that the member did not cause, which are also sent to the server's log. */
const TECHNICAL_ERRORS = new Set<ApiErrorCode>([
  'NETWORK',
  'TIMEOUT',
  'REQUEST_TIMEOUT',
  'BAD_URL',
  'BAD_ANSWER',
  'UNAVAILABLE',
  'UNKNOWN',
])

const retryAfterOf = (error: Error): number | undefined =>
  error instanceof HTTPError ? parseRetryAfter(error.response.headers.get('retry-after')) : undefined

const client = ky.create({
  prefixUrl: `${location.origin}/api/v2`,
  timeout: REQUEST_TIMEOUT_MS,
  fetch: (request) => fetchUnlessRequested(request as Request),
  retry: {
    limit: 2,
    methods: ['get'],
    statusCodes: RETRIED_STATUSES,
    afterStatusCodes: [],
    delay: () => computeRetryDelayMs(),
    // With a `Retry-After` header, `withRetryAfter` retries instead. Without a network, a retry would only delay the
    // error.
    shouldRetry: ({ error }) => (navigator.onLine && retryAfterOf(error) === undefined ? undefined : false),
  },
})

/**
 * Returns the message of an error. The message of a restriction or suspension states its end, if the texts can be
 * loaded.
 */
async function messageOf({ code, message }: ErrorResponse, retryAfter: number | undefined): Promise<string> {
  if (code !== 'RESTRICTED' && code !== 'SUSPENDED') return message
  return import('./measure-message.ts').then(
    ({ measureMessageOf }) => measureMessageOf(code, retryAfter),
    () => message,
  )
}

async function errorOf(error: unknown): Promise<unknown> {
  const t = getTexts(errorTexts)
  if (error instanceof TimeoutError) return new ApiError('TIMEOUT', t('TIMEOUT'))
  if (error instanceof HTTPError) {
    const body = await error.response.json<ErrorResponse>().catch(() => null)
    const retryAfter = retryAfterOf(error)
    if (body?.code) return new ApiError(body.code, await messageOf(body, retryAfter), body.fields, retryAfter)
    // A proxy in front of the gateway may reject the request with a page of its own.
    const message = t('BAD_ANSWER', { status: String(error.response.status) })
    return new ApiError('BAD_ANSWER', message, undefined, retryAfter)
  }
  if (error instanceof SyntaxError) return new ApiError('BAD_ANSWER', t('BAD_ANSWER', { status: '200' }))
  if (error instanceof DOMException && error.name === 'AbortError') return error
  const code = error instanceof TypeError ? 'NETWORK' : 'BAD_URL'
  return new ApiError(code, t(code))
}

type FailedRequest = { method: string; path: string; sessionId: string | undefined; requestId: string | undefined }

/**
 * Handles a failed request: ends a session that the server rejects, records that an age check is needed, reports a
 * restriction, logs errors that the member did not cause, and marks the error if the request's session has ended.
 */
export function onFailedRequest(error: ApiError, { method, path, sessionId, requestId }: FailedRequest): void {
  const { code, message } = error
  error.isFromEndedSession = sessionId !== undefined && getSession()?.sessionId !== sessionId
  if (code === 'PLEASE_LOGIN') endSession('endedElsewhere', sessionId)
  if (code === 'AGE_CHECK_REQUIRED') markAgeCheckNeeded(sessionId)
  if (code === 'RESTRICTED' && getSession()?.sessionId === sessionId)
    useRestriction.setState(({ count }) => ({ message, count: count + 1 }))
  if (TECHNICAL_ERRORS.has(code)) logToServer('warn', nameOfRequest(method, path), code, requestId)
}

async function parseBody(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  const type = response.headers.get('content-type') ?? ''
  // HTML comes from a proxy between the client and the server, such as the login page of a hotel network.
  if (type.includes('html')) throw new SyntaxError(type)
  if (type.startsWith('image/')) return response.blob()
  return type.includes('json') ? response.json() : response.text()
}

async function request<Result>(path: string, options: Options): Promise<Result> {
  const sessionId = getSession()?.sessionId
  const headers = requestHeaders(sessionId)
  try {
    const response = await client(path, { ...options, headers: { ...headers, ...options.headers } })
    return (await parseBody(response)) as Result
  } catch (error) {
    const apiError = await errorOf(error)
    const requestId = headers['X-Request-Id']
    const { method = 'get' } = options
    if (apiError instanceof ApiError) onFailedRequest(apiError, { method, path, sessionId, requestId })
    throw apiError
  }
}

type Query = Record<string, string | number | boolean | undefined>

/**
 * Requests data. Retries up to twice after a server or network error, and after the time in `Retry-After`. The path has
 * no leading slash: `get('chats')`.
 */
export const get = <Result>(path: string, query: Query = {}, signal?: AbortSignal): Promise<Result> =>
  withRetryAfter(() => request(path, { method: 'get', searchParams: query, signal }), signal)

/**
 * Requests data with the query in the body. Retries after the time in `Retry-After`, since the request changes nothing.
 */
export const postToRead = <Result>(path: string, json: unknown): Promise<Result> =>
  withRetryAfter(() => request(path, { method: 'post', json }))

/** Writes, without automatic retries. Sends no body if `json` is undefined. */
export const post = <Result = void>(path: string, json?: unknown, signal?: AbortSignal): Promise<Result> =>
  request(path, { method: 'post', ...(json === undefined ? {} : { json }), signal })

/** Writes a small body, even if the page is closed before the request has ended. */
export const postPastPage = (path: string, json: unknown): Promise<void> =>
  request(path, { method: 'post', json, keepalive: true })

/** Writes with a plain text body, which a few routes require. */
export const postText = <Result = void>(path: string, text: string): Promise<Result> =>
  request(path, { method: 'post', body: text, headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
