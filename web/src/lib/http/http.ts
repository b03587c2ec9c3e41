import type { ErrorResponse } from '@app/contract/errors'
import { REQUEST_TIMEOUT } from '@app/contract/limits'
import ky, { HTTPError, type Options, TimeoutError } from 'ky'
import { logToServer } from '../feedback/client-log.ts'
import { textsNow } from '../text/texts.ts'
import { ApiError, type ApiErrorCode } from './api-error.ts'
import { callHeaders } from './call-headers.ts'
import { nameOfCall } from './call-names.ts'
import { secondsOf, withRetryAfter } from './retry-after.ts'
import { retryDelay } from './retry-delay.ts'
import { endSession, getSession } from './session.ts'
import { errorTexts } from './texts-of-errors.ts'

const RETRIED = [500, 502, 503, 504]
/** Errors that the member did not cause, which are also sent to the server's log. */
const TECHNICAL = new Set<ApiErrorCode>([
  'NETWORK',
  'TIMEOUT',
  'REQUEST_TIMEOUT',
  'BAD_URL',
  'BAD_ANSWER',
  'UNAVAILABLE',
  'UNKNOWN',
])

const retryAfterOf = (error: Error): number | undefined =>
  error instanceof HTTPError ? secondsOf(error.response.headers.get('retry-after')) : undefined

const client = ky.create({
  prefixUrl: `${location.origin}/api/v2`,
  timeout: REQUEST_TIMEOUT,
  retry: {
    limit: 2,
    methods: ['get'],
    statusCodes: RETRIED,
    afterStatusCodes: [],
    delay: () => retryDelay(),
    // With a `Retry-After` header, `withRetryAfter` retries instead.
    shouldRetry: ({ error }) => (retryAfterOf(error) === undefined ? undefined : false),
  },
})

async function errorOf(error: unknown): Promise<unknown> {
  const t = textsNow(errorTexts)
  if (error instanceof TimeoutError) return new ApiError('TIMEOUT', t('TIMEOUT'))
  if (error instanceof HTTPError) {
    const answer = await error.response.json<ErrorResponse>().catch(() => null)
    if (answer?.code) return new ApiError(answer.code, answer.message, answer.fields, retryAfterOf(error))
    return new ApiError('BAD_ANSWER', t('BAD_ANSWER', { status: String(error.response.status) }))
  }
  if (error instanceof SyntaxError) return new ApiError('BAD_ANSWER', t('BAD_ANSWER', { status: '200' }))
  if (error instanceof DOMException && error.name === 'AbortError') return error
  const code = error instanceof TypeError ? 'NETWORK' : 'BAD_URL'
  return new ApiError(code, t(code))
}

type Call = { method: string; path: string; sessionId: string | undefined; requestId: string | undefined }

/** Handles a failed call: ends an expired session, and logs errors that the member did not cause. */
export function onFailedCall({ code }: ApiError, { method, path, sessionId, requestId }: Call): void {
  if (code === 'PLEASE_LOGIN') endSession('endedElsewhere', sessionId)
  if (TECHNICAL.has(code)) logToServer('warn', nameOfCall(method, path), code, requestId)
}

async function read(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  const type = response.headers.get('content-type') ?? ''
  // HTML comes from a proxy between the client and the server, such as the login page of a hotel network.
  if (type.includes('html')) throw new SyntaxError(type)
  return type.includes('json') ? response.json() : response.text()
}

async function call<Answer>(path: string, options: Options): Promise<Answer> {
  const sessionId = getSession()?.sessionId
  const headers = callHeaders(sessionId)
  try {
    const response = await client(path, { ...options, headers: { ...headers, ...options.headers } })
    return (await read(response)) as Answer
  } catch (error) {
    const known = await errorOf(error)
    const requestId = headers['X-Request-Id']
    if (known instanceof ApiError) onFailedCall(known, { method: options.method ?? 'get', path, sessionId, requestId })
    throw known
  }
}

type Query = Record<string, string | number | boolean | undefined>

/**
 * Reads. Retries briefly on server errors, and after the time in `Retry-After`. The path has no leading slash:
 * `get('chats')`.
 */
export const get = <Answer>(path: string, query: Query = {}, signal?: AbortSignal): Promise<Answer> =>
  withRetryAfter(() => call(path, { method: 'get', searchParams: query, signal }), signal)

/** Reads with the query in the body. Retries after the time in `Retry-After`, since the call changes nothing. */
export const postToRead = <Answer>(path: string, json: unknown): Promise<Answer> =>
  withRetryAfter(() => call(path, { method: 'post', json }))

/** Writes, without automatic retries. Sends no body if `json` is undefined. */
export const post = <Answer = void>(path: string, json?: unknown, signal?: AbortSignal): Promise<Answer> =>
  call(path, { method: 'post', ...(json === undefined ? {} : { json }), signal })

/** Writes with a plain text body, which a few calls require. */
export const postText = <Answer = void>(path: string, text: string): Promise<Answer> =>
  call(path, { method: 'post', body: text, headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
