import * as z from 'zod/mini'
import { REASONS } from './reason-texts.ts'

/** Why a decision was made: a section of the terms, a law, or that there was nothing to decide. */
export const ReasonCode = z.enum(Object.keys(REASONS) as [ReasonCode, ...ReasonCode[]])
export type ReasonCode = keyof typeof REASONS
