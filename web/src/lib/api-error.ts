import type { ErrorAnswer, ErrorCode } from '@app/contract/errors'

/** What the server says, or what kept us from hearing it. */
export type ApiErrorCode = ErrorCode | 'NETWORK' | 'TIMEOUT' | 'BAD_ANSWER'
export type FieldProblem = NonNullable<ErrorAnswer['fields']>[number]

/** A call that failed: `message` is for the member, `fields` names what is wrong with the input. */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly fields: readonly FieldProblem[]

  constructor(code: ApiErrorCode, message: string, fields: readonly FieldProblem[] = []) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.fields = fields
  }
}

export const isApiError = (error: unknown, code: ApiErrorCode): error is ApiError =>
  error instanceof ApiError && error.code === code
