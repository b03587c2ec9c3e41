import * as z from 'zod/mini'
import { RequestId } from './base.ts'

/**
 * A telephone number that the client shows after serious reports. Numbers for emergencies come first; those for support
 * that most members do not need are behind a link (`more`).
 */
export const HelpLine = z.object({
  kind: z.enum(['EMERGENCY', 'POLICE', 'SUPPORT']),
  number: z.string(),
  sv: z.string(),
  en: z.string(),
  noteSv: z.string(),
  noteEn: z.string(),
  more: z.boolean(),
})
export type HelpLine = z.infer<typeof HelpLine>

/** The settings of this installation that the client needs before login. */
export const AppConfig = z.object({
  supportUrl: z.string(),
  referenceYear: z.int(),
  helpLines: z.optional(z.array(HelpLine)),
  /** The page of the certified dispute settlement body that decisions name. */
  disputeAddress: z.optional(z.nullable(z.string())),
  /** Whether members can block others. */
  blocks: z.optional(z.boolean()),
  /** Whether members can, or have to, let a provider check their age; null if this installation has no provider. */
  ageAssurance: z.optional(z.nullable(z.enum(['optional', 'required']))),
  /** The key with which devices subscribe to notifications; null if this installation sends none. */
  pushKey: z.optional(z.nullable(z.string())),
})
export type AppConfig = z.infer<typeof AppConfig>

/** A log entry of the web client. */
export const ClientLog = z.object({
  level: z.enum(['error', 'warn', 'info']),
  message: z.string().check(z.minLength(1, 'field.required')),
  stack: z.optional(z.string()),
  url: z.optional(z.string()),
  version: z.optional(z.string()),
  /** The id of the request that failed. */
  requestId: z.optional(RequestId),
})
export type ClientLog = z.infer<typeof ClientLog>
