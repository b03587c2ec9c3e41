import { ERRORS, type ErrorCode } from '@app/contract/errors'
import type { Problem } from '@app/contract/text/problems'

export type FieldProblem = { path: string; problem: Problem }

/** The code and the rejected fields of an error, from the failed check to the response. */
export type ErrorDetails = { code: ErrorCode; fields?: FieldProblem[] }

/**
 * The only error for rejected requests. Fields contain problem keys; the gateway translates them into the member's
 * language.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldProblem[] | undefined
  /** Seconds until a retry makes sense. */
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, details: { fields?: FieldProblem[]; retryAfter?: number } = {}) {
    super(code)
    this.code = code
    this.fields = details.fields
    this.retryAfter = details.retryAfter
  }

  get status(): number {
    return ERRORS[this.code].status
  }
}
