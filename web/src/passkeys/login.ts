import type { Session } from '@app/contract/members/members'
import type { PasskeyRequest } from '@app/contract/safety/passkeys'
import { requestHeaders } from '../lib/http/request-headers.ts'
import { getSession, startSession } from '../lib/http/session.ts'
import { postLogin } from './api.ts'
import { askDevice } from './device.ts'

/** Ends the session that a login has replaced. If the request fails, the server session expires after inactivity. */
async function endReplacedSession({ sessionId }: Session): Promise<void> {
  const headers = requestHeaders(sessionId)
  await fetch('/api/v2/sessions/logout', { method: 'POST', headers, keepalive: true }).catch(() => undefined)
}

/**
 * Logs in with a passkey that the member chooses on the device, in its dialog or among the suggestions of a field. Throws a `DeviceRefusal` if the device gives none. A
 * member who is already logged in continues in the new session.
 */
export async function logInWithPasskey(
  optionsJSON: PasskeyRequest,
  { useBrowserAutofill = false } = {},
): Promise<void> {
  const credential = await askDevice(({ startAuthentication }) =>
    startAuthentication({ optionsJSON, useBrowserAutofill }),
  )
  const session = await postLogin(credential)
  const replaced = getSession()
  startSession(session)
  if (replaced && replaced.sessionId !== session.sessionId) void endReplacedSession(replaced)
}
