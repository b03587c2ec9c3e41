import { FALLBACK_INTERVAL_MS } from '@app/contract/limits'
import { expect } from '@playwright/test'
import { aChatWithMembers, bubble, composer, expectDelivery, log, sendText } from '../support/chatting.ts'
import { reloadUntilReady } from '../support/hub.ts'
import { anOpenChat, as, DESKTOP, openAs, readAs, sendAs } from '../support/members.ts'
import { test } from '../support/test.ts'

/** A heartbeat frame of the hub, which it sends every 15 s. */
const HEARTBEAT = '2'

test('changes made during an outage appear after it, and messages written offline are sent once', async ({
  browser,
}) => {
  const { ann, bo, chatId } = await aChatWithMembers()
  const remaining = await sendAs(ann, chatId, 'står kvar')
  const deleted = await sendAs(ann, chatId, 'tas bort')
  const page = await openAs(browser, bo, `/chats?id=${chatId}`)
  await expectDelivery(page, ann, chatId)
  await page.context().setOffline(true)
  await sendText(page, 'skrivet utan nät')
  await expect(page.getByText('Skickas när du är online').first()).toBeVisible()
  await expect(page.getByText(/Du är offline/)).toBeVisible()
  await as(ann).post(`/chats/${chatId}/${deleted.id}/delete`)
  await sendAs(ann, chatId, 'kom under tiden')
  await as(ann).post(`/chats/${chatId}/mark-read/${remaining.id}`)
  await page.context().setOffline(false)
  await expect(bubble(page, 'kom under tiden')).toBeVisible()
  await expect(bubble(page, 'tas bort')).toHaveCount(0)
  await expect(log(page).getByText('Meddelandet är borttaget')).toBeVisible()
  await expect(page.getByText(/Du är offline/)).toHaveCount(0)
  await expect
    .poll(
      async () => (await readAs(ann, chatId)).messages.filter(({ message }) => message === 'skrivet utan nät').length,
    )
    .toBe(1)
  await expect(bubble(page, 'skrivet utan nät')).toHaveCount(1)
  await expect(page.getByText('Skickas när du är online')).toHaveCount(0)
})

test('an unsent message survives a reload', async ({ browser }) => {
  const { ann, bo, chatId } = await aChatWithMembers()
  const page = await openAs(browser, bo, `/chats?id=${chatId}`)
  await expectDelivery(page, ann, chatId)
  // Requests are held instead of rejected, because the page gives up after a few rejections.
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/v2/chats/*', async (route) => {
    if (route.request().method() === 'POST') await released
    await route.continue()
  })
  await sendText(page, 'kvar efter omladdning')
  await page.reload()
  await expect(bubble(page, 'kvar efter omladdning')).toHaveCount(1)
  expect((await readAs(ann, chatId)).messages.map(({ message }) => message)).not.toContain('kvar efter omladdning')
  release()
  await expect.poll(async () => (await readAs(ann, chatId)).messages.at(-1)?.message).toBe('kvar efter omladdning')
  await expect(bubble(page, 'kvar efter omladdning')).toHaveCount(1)
})

test('the app works by polling where WebSockets are blocked', { tag: '@offline.polling-flow' }, async ({ browser }) => {
  const { ann, bo, chatId } = await aChatWithMembers()
  const otherPair = await aChatWithMembers()
  const secondChatId = await anOpenChat(otherPair.ann, bo)
  const context = await browser.newContext({ ...DESKTOP, baseURL: process.env.E2E_URL ?? '' })
  await context.routeWebSocket(/socket\.io/, (socket) => socket.close())
  const page = await openAs(browser, bo, `/chats?id=${chatId}`, DESKTOP, context)
  await expect(composer(page)).toBeVisible()
  await sendAs(ann, chatId, 'utan socket')
  await sendAs(otherPair.ann, secondChatId, 'i en annan chatt')
  await expect(bubble(page, 'utan socket')).toBeVisible({ timeout: 40_000 })
  await expect(page.getByRole('tab', { name: /Chattar/ })).toContainText('1', { timeout: 40_000 })
  await sendText(page, 'svar utan socket')
  await expect.poll(async () => (await readAs(ann, chatId)).messages.at(-1)?.message).toBe('svar utan socket')
})

for (const [socket, polls] of [
  ['is connected', false],
  ['is rejected', true],
] as const) {
  test(`while the socket ${socket}, the timer ${polls ? 'loads counts and the open chat' : 'loads nothing'}`, async ({
    browser,
  }) => {
    const { ann, bo, chatId } = await aChatWithMembers()
    const context = await browser.newContext({ ...DESKTOP, baseURL: process.env.E2E_URL ?? '' })
    await context.clock.install()
    if (polls) await context.routeWebSocket(/socket\.io/, (route) => route.close())
    const page = await openAs(browser, bo, `/chats?id=${chatId}`, DESKTOP, context)
    if (polls) await expect(composer(page)).toBeVisible()
    else {
      const frames = await reloadUntilReady(page)
      await expectDelivery(page, ann, chatId)
      // The client measures the silence since the last heartbeat.
      await expect.poll(() => frames, { timeout: 30_000 }).toContain(HEARTBEAT)
    }
    await page.waitForLoadState('networkidle')
    const requests: string[] = []
    page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`))
    // Longer than the polling interval, shorter than the silence after which a socket counts as dead.
    await page.clock.runFor(FALLBACK_INTERVAL_MS + 1_000)
    const pollRequests = () => requests.filter((request) => request.startsWith('GET /api/v2/chats'))
    if (polls)
      await expect
        .poll(pollRequests)
        .toEqual(expect.arrayContaining([`GET /api/v2/chats/${chatId}`, 'GET /api/v2/chats/count']))
    else expect(pollRequests()).toEqual([])
  })
}

test('a page that the browser has frozen shows missed messages once it is active again', async ({ browser }) => {
  const { ann, bo, chatId } = await aChatWithMembers()
  const page = await openAs(browser, bo, `/chats?id=${chatId}`)
  await expectDelivery(page, ann, chatId)
  const network = await page.context().newCDPSession(page)
  await network.send('Emulation.setFocusEmulationEnabled', { enabled: false })
  await network.send('Page.setWebLifecycleState', { state: 'frozen' })
  for (const n of [1, 2, 3]) await sendAs(ann, chatId, `medan du sov ${n}`)
  await network.send('Page.setWebLifecycleState', { state: 'active' })
  await network.send('Emulation.setFocusEmulationEnabled', { enabled: true })
  for (const n of [1, 2, 3]) await expect(bubble(page, `medan du sov ${n}`)).toHaveCount(1, { timeout: 30_000 })
})

test('two tabs send queued messages once, in order', async ({ browser }) => {
  const { ann, bo, chatId } = await aChatWithMembers()
  const page = await openAs(browser, bo, `/chats?id=${chatId}`)
  const tab = await page.context().newPage()
  await tab.goto(`/chats?id=${chatId}`)
  await expectDelivery(page, ann, chatId)
  await expectDelivery(tab, ann, chatId)
  await page.context().setOffline(true)
  for (const n of [1, 2, 3]) await sendText(page, `kö ${n}`)
  await page.context().setOffline(false)
  await expect
    .poll(async () => (await readAs(ann, chatId)).messages.slice(-3).map(({ message }) => message))
    .toEqual(['kö 1', 'kö 2', 'kö 3'])
  for (const openPage of [page, tab])
    for (const n of [1, 2, 3]) await expect(bubble(openPage, `kö ${n}`)).toHaveCount(1)
})
