import { readTrust, type Trust } from '@app/server/policies/trust'
import { hashForPurpose } from '@app/server/safety/keys'
import type { MemberCtx } from '../context.ts'

const RATE_BY_TRUST = { NEW: 'invitesOfNew', KNOWN: 'invitesOfKnown', TRUSTED: 'invitesOfTrusted' } as const

/** Counts an invite of any kind against the caller's daily limit, which depends on the returned trust in the caller. */
export async function takeInviteQuota({ db, limits, member, now }: MemberCtx): Promise<Trust> {
  const trust = await readTrust(db, member.accountId, now())
  await limits.take(RATE_BY_TRUST[trust], member.accountId)
  return trust
}

const NEITHER_LETTERS_NOR_DIGITS = /[^\p{L}\p{N}]+/gu

/**
 * Counts an invite against the daily limit of invites with the same words, regardless of case and punctuation. Redis
 * stores only a keyed hash of the words.
 */
export function takeSameWordsQuota({ limits, member, config }: MemberCtx, message: string): Promise<void> {
  const words = message.normalize('NFKC').toLowerCase().replace(NEITHER_LETTERS_NOR_DIGITS, ' ').trim()
  const hash = hashForPurpose(config.sessionSecret, 'invite-words', words).toString('base64url')
  return limits.take('sameInvites', `${member.accountId}:${hash}`)
}
