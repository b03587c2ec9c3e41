import * as z from 'zod/mini'
import { Id, Instant, PageQuery } from '../base.ts'
import { Duty } from '../members/duties.ts'
import { MemberName, UserName } from '../text/name-schemas.ts'

/** An admin with their duties and the number of their passkeys. */
export const TeamMember = z.object({
  userName: MemberName,
  duties: z.array(Duty),
  passkeys: z.int(),
  me: z.boolean(),
})
export type TeamMember = z.infer<typeof TeamMember>

/** Replaces all duties of an admin. An empty array takes them all away. */
export const ChangeDuties = z.object({
  userName: UserName,
  duties: z.array(Duty).check(z.refine((duties) => new Set(duties).size === duties.length, { error: 'field.invalid' })),
})
export type ChangeDuties = z.infer<typeof ChangeDuties>

export const LogAct = z.enum([
  'DUTIES_CHANGED',
  'PASSKEY_ADDED',
  'PASSKEY_DELETED',
  'CASE_OPENED',
  'CONTENT_FOUND',
  'CLAIMED',
  'RELEASED',
  'EVIDENCE_READ',
  'FILE_READ',
  'NAME_SHOWN',
  'ASKED',
  'WIDER_WANTED',
  'WIDER_APPROVED',
  'DECIDED',
  'CONFIRMED',
  'BAN_LAPSED',
  'APPEAL_DECIDED',
  'HANDED_OVER',
  'LIMIT_REACHED',
  'REFUSED',
  'EVIDENCE_PURGED',
])
export type LogAct = z.infer<typeof LogAct>

export const LogQuery = PageQuery
export type LogQuery = z.infer<typeof LogQuery>

/**
 * An entry of the team log. `by` is the admin who acted; null if their account is purged, or if the operator or an upkeep
 * job acted. `act` is one of `LogAct`, or one that only a newer server knows. `about` describes it, such as
 * `Vera: LEAD, PUBLISH` or the name of a passkey.
 */
export const LogEntry = z.object({
  id: Id,
  at: Instant,
  by: z.nullable(MemberName),
  act: z.string(),
  caseId: z.nullable(Id),
  about: z.string(),
})
export type LogEntry = z.infer<typeof LogEntry>

/** A page of the team log, newest first. `intact` is false if the hashes of these entries do not match. */
export const TeamLog = z.object({ entries: z.array(LogEntry), intact: z.boolean() })
export type TeamLog = z.infer<typeof TeamLog>
