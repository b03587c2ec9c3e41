import { DEFAULT_REFERENCE_YEAR } from '@app/contract/ages'
import type { AppConfig } from '@app/contract/app'
import { create } from 'zustand'
import { get } from './http.ts'

const BEFORE_IT_IS_KNOWN: AppConfig = { supportUrl: '/about', referenceYear: DEFAULT_REFERENCE_YEAR }

/** What the operator has set: the support address and the year that ages are counted against. */
export const useAppConfig = create<AppConfig>(() => BEFORE_IT_IS_KNOWN)

/** Without an answer the defaults stand, and the next start asks again. */
export const loadAppConfig = async (): Promise<void> => {
  const config = await get<AppConfig>('app-config').catch(() => null)
  if (config) useAppConfig.setState(config)
}
