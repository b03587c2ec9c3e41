import { randomBytes } from 'node:crypto'
import { RECOVERY_CODES } from '@app/contract/limits'
import type { PasswordConfirmation } from '@app/contract/members/members'
import {
  CODE_ALPHABET,
  type PasskeyProtection,
  type RecoveryCodes,
  type RecoveryLogin,
} from '@app/contract/safety/passkeys'
import { hashToken } from '@app/server/accounts/mail-tokens'
import { transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { requireNotHeld } from '@app/server/policies/measures'
import { completeLogin, type NewSession } from '../accounts/complete-login.ts'
import { mailLoginChange } from '../accounts/login-changes.ts'
import { describeLoginAttempt, runAttempt } from '../accounts/password-attempts.ts'
import { deletePendingPassword, findAccount } from '../accounts/queries.ts'
import { requirePassword } from '../accounts/require-password.ts'
import type { Visitor } from '../accounts/visitor.ts'
import type { GatewayCtx, MemberCtx } from '../context.ts'
import { lockOwnAccount } from './own-account.ts'
import {
  consumeCode,
  countPasskeys,
  hasCode,
  lockOwner,
  readProtection,
  replaceCodes,
  updatePasskeyOnly,
} from './queries.ts'

/** 16 characters of 5 bits each: 80 random bits, too many to find by trying all codes against a stolen hash. */
const CODE_LENGTH = 16

const generateCode = (): string =>
  Array.from(randomBytes(CODE_LENGTH), (byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length]).join('')

const formatCode = (code: string): string => code.replace(/.{4}(?=.)/g, '$&-')

/** Replaces the caller's recovery codes. Returns the new ones, of which only hashes are stored. */
export async function createCodes(
  ctx: MemberCtx,
  { password }: PasswordConfirmation,
  ipAddress: string,
): Promise<RecoveryCodes> {
  await requirePassword(ctx, password, ipAddress)
  const codes = Array.from({ length: RECOVERY_CODES }, generateCode)
  await transact(ctx, async (tx) => {
    const { accountId } = tx.member
    const account = await lockOwnAccount(tx)
    await replaceCodes(tx.db, accountId, codes.map(hashToken), tx.now())
    await mailLoginChange(tx, { id: accountId, ...account }, 'RECOVERY_CODES')
    tx.notify([accountId], { type: 'passkeys:changed', by: tx.member.sessionId })
  })
  return { codes: codes.map(formatCode) }
}

/** Sets whether the caller logs in only with passkeys, which requires a passkey and at least one recovery code. */
export async function setPasskeyOnly(
  ctx: MemberCtx,
  { passkeyOnly, password }: PasswordConfirmation & { passkeyOnly: boolean },
  ipAddress: string,
): Promise<void> {
  await requirePassword(ctx, password, ipAddress)
  await transact(ctx, async (tx) => {
    const { accountId } = tx.member
    const account = await lockOwnAccount(tx)
    const { codesLeft, passkeyOnly: wasPasskeyOnly } = await readProtection(tx.db, accountId)
    if (passkeyOnly && (codesLeft === 0 || (await countPasskeys(tx.db, accountId)) === 0))
      throw new AppError('VALIDATION', { fields: [{ path: 'passkeyOnly', problem: 'passkeys.onlyNeeds' }] })
    await updatePasskeyOnly(tx.db, accountId, passkeyOnly)
    if (!passkeyOnly) await deletePendingPassword(tx.db, accountId)
    if (passkeyOnly !== wasPasskeyOnly)
      await mailLoginChange(tx, { id: accountId, ...account }, passkeyOnly ? 'PASSKEY_ONLY' : 'PASSWORD_AGAIN')
    tx.notify([accountId], { type: 'passkeys:changed', by: tx.member.sessionId })
  })
}

export const readOwnProtection = ({ db, member }: MemberCtx): Promise<PasskeyProtection> =>
  readProtection(db, member.accountId)

/** Cancels the new password that an emailed link has set, until the first login with it. */
export const cancelNewPassword = (ctx: MemberCtx): Promise<void> =>
  transact(ctx, async (tx) => {
    const { accountId } = tx.member
    await lockOwnAccount(tx)
    await deletePendingPassword(tx.db, accountId)
    tx.notify([accountId], { type: 'passkeys:changed', by: tx.member.sessionId })
  })

/**
 * Opens a session with a recovery code, which is used up. Wrong codes count against the same limits as wrong passwords,
 * and known and unknown addresses take the same steps.
 */
export async function logInWithCode(
  ctx: GatewayCtx,
  { email, code }: RecoveryLogin,
  visitor: Visitor,
): Promise<NewSession> {
  const hash = hashToken(code)
  const account = await runAttempt(ctx, describeLoginAttempt(ctx.config, email, visitor.source), async () => {
    const candidate = await findAccount(ctx, email)
    return (await hasCode(ctx.db, candidate?.memberId ?? '-1', hash)) ? candidate : undefined
  })
  if (!account) throw new AppError('FALSE_CREDENTIALS')
  requireNotHeld(account, ctx.now())
  if (account.deletedAt) throw new AppError('DELETED_STATE')
  const { memberId } = account
  return transact(ctx, async (tx) => {
    if (!(await lockOwner(tx.db, memberId))) throw new AppError('DELETED_STATE')
    if (!(await consumeCode(tx.db, memberId, hash))) throw new AppError('FALSE_CREDENTIALS')
    const session = await completeLogin(tx, ctx, account, visitor, { startedBy: 'CODE', passkeyId: null })
    tx.notify([memberId], { type: 'passkeys:changed', by: session.sessionId })
    return session
  })
}
