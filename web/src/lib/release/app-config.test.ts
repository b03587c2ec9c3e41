import { AppConfig } from '@app/contract/app'
import { afterEach, expect, test, vi } from 'vitest'
import { onGet, respondWith } from '../../testing.tsx'
import { setUpFreshDevice } from '../../testing-hooks.ts'
import { startConfigRefresh, useAppConfig } from './app-config.ts'

setUpFreshDevice()
afterEach(() => vi.restoreAllMocks())

test('a page left open over New Year uses the new reference year after it becomes visible again', async () => {
  let referenceYear = 2025
  const requests = onGet('app-config', () => respondWith(AppConfig, { supportUrl: '/about', referenceYear })())
  const yearShown = () => useAppConfig.getState().referenceYear
  const returnToPage = () => document.dispatchEvent(new Event('visibilitychange'))
  startConfigRefresh()
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  returnToPage()
  referenceYear = 2026
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * 60 * 60_000)
  returnToPage()
  await vi.waitFor(() => expect(yearShown()).toBe(2026))
  expect(requests).toHaveLength(2)
})
