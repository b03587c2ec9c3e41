import type { ErrorResponse } from '@app/contract/errors'
import { REQUEST_TIMEOUT } from '@app/contract/limits'
import { textsNow } from '../text/texts.ts'
import { ApiError } from './api-error.ts'
import { callHeaders } from './call-headers.ts'
import { onFailedCall } from './http.ts'
import { getSession } from './session.ts'
import { errorTexts } from './texts-of-errors.ts'

/** The longest time without progress; a slow upload may take longer in total. */
const STALL_TIMEOUT_MS = 3 * REQUEST_TIMEOUT

type Options = {
  onPercent: (percent: number) => void
  signal?: AbortSignal | undefined
}

function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function toApiError({ status, responseText }: XMLHttpRequest): ApiError {
  const answer = read(responseText) as Partial<ErrorResponse> | null
  return answer?.code
    ? new ApiError(answer.code, answer.message ?? '', answer.fields)
    : new ApiError('BAD_ANSWER', textsNow(errorTexts)('BAD_ANSWER', { status: String(status) }))
}

type Headers = ReturnType<typeof callHeaders>

function transfer(path: string, parts: FormData, { onPercent, signal }: Options, headers: Headers) {
  return new Promise<unknown>((resolve, reject) => {
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout> | undefined
    const fail = (code: 'NETWORK' | 'TIMEOUT') => () => reject(new ApiError(code, textsNow(errorTexts)(code)))
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
      const answer = read(request.responseText)
      if (request.status >= 200 && request.status < 300 && answer !== null) resolve(answer)
      else reject(toApiError(request))
    }
    request.onerror = fail('NETWORK')
    request.onabort = () => reject(new DOMException('cancelled', 'AbortError'))
    request.onloadend = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
    }
    signal?.addEventListener('abort', cancel)
    resetTimer()
    if (signal?.aborted) reject(new DOMException('cancelled', 'AbortError'))
    else request.send(parts)
  })
}

/**
 * Uploads a form with a file and reports its progress, which `fetch` cannot. Rejects with an AbortError when aborted.
 */
export async function upload<Answer>(path: string, parts: FormData, options: Options): Promise<Answer> {
  const sessionId = getSession()?.sessionId
  const headers = callHeaders(sessionId)
  try {
    return (await transfer(path, parts, options, headers)) as Answer
  } catch (error) {
    const requestId = headers['X-Request-Id']
    if (error instanceof ApiError) onFailedCall(error, { method: 'post', path, sessionId, requestId })
    throw error
  }
}
