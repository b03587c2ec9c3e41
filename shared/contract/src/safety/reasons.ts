import * as z from 'zod/mini'
import { REASONS } from './reason-texts.ts'

/** The reason for a decision: a section of the terms, a law, or the absence of a breach or of content. */
export const ReasonCode = z.enum(Object.keys(REASONS) as [ReasonCode, ...ReasonCode[]])
export type ReasonCode = keyof typeof REASONS
