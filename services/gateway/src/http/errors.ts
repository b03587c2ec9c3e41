import { ERRORS, type ErrorCode, type ErrorResponse } from '@app/contract/errors'
import { DECK_PROBLEMS } from '@app/contract/text/deck-problems'
import { findPreferredLanguage, type Language, translate } from '@app/contract/text/language'
import { PROBLEMS, type Problem } from '@app/contract/text/problems'
import { SAFETY_PROBLEMS } from '@app/contract/text/safety-problems'
import { SERVER_PROBLEMS } from '@app/contract/text/server-problems'
import { isOutage } from '@app/server/db/outages'
import { AppError, type FieldProblem } from '@app/server/errors'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'

/** Seconds after which a request that failed because of an outage may be retried. */
const OUTAGE_RETRY_AFTER_SECONDS = 2

export const DEFAULT_LANGUAGE: Language = 'SWEDISH'

/** Returns the language of the device if supported, else of the verified session, if there is one. */
const findLanguage = ({ headers, ctx }: FastifyRequest): Language | undefined =>
  findPreferredLanguage(headers['accept-language']) ?? ctx?.member.language

/** Returns the language of the response: the device's if supported, else the session's, else Swedish. */
export const resolveLanguage = (request: FastifyRequest): Language => findLanguage(request) ?? DEFAULT_LANGUAGE

/** Errors for which the session's language is not looked up: the session is invalid, or a dependency is unavailable. */
const WITHOUT_LOOKUP = new Set<ErrorCode>(['PLEASE_LOGIN', 'UNAVAILABLE'])

const CODES_BY_STATUS = new Map<number, ErrorCode>([
  [401, 'PLEASE_LOGIN'],
  [403, 'FORBIDDEN'],
  [404, 'NOT_FOUND'],
  [405, 'NOT_FOUND'],
  [408, 'REQUEST_TIMEOUT'],
  [413, 'TOO_LARGE'],
  [415, 'UNSUPPORTED_MEDIA'],
  [429, 'TOO_MANY_REQUESTS'],
  [431, 'TOO_LARGE'],
  [503, 'UNAVAILABLE'],
])

const ALL_PROBLEMS = { ...PROBLEMS, ...SAFETY_PROBLEMS, ...SERVER_PROBLEMS, ...DECK_PROBLEMS }

/** Returns the problem key in a schema's message; any other message means that the value has the wrong shape. */
export const toProblem = (message: string | undefined): Problem =>
  message !== undefined && Object.hasOwn(ALL_PROBLEMS, message) ? (message as Problem) : 'field.invalid'

/** The error codes of the problems whose code is not VALIDATION. */
const CODES_BY_PROBLEM = new Map<Problem, ErrorCode>([
  ['userName.characters', 'ILLEGAL_CHARACTER'],
  ['groupName.characters', 'ILLEGAL_CHARACTER'],
  ['groupName.length', 'INVALID_GROUP_NAME'],
])

/** Returns the error code that all problems share, else VALIDATION. */
function selectCode(fields: FieldProblem[]): ErrorCode {
  const codes = new Set(fields.map(({ problem }) => CODES_BY_PROBLEM.get(problem) ?? 'VALIDATION'))
  const [code = 'VALIDATION'] = codes
  return codes.size === 1 ? code : 'VALIDATION'
}

function toValidationError(error: unknown): AppError | null {
  if (!hasZodFastifySchemaValidationErrors(error)) return null
  const fields = error.validation.map(({ instancePath, message }) => ({
    path: instancePath.slice(1).replaceAll('/', '.') || (error.validationContext ?? ''),
    problem: toProblem(message),
  }))
  return new AppError(selectCode(fields), { fields })
}

/** Maps any error to one of the contract's codes; returns null for an internal error. */
function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  const validation = toValidationError(error)
  if (validation) return validation
  if (isOutage(error)) return new AppError('UNAVAILABLE')
  const { statusCode = 500 } = error as Partial<FastifyError>
  if (statusCode >= 500 && statusCode !== 503) return null
  return new AppError(CODES_BY_STATUS.get(statusCode) ?? 'VALIDATION')
}

export function createErrorResponse(error: AppError, language: Language): ErrorResponse {
  const fields = error.fields?.map(({ path, problem }) => ({
    path,
    message: translate(ALL_PROBLEMS[problem], language),
  }))
  return { code: error.code, message: translate(ERRORS[error.code].text, language), ...(fields ? { fields } : {}) }
}

/**
 * Responds with the error's code and text; logs unexpected errors, which become UNKNOWN, with the request id. If neither
 * the device nor a verified session determines the language, looks up the language of the claimed session first.
 */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const appError = toAppError(error)
  if (!appError) request.log.error({ err: error }, 'a request failed')
  else if (appError.code === 'UNAVAILABLE') request.log.warn({ err: error }, 'a dependency is unavailable')
  const rejection = appError ?? new AppError('UNKNOWN')
  const retryAfter = rejection.retryAfter ?? (rejection.code === 'UNAVAILABLE' ? OUTAGE_RETRY_AFTER_SECONDS : undefined)
  if (retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(retryAfter)))
  const send = (language: Language) =>
    reply
      .code(rejection.status)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(createErrorResponse(rejection, language)))
  const language = findLanguage(request)
  if (language || WITHOUT_LOOKUP.has(rejection.code)) return send(language ?? DEFAULT_LANGUAGE)
  return request.server.findSessionLanguage(request).then((found) => send(found ?? DEFAULT_LANGUAGE))
}

/**
 * Logs errors that a handler throws after the response, for example because the client aborted the upload. Fastify would
 * log each of them at level error.
 */
function registerLateErrors(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function (request, reply) {
      const result: unknown = handler.call(this, request, reply)
      if (!(result instanceof Promise)) return result
      return result.catch((error: unknown) => {
        if (!reply.sent) throw error
        request.log[toAppError(error) ? 'info' : 'error']({ err: error }, 'a handler failed after its response')
      })
    }
  })
}

/** Registers the error handler of all routes. Must be called before the routes are registered. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler(sendError)
  registerLateErrors(app)
}
