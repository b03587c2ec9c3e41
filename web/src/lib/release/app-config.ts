import type { AppConfig } from '@app/contract/app'
import { getReferenceYear } from '@app/contract/time/ages'
import { create } from 'zustand'
import { get } from '../http/http.ts'

const DEFAULT_CONFIG: AppConfig = { supportUrl: '/about', referenceYear: getReferenceYear(new Date()) }

/** The settings of the installation, with defaults until they are loaded. */
export const useAppConfig = create<AppConfig>(() => DEFAULT_CONFIG)

/** Loads the settings. If that fails, the values stay until the next load. */
const loadAppConfig = async (): Promise<void> => {
  const config = await get<AppConfig>('app-config').catch(() => null)
  if (config) useAppConfig.setState(config)
}

const REFRESH_INTERVAL_MS = 60 * 60_000

/**
 * Loads the settings now, and again when the page becomes visible an hour or more after the last load: the reference
 * year changes at New Year.
 */
export function startConfigRefresh(): void {
  let loadedAt = Date.now()
  void loadAppConfig()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - loadedAt < REFRESH_INTERVAL_MS) return
    loadedAt = Date.now()
    void loadAppConfig()
  })
}
