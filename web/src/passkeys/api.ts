import type { PasswordConfirmation, Session } from '@app/contract/members/members'
import type {
  AddPasskey,
  PasskeyCreation,
  PasskeyEntry,
  PasskeyLogin,
  PasskeyProtection,
  PasskeyRequest,
  RecoveryCodes,
  RecoveryLogin,
  SetPasskeyOnly,
} from '@app/contract/safety/passkeys'
import { getDeviceKey } from '../lib/device/device-key.ts'
import { get, post } from '../lib/http/http.ts'

export const getOwnSession = (): Promise<Session> => get('sessions/verify')
export const getPasskeys = (): Promise<PasskeyEntry[]> => get('passkeys')
export const postCreation = (proof: PasswordConfirmation): Promise<PasskeyCreation> => post('passkeys/options', proof)
export const postPasskey = (passkey: AddPasskey): Promise<PasskeyEntry> => post('passkeys', passkey)
export const postDeletion = (id: string, proof: PasswordConfirmation): Promise<void> =>
  post(`passkeys/${encodeURIComponent(id)}/delete`, proof)

export const getProtection = (): Promise<PasskeyProtection> => get('passkeys/protection')
export const postCodes = (proof: PasswordConfirmation): Promise<RecoveryCodes> => post('passkeys/codes', proof)
export const postPasskeyOnly = (change: SetPasskeyOnly): Promise<void> => post('passkeys/only', change)
export const postNewPasswordCancel = (): Promise<void> => post('passkeys/new-password/cancel')

export const postRecovery = (login: RecoveryLogin): Promise<Session> =>
  post('sessions/recovery', { ...login, deviceKey: getDeviceKey() })
export const postLoginRequest = (): Promise<PasskeyRequest> => post('sessions/passkey/options')
export const postLogin = (login: PasskeyLogin): Promise<Session> =>
  post('sessions/passkey', { ...login, deviceKey: getDeviceKey() })
