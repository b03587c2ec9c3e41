import type { Session } from '@app/contract/members/members'
import type {
  AddPasskey,
  AddPasskeyOptions,
  PasskeyCreation,
  PasskeyEntry,
  PasskeyLogin,
  PasskeyRequest,
} from '@app/contract/safety/passkeys'
import { get, post } from '../lib/http/http.ts'

export const getPasskeys = (): Promise<PasskeyEntry[]> => get('passkeys')
export const postCreation = (proof: AddPasskeyOptions): Promise<PasskeyCreation> => post('passkeys/options', proof)
export const postPasskey = (passkey: AddPasskey): Promise<PasskeyEntry> => post('passkeys', passkey)
export const postDeletion = (id: string, proof: AddPasskeyOptions): Promise<void> =>
  post(`passkeys/${encodeURIComponent(id)}/delete`, proof)

export const postLoginRequest = (): Promise<PasskeyRequest> => post('sessions/passkey/options')
export const postLogin = (login: PasskeyLogin): Promise<Session> => post('sessions/passkey', login)
