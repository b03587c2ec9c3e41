import * as z from 'zod/mini'
import { RequestId } from './base.ts'

/** The settings of this installation that the client needs before login. */
export const AppConfig = z.object({ supportUrl: z.string(), referenceYear: z.int() })
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
