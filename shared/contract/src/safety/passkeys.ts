import * as z from 'zod/mini'
import { atMost, Instant } from '../base.ts'
import { DeviceOfLogin, Email, PasswordConfirmation } from '../members/members.ts'
import { MemberName } from '../text/name-schemas.ts'
import { isStorable, isVisible, normalizeText } from '../text/normalize.ts'

/** Bytes in base64url. */
const Bytes = (lengthMax: number) =>
  z.string().check(z.regex(/^[A-Za-z0-9_-]+$/, 'field.invalid'), atMost(lengthMax, 'field.invalid'))
const Label = z.string().check(atMost(32, 'field.invalid'))
const CredentialId = Bytes(1_400)
const CredentialType = z.literal('public-key')

export const PasskeyIdParam = z.object({ id: CredentialId })

/** A passkey of the caller. `current` marks the one that began this session. */
export const PasskeyEntry = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: Instant,
  usedAt: z.nullable(Instant),
  current: z.boolean(),
})
export type PasskeyEntry = z.infer<typeof PasskeyEntry>

const Credential = z.object({ id: z.string(), type: CredentialType, transports: z.array(z.string()) })

/** The options of `navigator.credentials.create`, with bytes in base64url. */
export const PasskeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: MemberName, displayName: MemberName }),
  pubKeyCredParams: z.array(z.object({ type: CredentialType, alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(Credential),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})
export type PasskeyCreation = z.infer<typeof PasskeyCreation>

/** A new passkey: its name and the browser's answer to PasskeyCreation, whose further fields are ignored. */
export const AddPasskey = z.object({
  name: z
    .string()
    .check(
      z.refine(isStorable, { error: 'text.characters' }),
      z.refine(isVisible, { error: 'passkey.name' }),
      z.overwrite(normalizeText),
      atMost(50, 'text.long'),
    ),
  credential: z.object({
    id: CredentialId,
    rawId: CredentialId,
    type: CredentialType,
    response: z.object({
      clientDataJSON: Bytes(4_000),
      attestationObject: Bytes(16_000),
      transports: z.optional(z.array(Label).check(z.maxLength(10))),
    }),
  }),
})
export type AddPasskey = z.infer<typeof AddPasskey>

/** The options of `navigator.credentials.get`. No credentials are listed, so that the browser offers all it has. */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(Credential),
})
export type PasskeyRequest = z.infer<typeof PasskeyRequest>

/** The browser's answer to PasskeyRequest; further fields are ignored. */
export const PasskeyLogin = z.extend(DeviceOfLogin, {
  id: CredentialId,
  rawId: CredentialId,
  type: CredentialType,
  response: z.object({
    clientDataJSON: Bytes(4_000),
    authenticatorData: Bytes(4_000),
    signature: Bytes(2_000),
    userHandle: z.optional(z.nullable(Bytes(200))),
  }),
})
export type PasskeyLogin = z.infer<typeof PasskeyLogin>

/** The protection of the account beyond its passkeys. */
export const PasskeyProtection = z.object({
  /** Whether the member logs in only with passkeys, not with the password. */
  passkeyOnly: z.boolean(),
  /** The number of unused recovery codes. */
  codesLeft: z.int(),
  /** The time at which a password set through an emailed link takes effect; null if none is pending. */
  newPasswordFrom: z.nullable(Instant),
})
export type PasskeyProtection = z.infer<typeof PasskeyProtection>

export const SetPasskeyOnly = z.extend(PasswordConfirmation, { passkeyOnly: z.boolean() })
export type SetPasskeyOnly = z.infer<typeof SetPasskeyOnly>

/** The recovery codes, as they are shown once. */
export const RecoveryCodes = z.object({ codes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

/** The characters of recovery codes: Crockford's base32, without I, L, O and U. */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Normalizes a code that may be written in lower case, with separators, or with letters that look like digits. */
const normalizeCode = (code: string): string =>
  code.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')

/** The login with a recovery code, which is then used up. */
export const RecoveryLogin = z.extend(DeviceOfLogin, {
  email: Email,
  code: z
    .string('passkey.code')
    .check(atMost(100, 'field.invalid'), z.overwrite(normalizeCode), z.minLength(1, 'passkey.code')),
})
export type RecoveryLogin = z.infer<typeof RecoveryLogin>
