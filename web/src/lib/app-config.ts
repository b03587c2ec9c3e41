import { referenceYearAt } from '@app/contract/ages'
import type { AppConfig } from '@app/contract/app'
import { create } from 'zustand'
import { get } from './http.ts'

const DEFAULT_CONFIG: AppConfig = { supportUrl: '/about', referenceYear: referenceYearAt(new Date()) }

/** What the operator has set: the support address and the year that ages are counted against. */
export const useAppConfig = create<AppConfig>(() => DEFAULT_CONFIG)

/** Without an answer the values stay as they are until the next load. */
const loadAppConfig = async (): Promise<void> => {
  const config = await get<AppConfig>('app-config').catch(() => null)
  if (config) useAppConfig.setState(config)
}

const REFRESH_INTERVAL_MS = 60 * 60_000

/** Loads the settings now, and again when a page that stays open for days is looked at: the reference year moves on at New Year. */
export function startConfigRefresh(): void {
  let loadedAt = Date.now()
  void loadAppConfig()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - loadedAt < REFRESH_INTERVAL_MS) return
    loadedAt = Date.now()
    void loadAppConfig()
  })
}
