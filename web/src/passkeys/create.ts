import type { AddPasskey, PasskeyCreation } from '@app/contract/safety/passkeys'
import { askDevice } from './device.ts'

/** Creates a passkey on the device. Throws a `DeviceRefusal` if the device creates none. */
export const createPasskey = (optionsJSON: PasskeyCreation): Promise<AddPasskey['credential']> =>
  askDevice(({ startRegistration }) => startRegistration({ optionsJSON }))
