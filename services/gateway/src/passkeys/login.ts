import { generateKeyPairSync } from 'node:crypto'
import { PASSKEY_CHALLENGE_MS } from '@app/contract/limits'
import type { PasskeyLogin, PasskeyRequest } from '@app/contract/safety/passkeys'
import { transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { requireNotHeld } from '@app/server/policies/measures'
import { getNetwork } from '@app/server/process/network'
import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { completeLogin, type NewSession } from '../accounts/complete-login.ts'
import type { Visitor } from '../accounts/visitor.ts'
import type { GatewayCtx } from '../context.ts'
import { consumeChallenge, issueChallenge } from './challenges.ts'
import { findPasskey, lockOwner, recordUse } from './queries.ts'
import { createUserHandle, toRelyingParty } from './relying-party.ts'

/** Returns the options with which the browser offers all of its passkeys for this site, of any account. */
export async function requestPasskey(ctx: GatewayCtx, ipAddress: string): Promise<PasskeyRequest> {
  await ctx.limits.take('passkeyOptionsPerNetwork', getNetwork(ipAddress))
  return {
    challenge: await issueChallenge(ctx, { purpose: 'LOGIN', memberId: null }),
    rpId: toRelyingParty(ctx.config).id,
    timeout: PASSKEY_CHALLENGE_MS,
    userVerification: 'required',
    allowCredentials: [],
  }
}

/** Returns a public key in the COSE format, and discards its private key. */
function createUnknownKey(): Buffer {
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
  const encodeCoordinate = (base64url: string) => [Buffer.from([0x58, 32]), Buffer.from(base64url, 'base64url')]
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    ...encodeCoordinate(x),
    Buffer.from([0x22]),
    ...encodeCoordinate(y),
  ])
}

/** The key for verifying signatures of unknown passkeys, so that the timing does not reveal which passkeys exist. */
const UNKNOWN_KEY = createUnknownKey()

type Verified = { passkey: NonNullable<Awaited<ReturnType<typeof findPasskey>>>; counter: number }

/** Verifies the browser's answer. Returns null if the passkey is unknown or the answer is invalid. */
async function verifyAnswer(ctx: GatewayCtx, answer: PasskeyLogin): Promise<Verified | null> {
  const use = { purpose: 'LOGIN', memberId: null } as const
  const expectedChallenge = await consumeChallenge(ctx, answer.response.clientDataJSON, use)
  if (expectedChallenge === null) return null
  const passkey = await findPasskey(ctx, Buffer.from(answer.id, 'base64url'))
  const { id: expectedRPID, origins: expectedOrigin } = toRelyingParty(ctx.config)
  const { userHandle } = answer.response
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} } as never,
      ...{ expectedChallenge, expectedOrigin, expectedRPID },
      credential: {
        id: answer.id,
        publicKey: new Uint8Array(passkey?.publicKey ?? UNKNOWN_KEY),
        counter: Number(passkey?.counter ?? 0),
      },
      requireUserVerification: true,
    })
    if (!verified || !passkey) return null
    const isOwner =
      !userHandle || userHandle === createUserHandle({ id: passkey.memberId, registeredAt: passkey.registeredAt })
    return isOwner ? { passkey, counter: authenticationInfo.newCounter } : null
  } catch (error) {
    ctx.log.info({ err: error }, 'a login with a passkey was rejected')
    return null
  }
}

/** Opens a session for a visitor with a passkey. Failed attempts count against the network's limit of wrong logins. */
export async function logInWithPasskey(ctx: GatewayCtx, answer: PasskeyLogin, visitor: Visitor): Promise<NewSession> {
  const network = getNetwork(visitor.source.ipAddress)
  await ctx.limits.take('wrongLoginsPerNetwork', network)
  const verified = await verifyAnswer(ctx, answer)
  if (!verified) throw new AppError('FALSE_CREDENTIALS')
  await ctx.limits.refund('wrongLoginsPerNetwork', network)
  const { memberId, deletedAt, heldUntil } = verified.passkey
  requireNotHeld({ heldUntil }, ctx.now())
  if (deletedAt) throw new AppError('DELETED_STATE')
  const id = Buffer.from(answer.id, 'base64url')
  return transact(ctx, async (tx) => {
    if (!(await lockOwner(tx.db, memberId))) throw new AppError('DELETED_STATE')
    if (!(await recordUse(tx.db, id, verified.counter, tx.now()))) throw new AppError('FALSE_CREDENTIALS')
    return completeLogin(tx, ctx, verified.passkey, visitor, { startedBy: 'PASSKEY', passkeyId: id })
  })
}
