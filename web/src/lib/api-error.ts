import type { ErrorAnswer, ErrorCode } from '@app/contract/errors'

/** What the server says, or what kept us from hearing it. */
export type ApiErrorCode = ErrorCode | 'NETWORK' | 'TIMEOUT' | 'BAD_URL' | 'BAD_ANSWER'
export type FieldProblem = NonNullable<ErrorAnswer['fields']>[number]

/** A call that failed: `message` is for the member, `fields` names what is wrong with the input. */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly fields: readonly FieldProblem[]
  /** Seconds after which the server asks to come again. */
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

/** The server said no: the same call by itself would bring the same answer. */
export const isRefusal = ({ code }: ApiError): boolean => REFUSALS.has(code)

/** What an error says: each broken field, else the message. */
export const wordsOf = ({ fields, message }: ApiError): string =>
  fields.length > 0 ? fields.map((field) => field.message).join(' ') : message

/** Aborted by the member, who needs no word about it. */
export const isCanceled = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'
