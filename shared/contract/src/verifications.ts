import * as z from 'zod/mini'
import { Instant } from './base.ts'
import { PHOTOS_PER_MEMBER } from './limits.ts'
import { MediaId } from './media.ts'
import { MemberName, UserName } from './names.ts'

/** Somebody's word that a member is who they say. */
export const Verification = z.object({
  verifiedBy: MemberName,
  /** The verifier is a couple. */
  couple: z.boolean(),
  profilePhotoUrl: z.nullable(z.string()),
  /** How many have verified the verifier. */
  verifierVerifications: z.int(),
  verificationTime: Instant,
})
export type Verification = z.infer<typeof Verification>

/** An open question for verification: to me on `requests`, from me on `asked`. */
export const VerificationRequest = z.object({
  userName: MemberName,
  couple: z.boolean(),
  profilePhotoUrl: z.nullable(z.string()),
  askedAt: Instant,
})
export type VerificationRequest = z.infer<typeof VerificationRequest>

/** What stands between me and the member whose page this is. */
export const VerificationRelationship = z.object({
  /** There is an open chat between us, so that one may verify the other. */
  mayVerify: z.boolean(),
  iAsked: z.boolean(),
  /** They have rejected my question, and I may not ask again before; null where I may. */
  askAgainAt: z.nullable(Instant),
  theyAsked: z.boolean(),
  iConfirmed: z.boolean(),
  theyConfirmed: z.boolean(),
  /** Photos of theirs that I have confirmed. */
  confirmedPhotoIds: z.array(MediaId),
})
export type VerificationRelationship = z.infer<typeof VerificationRelationship>

/** Open questions are in the answer about oneself only; `between` is null there. */
export const VerificationsAnswer = z.object({
  userName: MemberName,
  verified: z.boolean(),
  /** Newest first. */
  verifications: z.array(Verification),
  requests: z.array(VerificationRequest),
  asked: z.array(VerificationRequest),
  between: z.nullable(VerificationRelationship),
})
export type VerificationsAnswer = z.infer<typeof VerificationsAnswer>

/**
 * ASK: please verify me. WITHDRAW: takes back my question, or my confirmation. CONFIRM: they are who they say, needs no
 * question before it. REJECT: answers their question with no, which holds for `REJECTION_PERIOD`.
 */
export const VerificationAction = z.enum(['ASK', 'WITHDRAW', 'CONFIRM', 'REJECT'])
export type VerificationAction = z.infer<typeof VerificationAction>

export const Verify = z.object({
  userName: UserName,
  action: VerificationAction,
  /** With CONFIRM: photos of theirs that show them; confirming again adds photos. */
  photoIds: z.optional(z.array(MediaId).check(z.maxLength(PHOTOS_PER_MEMBER, 'field.invalid'))),
})
export type Verify = z.infer<typeof Verify>
