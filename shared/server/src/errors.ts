import { ERRORS, type ErrorCode } from '@app/contract/errors'
import type { Problem } from '@app/contract/problems'

export type FieldProblem = { path: string; problem: Problem }

/** A refusal as it is kept, from where it was found to where it is told. */
export type ErrorDetails = { code: ErrorCode; fields?: FieldProblem[] }

/** The one way to refuse something. Fields carry problem keys; the gateway puts them into the member's language. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldProblem[] | undefined
  /** Seconds until it is worth another try. */
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
