import * as z from 'zod/mini'

/** A half-year in Stockholm time, such as `2025-2`. */
export const Half = z.string().check(z.regex(/^20\d\d-[12]$/, 'field.invalid'))

/** The half-year of the requested figures; the current one if `half` is missing. */
export const FiguresQuery = z.object({ half: z.optional(Half) })
export type FiguresQuery = z.infer<typeof FiguresQuery>

/** A number for the transparency report. A number from one to four is null with `few`, so that it identifies nobody. */
export const Count = z.object({ name: z.string(), count: z.nullable(z.int()), few: z.boolean() })
export type Count = z.infer<typeof Count>

/** The figures of a half-year (DSA, articles 15 and 24). `name` of a count is a code of the contract. */
export const Figures = z.object({
  half: z.string(),
  /** The half-years since the first case, newest first. */
  halves: z.array(z.string()),
  reportsByCategory: z.array(Count),
  /** MEMBER, NOTICE, OWN and AUTHORITY. */
  reportsBySource: z.array(Count),
  /** REMOVE, WARN, RESTRICT, SUSPEND, BAN and DISMISS. */
  actionsByKind: z.array(Count),
  actionsByReason: z.array(Count),
  /** LAW and TERMS. */
  actionsByGround: z.array(Count),
  automated: Count,
  /** SENT, UPHELD and OVERTURNED. */
  appeals: z.array(Count),
  /** Cases opened for an authority. */
  orders: Count,
  /** SENT and OVERTURNED. */
  objections: z.array(Count),
  /** The median time from the opening of a case to its decision, in hours; null for fewer than five decisions. */
  medianHours: z.nullable(z.number()),
  /** The share of cases that were first claimed within their aim, in percent; null for fewer than five cases. */
  withinAim: z.nullable(z.int()),
})
export type Figures = z.infer<typeof Figures>
