import { HttpResponse } from 'msw'

/** Thrown by fake servers when something does not exist. */
export class NotFound extends Error {}

/** Thrown by fake servers when the member may not do something, or not any more. */
export class Refused extends Error {
  readonly code: 'FORBIDDEN' | 'CONFLICT'
  constructor(code: 'FORBIDDEN' | 'CONFLICT') {
    super(code)
    this.code = code
  }
}

/** Returns the response for an error that a fake server has thrown, or throws it if it is another error. */
export function toErrorResponse(error: unknown): Response {
  if (error instanceof NotFound)
    return HttpResponse.json({ code: 'NOT_FOUND', message: 'Det finns inte.' }, { status: 404 })
  if (!(error instanceof Refused)) throw error
  const status = error.code === 'CONFLICT' ? 409 : 403
  return HttpResponse.json({ code: error.code, message: 'Det går inte.' }, { status })
}
