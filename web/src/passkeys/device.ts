import { loadChunk } from '../lib/device/chunks.ts'

/**
 * The reason why a device provided no passkey. `duplicate`: it already has one for this account. `canceled`: any other
 * reason, usually that the member canceled or waited too long.
 */
export type Refusal = 'canceled' | 'duplicate'

/** The error when the device provides no passkey. */
export class DeviceRefusal extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal, cause: unknown) {
    super(refusal, { cause })
    this.name = 'DeviceRefusal'
    this.refusal = refusal
  }
}

/** Returns whether this browser can use passkeys. */
export const hasPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'

type Library = typeof import('@simplewebauthn/browser')

/** Asks the device for a passkey; throws a `DeviceRefusal` if it provides none. Loads the library on first use. */
export async function askDevice<Result>(ask: (library: Library) => Promise<Result>): Promise<Result> {
  const library = await loadChunk(() => import('@simplewebauthn/browser'))
  try {
    return await ask(library)
  } catch (error) {
    const isDuplicate = error instanceof Error && error.name === 'InvalidStateError'
    throw new DeviceRefusal(isDuplicate ? 'duplicate' : 'canceled', error)
  }
}
