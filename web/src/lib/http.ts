import type { ErrorAnswer } from '@app/contract/errors'
import { CALL_TIMEOUT } from '@app/contract/limits'
import ky, { HTTPError, type Options, TimeoutError } from 'ky'
import { ApiError, type ApiErrorCode } from './api-error.ts'
import { callHeaders } from './call-headers.ts'
import { nameOfCall } from './call-names.ts'
import { logToServer } from './client-log.ts'
import { secondsOf, withRetryAfter } from './retry-after.ts'
import { retryDelay } from './retry-delay.ts'
import { endSession, getSession } from './session.ts'
import { textsNow } from './texts.ts'
import { errorTexts } from './texts-of-errors.ts'

const RETRIED = [500, 502, 503, 504]
/** Not the member's doing: these go to the server's log as well. */
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
  timeout: CALL_TIMEOUT,
  retry: {
    limit: 2,
    methods: ['get'],
    statusCodes: RETRIED,
    afterStatusCodes: [],
    delay: () => retryDelay(),
    // A server that names a time is tried again then.
    shouldRetry: ({ error }) => (retryAfterOf(error) === undefined ? undefined : false),
  },
})

async function errorOf(error: unknown): Promise<unknown> {
  const t = textsNow(errorTexts)
  if (error instanceof TimeoutError) return new ApiError('TIMEOUT', t('TIMEOUT'))
  if (error instanceof HTTPError) {
    const answer = await error.response.json<ErrorAnswer>().catch(() => null)
    if (answer?.code) return new ApiError(answer.code, answer.message, answer.fields, retryAfterOf(error))
    return new ApiError('BAD_ANSWER', t('BAD_ANSWER', { status: String(error.response.status) }))
  }
  if (error instanceof SyntaxError) return new ApiError('BAD_ANSWER', t('BAD_ANSWER', { status: '200' }))
  if (error instanceof DOMException && error.name === 'AbortError') return error
  const code = error instanceof TypeError ? 'NETWORK' : 'BAD_URL'
  return new ApiError(code, t(code))
}

type Call = { method: string; path: string; sessionId: string | undefined; requestId: string | undefined }

/** What follows from a call that failed: a login that is over ends here, and what is nobody's doing is logged. */
export function onFailedCall({ code }: ApiError, { method, path, sessionId, requestId }: Call): void {
  if (code === 'PLEASE_LOGIN') endSession('endedElsewhere', sessionId)
  if (TECHNICAL.has(code)) logToServer('warn', nameOfCall(method, path), code, requestId)
}

async function read(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  const type = response.headers.get('content-type') ?? ''
  // Not ours: somebody between us and the server has answered, such as the page of a hotel's network.
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
 * Reads; retried a little when the server is away, and after the time that it names. The path has no slash in front:
 * `get('chats')`.
 */
export const get = <Answer>(path: string, query: Query = {}, signal?: AbortSignal): Promise<Answer> =>
  withRetryAfter(() => call(path, { method: 'get', searchParams: query, signal }), signal)

/** Reads what a body describes; tried again after the time that the server names, since repeating it changes nothing. */
export const postToRead = <Answer>(path: string, json: unknown): Promise<Answer> =>
  withRetryAfter(() => call(path, { method: 'post', json }))

/** Writes; never repeated by itself. Without a body nothing is sent. */
export const post = <Answer = void>(path: string, json?: unknown, signal?: AbortSignal): Promise<Answer> =>
  call(path, { method: 'post', ...(json === undefined ? {} : { json }), signal })

/** A write whose body is plain text, as a few calls want it. */
export const postText = <Answer = void>(path: string, text: string): Promise<Answer> =>
  call(path, { method: 'post', body: text, headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
