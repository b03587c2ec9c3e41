import { referenceYearAt } from '@app/contract/time/ages'
import type { Ctx } from '@app/server/context'

/**
 * Returns the year against which ages are currently calculated: the configured one, else the year before the current
 * one.
 */
export const referenceYearOf = ({ config, now }: Pick<Ctx, 'config' | 'now'>): number =>
  config.referenceYear ?? referenceYearAt(now())
