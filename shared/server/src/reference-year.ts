import { referenceYearAt } from '@app/contract/ages'
import type { Ctx } from './context.ts'

/**
 * Returns the year against which ages are currently calculated: the configured one, else the year before the current
 * one.
 */
export const referenceYearOf = ({ config, now }: Pick<Ctx, 'config' | 'now'>): number =>
  config.referenceYear ?? referenceYearAt(now())
