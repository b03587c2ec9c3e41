import type { Ctx } from '@app/server/context'
import { freeCases } from './free-cases.ts'
import { purgeSafetyData } from './retention.ts'

/** Frees cases, alerts the team and purges what is no longer needed. */
export async function keepUpSafety(ctx: Ctx): Promise<void> {
  await freeCases(ctx)
  await purgeSafetyData(ctx)
}
