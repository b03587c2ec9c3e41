import type { ClientLog } from '@app/contract/app'
import { masked } from '@app/server/masking'

/** What a browser tells of its troubles, fit for the server's log. */
export const forLog = ({ level, message, stack, url, version, requestId }: ClientLog) => ({
  level,
  message: masked(message),
  stack: stack && masked(stack),
  url: url && masked(url.split(/[?#]/)[0] ?? ''),
  version: version && masked(version),
  requestId,
})
