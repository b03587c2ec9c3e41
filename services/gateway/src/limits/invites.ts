import { readTrust, type Trust } from '@app/server/policies/trust'
import { hashForPurpose } from '@app/server/safety/keys'
import type { MemberCtx } from '../context.ts'
import type { WindowRateName } from './limits.ts'

const RATE_BY_TRUST = { NEW: 'invitesOfNew', KNOWN: 'invitesOfKnown', TRUSTED: 'invitesOfTrusted' } as const

const NEITHER_LETTERS_NOR_DIGITS = /[^\p{L}\p{N}]+/gu

/**
 * Returns the subject under which a limit counts the account's invites with the same words, regardless of case and
 * punctuation. It contains only a keyed hash of the words.
 */
function createWordsSubject({ member, config }: MemberCtx, message: string): string {
  const words = message.normalize('NFKC').toLowerCase().replace(NEITHER_LETTERS_NOR_DIGITS, ' ').trim()
  const hash = hashForPurpose(config.sessionSecret, 'invite-words', words).toString('base64url')
  return `${member.accountId}:${hash}`
}

async function countIfSent<Result>(
  { limits }: MemberCtx,
  rate: WindowRateName,
  subject: string,
  send: () => Promise<Result>,
): Promise<Result> {
  await limits.take(rate, subject)
  return send().catch(async (error: unknown) => {
    await limits.refund(rate, subject)
    throw error
  })
}

/**
 * Sends an invite of any kind and counts it against the caller's daily limit, which depends on the trust in the caller.
 * Invites that fail do not count.
 */
export async function countInvite<Result>(ctx: MemberCtx, send: (trust: Trust) => Promise<Result>): Promise<Result> {
  const { accountId } = ctx.member
  const trust = await readTrust(ctx.db, accountId, ctx.now())
  return countIfSent(ctx, RATE_BY_TRUST[trust], accountId, () => send(trust))
}

/** Sends an invite and counts it against the daily limit of invites with the same words. Invites that fail do not count. */
export const countSameWords = <Result>(ctx: MemberCtx, message: string, send: () => Promise<Result>): Promise<Result> =>
  countIfSent(ctx, 'sameInvites', createWordsSubject(ctx, message), send)
