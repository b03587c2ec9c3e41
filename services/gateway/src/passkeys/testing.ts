import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { AddPasskey, PasskeyCreation, PasskeyLogin, PasskeyRequest } from '@app/contract/safety/passkeys'

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const toBase64Url = (data: string | Buffer): string => Buffer.from(data).toString('base64url')

/** Encodes a byte string, a text or a small integer in CBOR. */
function encode(value: Buffer | string | number): Buffer {
  if (typeof value === 'number') return Buffer.from([value < 0 ? 0x20 - 1 - value : value])
  const bytes = Buffer.from(value)
  const type = typeof value === 'string' ? 0x60 : 0x40
  if (bytes.length < 24) return Buffer.concat([Buffer.from([type + bytes.length]), bytes])
  if (bytes.length < 256) return Buffer.concat([Buffer.from([type + 24, bytes.length]), bytes])
  return Buffer.concat([Buffer.from([type + 25, bytes.length >> 8, bytes.length & 255]), bytes])
}

const EMPTY_MAP = Buffer.from([0xa0])
/** Encodes a map of fewer than 24 entries whose values are already encoded. */
const encodeMap = (entries: [string | number, Buffer][]): Buffer =>
  Buffer.concat([Buffer.from([0xa0 + entries.length]), ...entries.flatMap(([key, value]) => [encode(key), value])])

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/** The parts of an authenticator's response that a test can replace with invalid ones. */
export type Answer = {
  origin?: string
  rpId?: string
  challenge?: string
  /** The id of another passkey, which is signed with the key of this one. */
  id?: string
  userHandle?: string
  crossOrigin?: boolean
  isVerified?: boolean
  /** Adds a certificate to the attestation. */
  certificate?: boolean
}

/** A passkey of a software authenticator, whose counter a test can set. */
export type SoftwarePasskey = {
  id: string
  counter: number
  create: (name: string, options: PasskeyCreation, answer?: Answer) => AddPasskey
  get: (options: PasskeyRequest, answer?: Answer) => PasskeyLogin
}

function encodeKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const coordinates = [x, y].map((base64url) => encode(Buffer.from(base64url, 'base64url')))
  return encodeMap([
    [1, encode(2)],
    [3, encode(-7)],
    [-1, encode(1)],
    [-2, coordinates[0] as Buffer],
    [-3, coordinates[1] as Buffer],
  ])
}

/** Creates a passkey with a key pair of its own, as an authenticator does for a browser at `siteOrigin`. */
export function aPasskey(siteOrigin: string): SoftwarePasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const idBytes = randomBytes(32)
  const id = idBytes.toString('base64url')
  let handle = ''

  const createClientData = (type: string, challenge: string, answer: Answer) =>
    JSON.stringify({
      type,
      challenge: answer.challenge ?? challenge,
      origin: answer.origin ?? siteOrigin,
      crossOrigin: answer.crossOrigin ?? false,
    })
  function createAuthenticatorData(rpId: string, { isVerified = true, ...answer }: Answer, flags = 0): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(passkey.counter)
    const allFlags = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | flags
    return Buffer.concat([sha256(answer.rpId ?? rpId), Buffer.from([allFlags]), counter])
  }

  const passkey: SoftwarePasskey = {
    id,
    counter: 0,
    create(name, { challenge, rp, user }, answer = {}) {
      handle = user.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(idBytes.length)
      const authData = Buffer.concat([
        createAuthenticatorData(rp.id, answer, HAS_CREDENTIAL),
        Buffer.alloc(16),
        length,
        idBytes,
        encodeKey(publicKey),
      ])
      const statement = answer.certificate
        ? encodeMap([['x5c', Buffer.concat([Buffer.from([0x81]), encode(randomBytes(64))])]])
        : EMPTY_MAP
      const attestationObject = encodeMap([
        ['fmt', encode(answer.certificate ? 'packed' : 'none')],
        ['attStmt', statement],
        ['authData', encode(authData)],
      ])
      const response = {
        clientDataJSON: toBase64Url(createClientData('webauthn.create', challenge, answer)),
        attestationObject: toBase64Url(attestationObject),
        transports: ['internal'],
      }
      return { name, credential: { id, rawId: id, type: 'public-key', response } }
    },
    get({ challenge, rpId }, answer = {}) {
      if (passkey.counter > 0) passkey.counter += 1
      const clientData = createClientData('webauthn.get', challenge, answer)
      const authenticatorData = createAuthenticatorData(rpId, answer)
      const response = {
        clientDataJSON: toBase64Url(clientData),
        authenticatorData: toBase64Url(authenticatorData),
        signature: toBase64Url(sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey)),
        userHandle: answer.userHandle ?? handle,
      }
      return { id: answer.id ?? id, rawId: answer.id ?? id, type: 'public-key', response }
    },
  }
  return passkey
}
