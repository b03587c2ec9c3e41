import { PASSKEY_CHALLENGE_MS } from '@app/contract/limits'
import type { PasskeyRequest } from '@app/contract/safety/passkeys'
import { showError } from '../lib/feedback/problem-banner.ts'
import { endServerSession } from '../lib/http/log-out.ts'
import { getSession, startSession } from '../lib/http/session.ts'
import { postLogin, postLoginRequest } from './api.ts'
import { askDevice, DeviceRefusal } from './device.ts'

/**
 * Logs in with a passkey that the member chooses in the device's dialog or among the suggestions of a field. Throws a
 * `DeviceRefusal` if the device provides none. A member who is already logged in continues in the new session.
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
  if (replaced && replaced.sessionId !== session.sessionId) void endServerSession(replaced.sessionId)
}

/** A challenge is replaced this long before it expires, so that an answer still arrives in time. */
const RENEWAL_MARGIN_MS = 30_000

let lastSignal: AbortSignal | null = null

/**
 * Offers the device's passkeys among the suggestions of the email field until `signal` aborts, and logs in with the one
 * that the member chooses. Does nothing when called again with the same signal, or in browsers without such suggestions.
 */
export function offerPasskeys(signal: AbortSignal): void {
  if (signal.aborted || signal === lastSignal) return
  lastSignal = signal
  let renewal: ReturnType<typeof setTimeout> | undefined

  async function offer(): Promise<void> {
    // The page works without suggestions, so a failed request needs no message.
    const options = await postLoginRequest().catch(() => null)
    if (!options || signal.aborted) return
    renewal = setTimeout(() => void offer(), PASSKEY_CHALLENGE_MS - RENEWAL_MARGIN_MS)
    // A new offer, or a login with the button, cancels this one with a `DeviceRefusal`.
    await logInWithPasskey(options, { useBrowserAutofill: true }).catch((error: unknown) => {
      if (!(error instanceof DeviceRefusal) && !signal.aborted) showError(error)
    })
  }

  void window.PublicKeyCredential?.isConditionalMediationAvailable?.().then((isAvailable) => {
    if (isAvailable && !signal.aborted) void offer()
  })
  signal.addEventListener('abort', () => {
    if (!renewal) return
    clearTimeout(renewal)
    void askDevice(async ({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony())
  })
}
