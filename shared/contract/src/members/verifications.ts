import * as z from 'zod/mini'
import { Instant } from '../base.ts'
import { PHOTOS_PER_MEMBER } from '../limits.ts'
import { MediaId, MediaUrl } from '../media.ts'
import { MemberName, UserName } from '../text/name-schemas.ts'

/** A member's confirmation that another member is who they claim to be. */
export const Verification = z.object({
  verifiedBy: MemberName,
  /** The verifier is a couple. */
  couple: z.boolean(),
  profilePhotoUrl: z.nullable(MediaUrl),
  /** The number of members who have verified the verifier. */
  verifierVerifications: z.int(),
  verificationTime: Instant,
})
export type Verification = z.infer<typeof Verification>

/** An open request for verification: to the caller in `requests`, from the caller in `asked`. */
export const VerificationRequest = z.object({
  userName: MemberName,
  couple: z.boolean(),
  profilePhotoUrl: z.nullable(MediaUrl),
  askedAt: Instant,
})
export type VerificationRequest = z.infer<typeof VerificationRequest>

/** The verification state between the caller and the member of this profile. */
export const VerificationRelationship = z.object({
  /** Whether the two members may verify each other, because they have an open chat. */
  mayVerify: z.boolean(),
  iAsked: z.boolean(),
  /** The time from which the caller may ask again, if the member has rejected a request; null if they may ask now. */
  askAgainAt: z.nullable(Instant),
  theyAsked: z.boolean(),
  iConfirmed: z.boolean(),
  theyConfirmed: z.boolean(),
  /** Their photos that the caller has confirmed. */
  confirmedPhotoIds: z.array(MediaId),
})
export type VerificationRelationship = z.infer<typeof VerificationRelationship>

/**
 * The verifications of a member. On the caller's own profile it contains open requests, on others' it contains
 * `between`.
 */
export const VerificationsResponse = z.object({
  userName: MemberName,
  verified: z.boolean(),
  /** Newest first. */
  verifications: z.array(Verification),
  requests: z.array(VerificationRequest),
  asked: z.array(VerificationRequest),
  between: z.nullable(VerificationRelationship),
})
export type VerificationsResponse = z.infer<typeof VerificationsResponse>

/**
 * ASK: requests verification. WITHDRAW: takes back the caller's request or confirmation. CONFIRM: confirms that they
 * are who they claim to be, even without a request. REJECT: rejects their request, for `REJECTION_PERIOD_MS`.
 */
export const VerificationAction = z.enum(['ASK', 'WITHDRAW', 'CONFIRM', 'REJECT'])
export type VerificationAction = z.infer<typeof VerificationAction>

export const Verify = z.object({
  userName: UserName,
  action: VerificationAction,
  /** With CONFIRM: the member's photos that show them. Confirming again adds photos. */
  photoIds: z.optional(z.array(MediaId).check(z.maxLength(PHOTOS_PER_MEMBER, 'field.invalid'))),
})
export type Verify = z.infer<typeof Verify>
