import * as z from 'zod/mini'
import { ID_PATTERN, PAGE_DEFAULT, PAGE_MAX } from './limits.ts'
import type { Problem } from './text/problems.ts'

/** A database id as text. */
export const Id = z.string().check(z.regex(ID_PATTERN, 'field.invalid'))
export type Id = string

/** A recipient of pushes: a member, or the team, whose id is 0. */
export const PartyId = z.union([Id, z.literal('0')])

/** A timestamp: ISO 8601 in UTC with milliseconds. */
export const Instant = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'field.invalid'))
export type Instant = string

/** The id of a request in the logs of all services. Clients may generate it. */
export const RequestId = z.string().check(z.regex(/^[A-Za-z0-9-]{8,64}$/, 'field.invalid'))

/** An id that the client generates; a repeated request with the same one has no second effect. */
export const ClientId = z.uuid('field.invalid').check(z.toLowerCase())

export const IdParam = z.object({ id: Id })

/** A non-negative integer in a query string. */
export const WholeNumber = z.pipe(
  z.string().check(z.regex(/^\d{1,15}$/, 'field.invalid')),
  z.transform((digits: string) => Number(digits)),
)

const Limit = z.pipe(
  WholeNumber,
  z.number().check(z.refine((limit) => limit >= 1 && limit <= PAGE_MAX, { error: 'field.invalid' })),
)

/** Requests a page of a list that is ordered by id, newest first: the entries before an id. */
export const PageQuery = z.object({ before: z.optional(Id), limit: z._default(z.optional(Limit), PAGE_DEFAULT) })
export type PageQuery = z.infer<typeof PageQuery>

/** Requests a page of a list that is not ordered by id: `from` is the number of entries to skip. */
export const OffsetQuery = z.object({ from: z._default(z.optional(WholeNumber), 0), limit: PageQuery.shape.limit })
export type OffsetQuery = z.infer<typeof OffsetQuery>

/** Checks the minimum length of a text in UTF-16 units, as the browser's `minlength` does; zod counts code points. */
export const atLeast = (min: number, problem: Problem) =>
  z.refine<string>((text) => text.length >= min, { error: problem })
/** Checks the maximum length of a text in UTF-16 units, as the browser's `maxlength` does. */
export const atMost = (max: number, problem: Problem) =>
  z.refine<string>((text) => text.length <= max, { error: problem })
