import { HttpResponse } from 'msw'

/** Thrown by fake servers when something does not exist. */
export class NotFound extends Error {}

/** Thrown by fake servers when the member is not allowed to do something, or a conflict prevents it. */
export class Rejected extends Error {
  readonly code: 'FORBIDDEN' | 'CONFLICT'
  constructor(code: 'FORBIDDEN' | 'CONFLICT') {
    super(code)
    this.code = code
  }
}

/** Returns the response for an error of a fake server. Rethrows any other error. */
export function toErrorResponse(error: unknown): Response {
  if (error instanceof NotFound)
    return HttpResponse.json({ code: 'NOT_FOUND', message: 'Det finns inte.' }, { status: 404 })
  if (!(error instanceof Rejected)) throw error
  const status = error.code === 'CONFLICT' ? 409 : 403
  return HttpResponse.json({ code: error.code, message: 'Det går inte.' }, { status })
}
