import type { OwnReports } from '@app/contract/safety/reports'
import { expect } from '@playwright/test'
import { readStorage, waitForServiceWorker } from '../support/device.ts'
import { aMember, as, openAs } from '../support/members.ts'
import { test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

test('a report that is written offline survives a reload, and is filed once when the network returns', {
  tag: '@reports.offline-flow',
}, async ({ browser }) => {
  const [ann, bo] = [await aMember('Ann'), await aMember('Bo')]
  const page = await openAs(browser, bo, `/profile?name=${encodeURIComponent(ann.userName)}`)
  await expect(page.getByRole('heading', { name: ann.userName })).toBeVisible()
  await waitForServiceWorker(page)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: `Anmäl ${ann.userName}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Falsk profil eller någon annans bilder' }).click()
  await dialog.getByRole('textbox').fill('Fotona finns på en annan sida.')
  await dialog.getByRole('button', { name: 'Skicka anmälan' }).click()
  await expect(dialog.getByRole('heading', { name: 'Anmälan väntar' })).toBeFocused()
  await expect.poll(() => readStorage(page)).toContain('Fotona finns på en annan sida.')

  await page.goto('/safety')
  await expect(page.getByText('Skickas när du är online.')).toBeVisible()
  await expect(page.getByText('Fotona finns på en annan sida.')).toBeVisible()
  expect((await as(bo).get<OwnReports>('/reports')).reports).toEqual([])

  await page.context().setOffline(false)
  await expect(page.getByText('Mottagen')).toBeVisible({ timeout: 40_000 })
  await expect(page.getByText('Fotona finns på en annan sida.')).toHaveCount(0)
  const { reports } = await as(bo).get<OwnReports>('/reports')
  expect(reports).toMatchObject([{ kind: 'PROFILE', category: 'FAKE' }])
  expect(reports).toHaveLength(1)
})
