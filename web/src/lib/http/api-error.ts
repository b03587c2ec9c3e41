import type { ErrorCode, ErrorResponse } from '@app/contract/errors'

/** An error code of the server, or one for a request without a valid response. */
export type ApiErrorCode = ErrorCode | 'NETWORK' | 'TIMEOUT' | 'BAD_URL' | 'BAD_ANSWER'
export type FieldProblem = NonNullable<ErrorResponse['fields']>[number]

/** A failed request: `message` is for the member, `fields` contains the problems of the input. */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly fields: readonly FieldProblem[]
  /** The delay before a retry that the server requested, in seconds. */
  readonly retryAfter: number | undefined
  /** Whether the session of the request had ended when it failed, so that its member is no longer the one to inform. */
  isFromEndedSession = false

  constructor(code: ApiErrorCode, message: string, fields: readonly FieldProblem[] = [], retryAfter?: number) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.fields = fields
    this.retryAfter = retryAfter
  }
}

export const isApiError = (error: unknown, code: ApiErrorCode): error is ApiError =>
  error instanceof ApiError && error.code === code

const REJECTIONS = new Set<ApiErrorCode>(['VALIDATION', 'FORBIDDEN', 'NOT_FOUND', 'PASSKEY_REQUIRED'])

/** Returns whether the server rejected the request, so that a retry would fail in the same way. */
export const isRejection = ({ code }: ApiError): boolean => REJECTIONS.has(code)

/** Returns the text of an error: the messages of the invalid fields, else the message of the error. */
export const describeError = ({ fields, message }: ApiError): string =>
  fields.length > 0 ? fields.map((field) => field.message).join(' ') : message

/** Returns whether the client aborted the request, so that no message is needed. */
export const isCanceled = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'
