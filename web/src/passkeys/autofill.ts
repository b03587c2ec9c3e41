import { PASSKEY_CHALLENGE_MS } from '@app/contract/limits'
import { WebAuthnAbortService } from '@simplewebauthn/browser'
import { showError } from '../lib/feedback/problem-banner.ts'
import { postLoginRequest } from './api.ts'
import { DeviceRefusal } from './device.ts'
import { logInWithPasskey } from './login.ts'

/** A challenge is replaced this long before it expires, so that an answer still arrives in time. */
const RENEWAL_MARGIN_MS = 30_000

/**
 * Offers the passkeys of the device among the suggestions of the field for the email address, and logs in with the one
 * that the member chooses. Browsers that cannot do this offer nothing. Returns a function that withdraws the offer.
 */
export function offerPasskeys(): () => void {
  let isWithdrawn = false
  let renewal: ReturnType<typeof setTimeout> | undefined

  async function offer(): Promise<void> {
    // The page works without suggestions, so a failed request needs no message.
    const options = await postLoginRequest().catch(() => null)
    if (!options || isWithdrawn) return
    renewal = setTimeout(() => void offer(), PASSKEY_CHALLENGE_MS - RENEWAL_MARGIN_MS)
    // A new offer or a login with the button ends the previous offer with a refusal.
    await logInWithPasskey(options, { useBrowserAutofill: true }).catch((error: unknown) => {
      if (!(error instanceof DeviceRefusal) && !isWithdrawn) showError(error)
    })
  }

  void window.PublicKeyCredential?.isConditionalMediationAvailable?.().then((isAvailable) => {
    if (isAvailable && !isWithdrawn) void offer()
  })
  return () => {
    isWithdrawn = true
    clearTimeout(renewal)
    WebAuthnAbortService.cancelCeremony()
  }
}
