import { getReferenceYear } from '@app/contract/time/ages'
import type { Ctx } from '../context.ts'

/**
 * Returns the year that ages are currently calculated for: the configured year, or by default the year before the
 * current one.
 */
export const getCurrentReferenceYear = ({ config, now }: Pick<Ctx, 'config' | 'now'>): number =>
  config.referenceYear ?? getReferenceYear(now())
