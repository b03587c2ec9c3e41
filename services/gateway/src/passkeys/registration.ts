import { PASSKEY_CHALLENGE_MS, PASSKEYS_PER_MEMBER } from '@app/contract/limits'
import type { PasswordConfirmation } from '@app/contract/members/members'
import type { AddPasskey, PasskeyCreation, PasskeyEntry } from '@app/contract/safety/passkeys'
import { toAccountIdentity } from '@app/server/accounts/identity'
import { transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { appendToLog } from '@app/server/safety/team-log'
import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject } from '@simplewebauthn/server/helpers'
import { mailLoginChange } from '../accounts/login-changes.ts'
import { deletePendingPassword, insertMail } from '../accounts/queries.ts'
import { requirePassword } from '../accounts/require-password.ts'
import type { MemberCtx } from '../context.ts'
import { notifySessionsRevoked } from '../sessions/actions.ts'
import { deletePasskeySessions, readSessionOwner } from '../sessions/queries.ts'
import { consumeChallenge, issueChallenge } from './challenges.ts'
import { lockOwnAccount } from './own-account.ts'
import {
  countPasskeys,
  deletePasskeyRow,
  insertPasskey,
  listCredentials,
  listPasskeys,
  updatePasskeyOnly,
} from './queries.ts'
import { createUserHandle, toRelyingParty } from './relying-party.ts'

/** ECDSA with P-256, EdDSA and RSA. Every authenticator supports one of these. */
const ALGORITHMS = [-7, -8, -257]

const createTooManyError = () => new AppError('VALIDATION', { fields: [{ path: 'name', problem: 'passkeys.many' }] })

/** Returns the options with which the browser creates a passkey for the caller's account. */
export async function preparePasskey(
  ctx: MemberCtx,
  options: PasswordConfirmation,
  ipAddress: string,
): Promise<PasskeyCreation> {
  await requirePassword(ctx, options.password, ipAddress)
  const { accountId: memberId } = ctx.member
  const credentials = await listCredentials(ctx.db, memberId)
  if (credentials.length >= PASSKEYS_PER_MEMBER) throw createTooManyError()
  const { id, name } = toRelyingParty(ctx.config)
  const { userName } = await readSessionOwner(ctx.db, ctx.member)
  return {
    challenge: await issueChallenge(ctx, { purpose: 'ADD', memberId }),
    rp: { id, name },
    user: { id: createUserHandle(toAccountIdentity(ctx.member)), name: userName, displayName: userName },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: PASSKEY_CHALLENGE_MS,
    attestation: 'none',
    excludeCredentials: credentials.map((credential) => ({
      id: credential.id.toString('base64url'),
      type: 'public-key',
      transports: credential.transports,
    })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  }
}

/**
 * Returns whether the browser's answer has no attestation by a certificate. None was requested, and to verify one, the
 * library would fetch URLs that the caller chooses.
 */
function hasNoCertificate(attestationObject: string): boolean {
  const attestation = decodeAttestationObject(Buffer.from(attestationObject, 'base64url'))
  const format = attestation.get('fmt')
  return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined)
}

/** Verifies the browser's answer. Returns the new credential, or null if the answer is invalid. */
async function verifyCreation(ctx: MemberCtx, { credential }: AddPasskey) {
  const use = { purpose: 'ADD', memberId: ctx.member.accountId } as const
  const expectedChallenge = await consumeChallenge(ctx, credential.response.clientDataJSON, use)
  if (expectedChallenge === null) return null
  const { id: expectedRPID, origins: expectedOrigin } = toRelyingParty(ctx.config)
  try {
    if (!hasNoCertificate(credential.response.attestationObject)) return null
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} } as never,
      ...{ expectedChallenge, expectedOrigin, expectedRPID },
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    return registrationInfo?.credential ?? null
  } catch (error) {
    ctx.log.info({ err: error }, 'a new passkey was rejected')
    return null
  }
}

/** Adds a passkey to the caller's account, and informs the member by email; records a passkey of an admin in the team log. */
export async function addPasskey(ctx: MemberCtx, input: AddPasskey): Promise<PasskeyEntry> {
  const credential = await verifyCreation(ctx, input)
  if (!credential) throw new AppError('FALSE_CREDENTIALS')
  const { name } = input
  await transact(ctx, async (tx) => {
    const { accountId, level } = tx.member
    const { email: address, language } = await lockOwnAccount(tx)
    if ((await countPasskeys(tx.db, accountId)) >= PASSKEYS_PER_MEMBER) throw createTooManyError()
    await insertPasskey(tx.db, {
      id: Buffer.from(credential.id, 'base64url'),
      memberId: accountId,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: input.credential.response.transports ?? [],
      name,
      createdAt: tx.now().toISOString(),
    })
    tx.notify([accountId], { type: 'passkeys:changed', by: tx.member.sessionId })
    const mail = { kind: 'PASSKEY_ADDED', address, language, memberId: accountId } as const
    const entry = { byId: accountId, act: 'PASSKEY_ADDED', about: { name } } as const
    const aboutId = level === 'ADMIN' ? await appendToLog(tx, entry) : undefined
    const mailId = await insertMail(tx.db, { ...mail, aboutId }, tx.now())
    tx.enqueue({ name: 'mail:send', payload: { mailId } })
  })
  const entry = (await listPasskeys(ctx.db, ctx.member)).find(({ id }) => id === credential.id)
  if (!entry) throw new AppError('CONFLICT')
  return entry
}

/**
 * Deletes one of the caller's passkeys, ends the other sessions that began with it, and informs the member by email. After
 * the last one, the password logs in again. Records a passkey of an admin in the team log.
 */
export async function deletePasskey(
  ctx: MemberCtx,
  passkeyId: string,
  options: PasswordConfirmation,
  ipAddress: string,
): Promise<void> {
  await requirePassword(ctx, options.password, ipAddress)
  const id = Buffer.from(passkeyId, 'base64url')
  await transact(ctx, async (tx) => {
    const { accountId, level } = tx.member
    const account = await lockOwnAccount(tx)
    const deleted = await deletePasskeyRow(tx.db, accountId, id)
    if (!deleted) throw new AppError('NOT_FOUND')
    // Otherwise the member could log in only with recovery codes.
    if ((await countPasskeys(tx.db, accountId)) === 0) {
      await updatePasskeyOnly(tx.db, accountId, false)
      await deletePendingPassword(tx.db, accountId)
    }
    await mailLoginChange(tx, { id: accountId, ...account }, 'PASSKEY_DELETED')
    notifySessionsRevoked(tx, accountId, await deletePasskeySessions(tx.db, tx.member, id))
    tx.notify([accountId], { type: 'passkeys:changed', by: tx.member.sessionId })
    if (level === 'ADMIN')
      await appendToLog(tx, { byId: accountId, act: 'PASSKEY_DELETED', about: { name: deleted.name } })
  })
}
