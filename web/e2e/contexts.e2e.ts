import { expect } from '@playwright/test'
import { releaseContexts } from './support/contexts.ts'
import { readStorage } from './support/device.ts'
import { aMember, openAs } from './support/members.ts'
import { test } from './support/test.ts'

test('a reused browser context is online and has no pages, cookies or stored data of an earlier test', async ({
  browser,
}) => {
  const page = await openAs(browser, await aMember('Ann'), '/chats')
  const context = page.context()
  await context.addCookies([{ name: 'left', value: 'behind', url: page.url() }])
  await page.evaluate(async () => {
    localStorage.setItem('left', 'behind')
    await caches.open('left').then((cache) => cache.put('/left', new Response('behind')))
  })
  const stored = await readStorage(page)
  for (const kind of ['salong.session', 'left', '/left']) expect(stored).toContain(kind)
  await context.setOffline(true)
  await releaseContexts(browser)
  expect(page.isClosed()).toBe(true)
  const nextPage = await openAs(browser, await aMember('Bo'), 'about:blank')
  expect(nextPage.context()).toBe(context)
  const emptyPage = await context.newPage()
  await emptyPage.goto('/robots.txt')
  expect(await readStorage(emptyPage)).toBe('[{}]')
  expect(await context.cookies()).toEqual([])
})
