import type { ClientLog } from '@app/contract/app'
import { maskSensitive } from '@app/server/mails/masking'

/** Returns a browser's report with personal data masked, so that the server may log it. */
export const maskClientLog = ({ level, message, stack, url, version, requestId }: ClientLog) => ({
  level,
  message: maskSensitive(message),
  stack: stack && maskSensitive(stack),
  url: url && maskSensitive(url.split(/[?#]/)[0] ?? ''),
  version: version && maskSensitive(version),
  requestId,
})
