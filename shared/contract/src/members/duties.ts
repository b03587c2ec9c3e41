import * as z from 'zod/mini'

/**
 * A responsibility of an admin. LEAD changes duties and reads the team log, PUBLISH writes news and replaces the deck,
 * OPERATE reads the operator's pages, MODERATE removes content of members.
 */
export const Duty = z.enum(['MODERATE', 'LEAD', 'PUBLISH', 'OPERATE'])
export type Duty = z.infer<typeof Duty>
