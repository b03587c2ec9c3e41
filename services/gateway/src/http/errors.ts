import { DECK_PROBLEMS, type DeckProblem } from '@app/contract/deck-problems'
import { ERRORS, type ErrorAnswer, type ErrorCode } from '@app/contract/errors'
import { type Language, preferredLanguage, translate } from '@app/contract/language'
import { PROBLEMS, type Problem, translateProblem } from '@app/contract/problems'
import { isOutage } from '@app/server/db/outages'
import { AppError, type FieldProblem } from '@app/server/errors'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'

/** Seconds after which a call that met an outage may be tried again. */
const OUTAGE_RETRY_AFTER_SECONDS = 2

/** Returns the language to answer in: the device's, if it is one of ours, else the session's, else Swedish. */
export function resolveLanguage({ headers, ctx }: FastifyRequest): Language {
  const sessionLanguage = ctx?.member.language
  return preferredLanguage(headers['accept-language']) ?? sessionLanguage ?? 'SWEDISH'
}

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

/** A schema's message is one of our problem keys; anything else is a shape that does not fit. */
export const toProblem = (message: string | undefined): Problem =>
  message !== undefined && Object.hasOwn(PROBLEMS, message) ? (message as Problem) : 'field.invalid'

/** Problems that have a code of their own, where they are all that is wrong. */
const CODES_BY_PROBLEM = new Map<Problem, ErrorCode>([
  ['userName.characters', 'ILLEGAL_CHARACTER'],
  ['groupName.characters', 'ILLEGAL_CHARACTER'],
  ['groupName.length', 'INVALID_GROUP_NAME'],
])

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

/** Everything that can go wrong, as one of the contract's codes; null is a fault of ours. */
function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  const validation = toValidationError(error)
  if (validation) return validation
  if (isOutage(error)) return new AppError('UNAVAILABLE')
  const { statusCode = 500 } = error as Partial<FastifyError>
  if (statusCode >= 500 && statusCode !== 503) return null
  return new AppError(CODES_BY_STATUS.get(statusCode) ?? 'VALIDATION')
}

const isOfDeck = (problem: Problem): problem is DeckProblem => Object.hasOwn(DECK_PROBLEMS, problem)

const problemMessage = (problem: Problem, language: Language): string =>
  isOfDeck(problem) ? translate(DECK_PROBLEMS[problem], language) : translateProblem(problem, language)

export function createErrorAnswer(error: AppError, language: Language): ErrorAnswer {
  const fields = error.fields?.map(({ path, problem }) => ({ path, message: problemMessage(problem, language) }))
  return { code: error.code, message: translate(ERRORS[error.code].text, language), ...(fields ? { fields } : {}) }
}

/** What we did not foresee is logged with the request id and answered as UNKNOWN. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const known = toAppError(error)
  if (!known) request.log.error({ err: error }, 'a call failed')
  else if (known.code === 'UNAVAILABLE') request.log.warn({ err: error }, 'a part is out of reach')
  const refusal = known ?? new AppError('UNKNOWN')
  const retryAfter = refusal.retryAfter ?? (refusal.code === 'UNAVAILABLE' ? OUTAGE_RETRY_AFTER_SECONDS : undefined)
  if (retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(retryAfter)))
  return reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(createErrorAnswer(refusal, resolveLanguage(request))))
}

/** The one handler. */
export const registerErrors = (app: FastifyInstance): void => void app.setErrorHandler(sendError)
