import * as z from 'zod/mini'
import { PAGE_DEFAULT, PAGE_MAX } from './limits.ts'
import type { Problem } from './problems.ts'

/** A database id as it travels: a whole number in digits, below 10^18 so that it always fits a bigint. */
export const Id = z.string().check(z.regex(/^[1-9]\d{0,17}$/, 'field.invalid'))
export type Id = string

/** A party that pushes are for: a member, or the team, whose id is 0. */
export const PartyId = z.union([Id, z.literal('0')])

/** An instant, ISO 8601 in UTC with milliseconds. */
export const Instant = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'field.invalid'))
export type Instant = string

/** Names a call in the logs of everything that it sets going; whoever calls may choose it. */
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

/** The page of a newest-first list: what comes before an id. */
export const PageQuery = z.object({ before: z.optional(Id), limit: z._default(z.optional(Limit), PAGE_DEFAULT) })
export type PageQuery = z.infer<typeof PageQuery>

/** The page of a list whose order is not that of ids: `from` counts those that have been listed. */
export const OffsetQuery = z.object({ from: z._default(z.optional(WholeNumber), 0), limit: PageQuery.shape.limit })
export type OffsetQuery = z.infer<typeof OffsetQuery>

/** Lengths are UTF-16 units, as the browser's `maxlength` counts; zod counts code points. */
export const atLeast = (min: number, problem: Problem) =>
  z.refine<string>((text) => text.length >= min, { error: problem })
export const atMost = (max: number, problem: Problem) =>
  z.refine<string>((text) => text.length <= max, { error: problem })
