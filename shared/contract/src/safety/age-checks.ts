import * as z from 'zod/mini'
import { atMost, Instant } from '../base.ts'

/** The member's age check; `result` and `at` are null until the provider has answered a check. */
export const AgeCheck = z.object({
  result: z.nullable(z.enum(['PASS', 'FAIL'])),
  at: z.nullable(Instant),
})
export type AgeCheck = z.infer<typeof AgeCheck>
AgeCheck.register(z.globalRegistry, { id: 'AgeCheck' })

/** The page of the provider to which the client navigates. */
export const AgeCheckBegun = z.object({ url: z.string() })
export type AgeCheckBegun = z.infer<typeof AgeCheckBegun>

/** The query of the address to which the provider has sent the member back. */
export const AgeCheckCallback = z.object({ query: z.string().check(atMost(4_000, 'field.invalid')) })
export type AgeCheckCallback = z.infer<typeof AgeCheckCallback>
