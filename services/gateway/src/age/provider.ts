import type { Id } from '@app/contract/base'
import type { AgeCheck } from '@app/contract/safety/age-checks'

/** A service that checks the ages of members. */
export type AgeProvider = {
  /** Its name in the results. */
  name: string
  /**
   * Begins a check, and returns the URL of the provider's page that continues it. Throws UNAVAILABLE if the provider does
   * not respond.
   */
  begin: (memberId: Id) => Promise<string>
  /**
   * Returns the result for a member who has come back with this query. Throws AGE_CHECK_FAILED unless the member has begun
   * this check, it is the first callback, and the provider's answer is valid. Throws UNAVAILABLE if the provider does not
   * respond.
   */
  finish: (memberId: Id, query: URLSearchParams) => Promise<NonNullable<AgeCheck['result']>>
}
