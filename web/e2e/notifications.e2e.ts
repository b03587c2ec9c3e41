import { type Browser, expect } from '@playwright/test'
import { aChatWithMembers } from './support/chatting.ts'
import { waitForServiceWorker } from './support/device.ts'
import { as, openAs, PHONE, sendAs } from './support/members.ts'
import { deliverNotification, listShown, tagOf, waitForDiscreetRecord, withPushService } from './support/push.ts'
import { test } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

/** Creates an open chat, and a page of its second member on a device that shows notifications. */
async function aNotifyingDevice(browser: Browser) {
  const chat = await aChatWithMembers()
  const page = await openAs(browser, chat.bo, '/events', PHONE)
  const device = await withPushService(page)
  await page.goto('/myprofile?tab=settings&section=notifications')
  await waitForServiceWorker(page)
  const onDevice = page.getByRole('switch', { name: 'Avisera på den här enheten' })
  await onDevice.press('Space')
  await expect(onDevice).toBeChecked()
  return { ...chat, page, device }
}

test('a device shows a neutral notification about a message, which closes once the message is read elsewhere', {
  tag: '@notifications.flow',
}, async ({ browser }) => {
  const { ann, bo, chatId, page, device } = await aNotifyingDevice(browser)
  const { id } = await sendAs(ann, chatId, 'Hemligt')
  const tag = tagOf(device, 'CHAT', chatId)
  // The page shows new messages itself while it has the focus.
  await page.goto('about:blank')
  await deliverNotification(page, { tag, language: 'SWEDISH', close: [] })
  await page.goto('/events')
  await expect
    .poll(() => listShown(page))
    .toEqual([{ tag, title: 'Salong', body: 'Något nytt väntar', icon: '/icons/any-192.png' }])
  await as(bo).post(`/chats/${chatId}/mark-read/${id}`)
  await expect.poll(() => listShown(page)).toEqual([])
})

test('notifications follow discreet mode, close earlier ones, and open the conversation that they are about', {
  tag: '@notifications.flow',
}, async ({ browser }) => {
  const { ann, chatId, page, device } = await aNotifyingDevice(browser)
  await page.goto('/myprofile?tab=settings')
  await page.getByRole('switch', { name: 'Diskret läge' }).press('Space')
  await waitForDiscreetRecord(page)
  await sendAs(ann, chatId, 'Hemligt')
  const [tag, earlier] = [tagOf(device, 'CHAT', chatId), tagOf(device, 'CHAT', '1')]
  await page.goto('about:blank')
  await deliverNotification(page, { tag: earlier, language: 'ENGLISH', close: [] })
  await deliverNotification(page, { tag, language: 'ENGLISH', close: [earlier] })
  await page.goto('/events')
  await expect
    .poll(() => listShown(page))
    .toEqual([{ tag, title: 'New notification', body: 'Something new is waiting', icon: '' }])
  await page.goto(`/chats?notification=${tag}`)
  await expect(page).toHaveURL(new RegExp(`/chats\\?id=${chatId}$`))
  await expect.poll(() => listShown(page)).toEqual([])
})
