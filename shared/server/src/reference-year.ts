import { referenceYearAt } from '@app/contract/ages'
import type { Ctx } from './context.ts'

/** Returns the year that ages are counted against at this moment: the operator's, else the year before the running one. */
export const referenceYearOf = ({ config, now }: Pick<Ctx, 'config' | 'now'>): number =>
  config.referenceYear ?? referenceYearAt(now())
