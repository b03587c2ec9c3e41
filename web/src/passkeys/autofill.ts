import { PASSKEY_CHALLENGE_MS } from '@app/contract/limits'
import { WebAuthnAbortService } from '@simplewebauthn/browser'
import { showError } from '../lib/feedback/problem-banner.ts'
import { postLoginRequest } from './api.ts'
import { DeviceRefusal } from './device.ts'
import { logInWithPasskey } from './login.ts'

/** A challenge is replaced this long before it expires, so that an answer still arrives in time. */
const RENEWAL_MARGIN_MS = 30_000

let lastSignal: AbortSignal | null = null

/**
 * Offers the passkeys of the device among the suggestions of the field for the email address, until the signal, and logs
 * in with the one that the member chooses. Offers them once for each signal, and nothing in browsers that cannot do this.
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
    // A new offer or a login with the button ends the previous offer with a refusal.
    await logInWithPasskey(options, { useBrowserAutofill: true }).catch((error: unknown) => {
      if (!(error instanceof DeviceRefusal) && !signal.aborted) showError(error)
    })
  }

  void window.PublicKeyCredential?.isConditionalMediationAvailable?.().then((isAvailable) => {
    if (isAvailable && !signal.aborted) void offer()
  })
  signal.addEventListener('abort', () => {
    clearTimeout(renewal)
    WebAuthnAbortService.cancelCeremony()
  })
}
