import type { ErrorAnswer } from '@app/contract/errors'
import { CALL_TIMEOUT } from '@app/contract/limits'
import ky, { HTTPError, type Options, TimeoutError } from 'ky'
import { ApiError, type ApiErrorCode } from './api-error.ts'
import { callHeaders } from './call-headers.ts'
import { logToServer } from './client-log.ts'
import { retryDelay } from './retry-delay.ts'
import { endSession, getSession } from './session.ts'
import { textsNow } from './texts.ts'
import { errorTexts } from './texts-of-errors.ts'

const RETRIED = [500, 502, 503, 504]
/** Not the member's doing: these go to the server's log as well. */
const TECHNICAL = new Set<ApiErrorCode>(['NETWORK', 'TIMEOUT', 'BAD_ANSWER', 'UNKNOWN'])

const client = ky.create({
  prefixUrl: `${location.origin}/api/v2`,
  timeout: CALL_TIMEOUT,
  retry: {
    limit: 2,
    methods: ['get'],
    statusCodes: RETRIED,
    afterStatusCodes: [],
    delay: () => retryDelay(),
  },
})

async function errorOf(error: unknown): Promise<unknown> {
  const t = textsNow(errorTexts)
  if (error instanceof TimeoutError) return new ApiError('TIMEOUT', t('TIMEOUT'))
  if (error instanceof HTTPError) {
    const answer = await error.response.json<ErrorAnswer>().catch(() => null)
    if (answer?.code) return new ApiError(answer.code, answer.message, answer.fields)
    return new ApiError('BAD_ANSWER', t('BAD_ANSWER', { status: String(error.response.status) }))
  }
  if (error instanceof SyntaxError) return new ApiError('BAD_ANSWER', t('BAD_ANSWER', { status: '200' }))
  if (error instanceof DOMException && error.name === 'AbortError') return error
  return new ApiError('NETWORK', t('NETWORK'))
}

/** What follows from a call that failed: a login that is over ends here, and what is nobody's doing is logged. */
export function onFailedCall({ code }: ApiError, method: string, path: string, sessionId: string | undefined): void {
  if (code === 'PLEASE_LOGIN') endSession('endedElsewhere', sessionId)
  if (TECHNICAL.has(code)) logToServer('warn', `${method} ${path.split('/')[0]}: ${code}`)
}

async function call(path: string, options: Options): Promise<Response> {
  const sessionId = getSession()?.sessionId
  try {
    return await client(path, { ...options, headers: { ...callHeaders(sessionId), ...options.headers } })
  } catch (error) {
    const known = await errorOf(error)
    if (known instanceof ApiError) onFailedCall(known, options.method ?? 'get', path, sessionId)
    throw known
  }
}

async function read<Answer>(response: Response): Promise<Answer> {
  if (response.status === 204) return undefined as Answer
  const isJson = response.headers.get('content-type')?.includes('json')
  return (isJson ? response.json() : response.text()).catch(async (error: unknown) => {
    throw await errorOf(error)
  })
}

type Query = Record<string, string | number | boolean | undefined>

/** Reads; retried a little when the server is away. The path has no slash in front: `get('chats')`. */
export const get = async <Answer>(path: string, query: Query = {}, signal?: AbortSignal): Promise<Answer> =>
  read(await call(path, { method: 'get', searchParams: query, signal }))

/** Writes; never repeated by itself. Without a body nothing is sent. */
export const post = async <Answer = void>(path: string, json?: unknown, signal?: AbortSignal): Promise<Answer> =>
  read(await call(path, { method: 'post', ...(json === undefined ? {} : { json }), signal }))

/** A write whose body is plain text, as a few calls want it. */
export const postText = async <Answer = void>(path: string, text: string): Promise<Answer> =>
  read(await call(path, { method: 'post', body: text, headers: { 'Content-Type': 'text/plain; charset=utf-8' } }))
