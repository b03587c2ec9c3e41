import * as z from 'zod/mini'
import { PAGE_DEFAULT, PAGE_MAX } from './limits.ts'
import type { Problem } from './text/problems.ts'

/** A database id in JSON: a positive whole number in digits, below 10^18 so that it always fits a bigint. */
export const Id = z.string().check(z.regex(/^[1-9]\d{0,17}$/, 'field.invalid'))
export type Id = string

/** A recipient of pushes: a member, or the team, whose id is 0. */
export const PartyId = z.union([Id, z.literal('0')])

/** An instant, ISO 8601 in UTC with milliseconds. */
export const Instant = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'field.invalid'))
export type Instant = string

/** Identifies a request in the logs of everything that it triggers. The caller may choose it. */
export const RequestId = z.string().check(z.regex(/^[A-Za-z0-9-]{8,64}$/, 'field.invalid'))

export const IdParam = z.object({ id: Id })

/** A non-negative whole number in a query string. */
export const WholeNumber = z.pipe(
  z.string().check(z.regex(/^\d{1,15}$/, 'field.invalid')),
  z.transform((digits: string) => Number(digits)),
)

const Limit = z.pipe(
  WholeNumber,
  z.number().check(z.refine((limit) => limit >= 1 && limit <= PAGE_MAX, { error: 'field.invalid' })),
)

/** A page of a newest-first list: the entries before an id. */
export const PageQuery = z.object({ before: z.optional(Id), limit: z._default(z.optional(Limit), PAGE_DEFAULT) })
export type PageQuery = z.infer<typeof PageQuery>

/** A page of a list that is not ordered by id: `from` is the number of entries already listed. */
export const OffsetQuery = z.object({ from: z._default(z.optional(WholeNumber), 0), limit: PageQuery.shape.limit })
export type OffsetQuery = z.infer<typeof OffsetQuery>

/** Checks lengths in UTF-16 units, as the browser's `maxlength` does; zod counts code points. */
export const atLeast = (min: number, problem: Problem) =>
  z.refine<string>((text) => text.length >= min, { error: problem })
export const atMost = (max: number, problem: Problem) =>
  z.refine<string>((text) => text.length <= max, { error: problem })
