import * as z from 'zod/mini'

/**
 * A responsibility of an admin. MODERATE works on cases and decides them, LEAD changes duties and reads the team log,
 * PUBLISH writes news and replaces the deck, OPERATE reads the operator's pages and retries failed jobs.
 */
export const Duty = z.enum(['MODERATE', 'LEAD', 'PUBLISH', 'OPERATE'])
export type Duty = z.infer<typeof Duty>
