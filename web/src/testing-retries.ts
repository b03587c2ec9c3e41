import { onTestFinished, vi } from 'vitest'
import * as retryDelay from './lib/http/retry-delay.ts'

/**
 * Lets each retry follow the failed request at once, until the running test ends. With the real delays, an error shows
 * after up to six seconds.
 */
export function skipRetryDelays(): void {
  const delay = vi.spyOn(retryDelay, 'computeRetryDelayMs').mockReturnValue(0)
  onTestFinished(() => delay.mockRestore())
}
