import type { ErrorCode, ErrorResponse } from '@app/contract/errors'

/** An error code of the server, or one for a call without a valid response. */
export type ApiErrorCode = ErrorCode | 'NETWORK' | 'TIMEOUT' | 'BAD_URL' | 'BAD_ANSWER'
export type FieldProblem = NonNullable<ErrorResponse['fields']>[number]

/** A failed call: `message` is for the member, `fields` contains the problems of the input. */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly fields: readonly FieldProblem[]
  /** The time in seconds after which the server requests a retry. */
  readonly retryAfter: number | undefined

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

const REFUSALS = new Set<ApiErrorCode>(['VALIDATION', 'FORBIDDEN', 'NOT_FOUND'])

/** Returns whether the server refused the call: repeating it would bring the same answer. */
export const isRefusal = ({ code }: ApiError): boolean => REFUSALS.has(code)

/** Returns the texts of an error: those of the invalid fields, else the message. */
export const wordsOf = ({ fields, message }: ApiError): string =>
  fields.length > 0 ? fields.map((field) => field.message).join(' ') : message

/** Returns whether the member aborted the call, so that no message is needed. */
export const isCanceled = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'
