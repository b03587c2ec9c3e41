import type { ErrorResponse } from '@app/contract/errors'
import { REQUEST_TIMEOUT_MS } from '@app/contract/limits'
import { getTexts } from '../text/texts.ts'
import { ApiError } from './api-error.ts'
import { errorTexts } from './error-texts.ts'
import { onFailedRequest } from './http.ts'
import { requestHeaders } from './request-headers.ts'
import { parseRetryAfter, withRetryAfter } from './retry-after.ts'
import { getSession } from './session.ts'

/** The longest time without progress; a slow upload may take longer in total. */
const STALL_TIMEOUT_MS = 3 * REQUEST_TIMEOUT_MS

export type UploadOptions = {
  onPercent: (percent: number) => void
  signal?: AbortSignal | undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function toApiError(request: XMLHttpRequest): ApiError {
  const { status, responseText } = request
  const body = parseJson(responseText) as Partial<ErrorResponse> | null
  const retryAfter = parseRetryAfter(request.getResponseHeader('retry-after'))
  if (body?.code) return new ApiError(body.code, body.message ?? '', body.fields, retryAfter)
  // A proxy in front of the gateway may reject the request with a page of its own.
  const message = getTexts(errorTexts)('BAD_ANSWER', { status: String(status) })
  return new ApiError('BAD_ANSWER', message, undefined, retryAfter)
}

type Headers = ReturnType<typeof requestHeaders>

function transfer(path: string, parts: FormData, { onPercent, signal }: UploadOptions, headers: Headers) {
  return new Promise<unknown>((resolve, reject) => {
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout> | undefined
    const fail = (code: 'NETWORK' | 'TIMEOUT') => () => reject(new ApiError(code, getTexts(errorTexts)(code)))
    const resetTimer = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        fail('TIMEOUT')()
        request.abort()
      }, STALL_TIMEOUT_MS)
    }
    const cancel = () => request.abort()
    request.open('POST', `/api/v2/${path}`)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => {
      resetTimer()
      if (total > 0) onPercent(Math.min(100, Math.floor((loaded / total) * 100)))
    }
    request.onload = () => {
      const body = parseJson(request.responseText)
      if (request.status >= 200 && request.status < 300 && body !== null) resolve(body)
      else reject(toApiError(request))
    }
    request.onerror = fail('NETWORK')
    request.onabort = () => reject(new DOMException('canceled', 'AbortError'))
    request.onloadend = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
    }
    signal?.addEventListener('abort', cancel)
    resetTimer()
    if (signal?.aborted) reject(new DOMException('canceled', 'AbortError'))
    else request.send(parts)
  })
}

async function uploadOnce<Result>(path: string, parts: FormData, options: UploadOptions): Promise<Result> {
  const sessionId = getSession()?.sessionId
  const headers = requestHeaders(sessionId)
  try {
    return (await transfer(path, parts, options, headers)) as Result
  } catch (error) {
    const requestId = headers['X-Request-Id']
    if (error instanceof ApiError) onFailedRequest(error, { method: 'post', path, sessionId, requestId })
    throw error
  }
}

/**
 * Uploads a form with a file and reports its progress, which `fetch` cannot. Retries after the time in `Retry-After`.
 * The first attempt may have been stored, so a form that adds something permanently needs a `clientId` before its file.
 * Rejects with an AbortError when aborted.
 */
export const upload = <Result>(path: string, parts: FormData, options: UploadOptions): Promise<Result> =>
  withRetryAfter(() => uploadOnce(path, parts, options), options.signal)
