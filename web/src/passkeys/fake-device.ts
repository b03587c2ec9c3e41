import type { AddPasskey, PasskeyCreation, PasskeyRequest } from '@app/contract/safety/passkeys'

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer as ArrayBuffer

export const CREATION: PasskeyCreation = {
  challenge: 'dXRtYW5pbmc',
  rp: { id: 'localhost', name: 'Salong' },
  user: { id: 'MQ', name: 'Vera', displayName: 'Vera' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  attestation: 'none',
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
}

export const REQUEST: PasskeyRequest = {
  challenge: 'dXRtYW5pbmc',
  rpId: 'localhost',
  timeout: 300_000,
  userVerification: 'required',
  allowCredentials: [],
}

const credential = (response: object) => ({
  id: 'bnljaw',
  rawId: bytes('nyck'),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  response,
  getClientExtensionResults: () => ({}),
})

const CREATED = credential({
  clientDataJSON: bytes('client data'),
  attestationObject: bytes('attestation'),
  getTransports: () => ['internal'],
})

const USED = credential({
  clientDataJSON: bytes('client data'),
  authenticatorData: bytes('authenticator data'),
  signature: bytes('signature'),
  userHandle: null,
})

/** The part of the credential that the server needs to store. */
export const CREDENTIAL: Pick<AddPasskey['credential'], 'id' | 'rawId' | 'type'> = {
  id: 'bnljaw',
  rawId: 'bnljaw',
  type: 'public-key',
}

/** A device with passkeys. If `refuseWith` is set, it rejects all requests with the browser's error of that name. */
export class FakeDevice {
  refuseWith: 'NotAllowedError' | 'InvalidStateError' | null = null
  askCount = 0
  /** Resolves when the member chooses a suggested passkey; null if the device suggests none in form fields. */
  suggestion: Promise<void> | null = null

  /** Installs the device in this window. Returns a function that removes it. */
  install(): () => void {
    const answer = async (response: object) => {
      this.askCount += 1
      if (this.refuseWith) throw new DOMException('refused', this.refuseWith)
      return response
    }
    const get = async ({ mediation }: CredentialRequestOptions) => {
      if (mediation === 'conditional') await this.suggestion
      return answer(USED)
    }
    const isConditionalMediationAvailable = async () => this.suggestion !== null
    const credentials = { create: () => answer(CREATED), get }
    const value = Object.assign(class {}, { isConditionalMediationAvailable })
    Object.defineProperty(window, 'PublicKeyCredential', { configurable: true, value })
    Object.defineProperty(navigator, 'credentials', { configurable: true, value: credentials })
    return () => {
      Reflect.deleteProperty(window, 'PublicKeyCredential')
      Reflect.deleteProperty(navigator, 'credentials')
    }
  }
}
