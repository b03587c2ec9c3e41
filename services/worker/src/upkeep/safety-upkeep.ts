import type { Ctx } from '@app/server/context'
import { freeCases } from '../safety/free-cases.ts'
import { purgeSafetyData } from './purge-cases.ts'

/**
 * Frees cases, alerts the team about overdue ones, and purges safety data that is no longer needed, even if the former
 * fails.
 */
export async function runSafetyUpkeep(ctx: Ctx): Promise<void> {
  try {
    await freeCases(ctx)
  } finally {
    await purgeSafetyData(ctx)
  }
}
