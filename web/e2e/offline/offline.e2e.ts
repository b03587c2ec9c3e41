import { expect, type Page } from '@playwright/test'
import { aChatWithMembers, bubble, composer, expectDelivery, sendText } from '../support/chatting.ts'
import { readStorage, waitForServiceWorker } from '../support/device.ts'
import { aMember, as, DESKTOP, freshName, openAs, PHONE, readAs, sendAs } from '../support/members.ts'
import { type ReleaseProxy, test } from '../support/release-proxy.ts'

test.use({ serviceWorkers: 'allow' })

const OFFLINE_TEXT = 'Du är offline. Det du skriver skickas när du är online igen.'
/** The time in which the app detects an outage by failed requests if the browser does not report it. */
const OUTAGE_TIMEOUT = { timeout: 40_000 }
const offlineBanner = (page: Page) => page.getByText(OFFLINE_TEXT)
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/**
 * Waits until the offline cache contains a message. The list of chats, which contains the last message of each, may be
 * cached earlier.
 */
async function waitForCachedMessage(page: Page, text: string): Promise<void> {
  await waitForServiceWorker(page)
  const isCached = async () => {
    const stored: ({ messages?: { message: string }[] } | null)[][] = JSON.parse(await readStorage(page))
    return stored.flat().some((row) => row?.messages?.some(({ message }) => message === text))
  }
  await expect.poll(isCached).toBe(true)
}

for (const [device, size] of [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const) {
  test(`the app shows chats and messages when started offline on a ${device}, and sends new messages later`, {
    tag: '@offline.chats-flow',
  }, async ({ browser }) => {
    const { ann, bo, chatId } = await aChatWithMembers()
    await sendAs(ann, chatId, 'kvar utan nät')
    const page = await openAs(browser, bo, `/chats?id=${chatId}`, size)
    await expect(bubble(page, 'kvar utan nät')).toBeVisible()
    await waitForCachedMessage(page, 'kvar utan nät')
    await page.context().setOffline(true)
    await page.goto('/chats')
    await page.getByRole('link', { name: new RegExp(ann.userName) }).click()
    await expect(bubble(page, 'kvar utan nät')).toBeVisible()
    await expect(offlineBanner(page)).toBeVisible(OUTAGE_TIMEOUT)
    await sendText(page, 'skrivet efter starten')
    await expect(page.getByText('Skickas när du är online').first()).toBeVisible()
    await page.reload()
    await expect(bubble(page, 'skrivet efter starten')).toBeVisible()
    await sendAs(ann, chatId, 'under tiden')
    await page.context().setOffline(false)
    await expect(bubble(page, 'under tiden')).toBeVisible()
    await expect.poll(async () => (await readAs(ann, chatId)).messages.at(-1)?.message).toBe('skrivet efter starten')
    await expect(bubble(page, 'skrivet efter starten')).toHaveCount(1)
    await expect(offlineBanner(page)).toHaveCount(0)
  })
}

test('the app shows cached messages while the server is stopped', async ({ browser, releaseProxy }) => {
  const { ann, bo, chatId } = await aChatWithMembers()
  await sendAs(ann, chatId, 'innan servern gick')
  const page = await openAs(browser, bo, `${releaseProxy.url}/chats?id=${chatId}`)
  await expect(bubble(page, 'innan servern gick')).toBeVisible()
  await waitForCachedMessage(page, 'innan servern gick')
  await releaseProxy.close()
  await page.reload()
  await expect(bubble(page, 'innan servern gick')).toBeVisible()
  await expect(composer(page)).toBeVisible()
})

/** How each outage begins and ends for a page. */
const OUTAGES = {
  'the network is unavailable': {
    begin: (page: Page) => page.context().setOffline(true),
    end: (page: Page) => page.context().setOffline(false),
  },
  'the server has stopped': {
    begin: (_: Page, releaseProxy: ReleaseProxy) => releaseProxy.close(),
    end: (_: Page, releaseProxy: ReleaseProxy) => releaseProxy.open(),
  },
}

for (const [outage, { begin, end }] of Object.entries(OUTAGES)) {
  test(`a cached chat opens while ${outage}, and shows messages written meanwhile until they are delivered`, async ({
    browser,
    releaseProxy,
  }) => {
    const { ann, bo, chatId } = await aChatWithMembers()
    await sendAs(ann, chatId, 'läst i tid')
    const page = await openAs(browser, bo, `${releaseProxy.url}/chats?id=${chatId}`)
    await waitForCachedMessage(page, 'läst i tid')
    await page.goto(`${releaseProxy.url}/chats`)
    const row = page.getByRole('link', { name: new RegExp(ann.userName) })
    await expect(row).toBeVisible()
    await begin(page, releaseProxy)
    await row.click()
    await expect(bubble(page, 'läst i tid')).toBeVisible()
    await sendText(page, 'skrivet under avbrottet')
    const expectQueued = async () => {
      await expect(bubble(page, 'skrivet under avbrottet')).toBeVisible()
      await expect(page.getByText(/^(?:Skickar…|Skickas när du är online)$/).first()).toBeVisible()
    }
    await expectQueued()
    await page.getByRole('link', { name: /Event/ }).first().click()
    await expect(heading(page)).toHaveText('Event')
    await page
      .getByRole('link', { name: /^Chatt/ })
      .first()
      .click()
    await row.click()
    await expectQueued()
    await page.reload()
    await expect(bubble(page, 'läst i tid')).toBeVisible()
    await expectQueued()
    await end(page, releaseProxy)
    await expect
      .poll(async () => (await readAs(ann, chatId)).messages.at(-1)?.message, { timeout: 60_000 })
      .toBe('skrivet under avbrottet')
    await expect(bubble(page, 'skrivet under avbrottet')).toHaveCount(1)
  })
}

test('an unsent message stays visible in a chat that is not cached', async ({ browser }) => {
  const { ann, bo, chatId } = await aChatWithMembers()
  const page = await openAs(browser, bo, '/events')
  await waitForServiceWorker(page)
  await page.goto('/chats')
  const row = page.getByRole('link', { name: new RegExp(ann.userName) })
  await expect(row).toBeVisible()
  await page.context().setOffline(true)
  await row.click()
  await expect(page.getByRole('heading', { name: 'Det här kräver internet.' })).toBeVisible()
  await sendText(page, 'skrivet i blindo')
  await expect(bubble(page, 'skrivet i blindo')).toBeVisible()
  await expect(page.getByText('Skickas när du är online').first()).toBeVisible()
  await page.context().setOffline(false)
  await expect.poll(async () => (await readAs(ann, chatId)).messages.at(-1)?.message).toBe('skrivet i blindo')
  await expect(bubble(page, 'skrivet i blindo')).toHaveCount(1)
})

test('a page that goes offline before its files are on the device loads the rest once it is online', async ({
  browser,
}) => {
  const { ann, bo, chatId } = await aChatWithMembers()
  await sendAs(ann, chatId, 'inte hämtat än')
  const page = await openAs(browser, bo, '/chats')
  const row = page.getByRole('link', { name: new RegExp(ann.userName) })
  await expect(row).toBeVisible()
  await page.context().setOffline(true)
  const notice = page.getByRole('heading', { name: 'Det här kräver internet.' })
  await page
    .getByRole('link', { name: /Grupper/ })
    .first()
    .click()
  await expect(notice.first()).toBeVisible()
  await page.context().setOffline(false)
  await expect(heading(page)).toHaveText('Grupper')
  await expect(notice).toHaveCount(0)
  await page.context().setOffline(true)
  await page
    .getByRole('link', { name: /^Chatt/ })
    .first()
    .click()
  await row.click()
  await expect(notice).toBeVisible()
  await expect(page.getByText('Chatten finns inte sparad på den här enheten.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(bubble(page, 'inte hämtat än')).toBeVisible()
  await waitForCachedMessage(page, 'inte hämtat än')
  await page.context().setOffline(true)
  await page.reload()
  await expect(bubble(page, 'inte hämtat än')).toBeVisible()
})

test('an unsent message to a group stays visible across a reload without a network', async ({ browser }) => {
  const bo = await aMember('Bo')
  const { groupId } = await as(bo).post<{ groupId: string }>('/groups', {
    groupName: freshName('Bokcirkeln'),
    description: 'Vi läser.',
    isOpen: true,
  })
  const page = await openAs(browser, bo, `/groups?id=${groupId}`)
  const field = page.getByRole('textbox', { name: 'Skriv till gruppen' })
  await expect(field).toBeVisible()
  await waitForServiceWorker(page)
  await page.context().setOffline(true)
  await field.fill('skrivet i gruppen')
  await field.press('Enter')
  const queued = page.getByRole('article').filter({ hasText: 'skrivet i gruppen' })
  await expect(queued).toContainText(/Skickar…|Skickas när du är online/)
  await page.reload()
  await expect(queued).toContainText(/Skickar…|Skickas när du är online/)
  await expect(page.getByRole('heading', { name: 'Det här kräver internet.' }).first()).toBeVisible(OUTAGE_TIMEOUT)
  await expect(queued).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('log').getByText('skrivet i gruppen')).toHaveCount(1)
  await expect(page.getByText(/Skickar…|Skickas när du är online/)).toHaveCount(0)
  const readTexts = async () => {
    const { messages } = await as(bo).get<{ messages: { message: string }[] }>(`/groups/${groupId}/messages`)
    return messages.map(({ message }) => message)
  }
  await expect.poll(readTexts).toEqual(['skrivet i gruppen'])
})

test('loaded groups stay visible without a network, and pages that require one show a notice', async ({ browser }) => {
  const bo = await aMember('Bo')
  const { groupId } = await as(bo).post<{ groupId: string }>('/groups', {
    groupName: freshName('Bokcirkeln'),
    description: 'Vi läser.',
    isOpen: true,
  })
  const page = await openAs(browser, bo, '/groups')
  const group = page.getByRole('link', { name: /Bokcirkeln/ }).first()
  await expect(group).toBeVisible()
  await waitForServiceWorker(page)
  await page.context().setOffline(true)
  await page.getByRole('link', { name: /Event/ }).first().click()
  const networkNotice = page.getByRole('heading', { name: 'Det här kräver internet.' })
  await expect(networkNotice.first()).toBeVisible()
  await page
    .getByRole('link', { name: /Grupper/ })
    .first()
    .click()
  await expect(group).toBeVisible()
  await page.goto(`/groups?id=${groupId}`)
  await expect(networkNotice.first()).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: /Bokcirkeln/ })).toBeVisible()
  await expect(networkNotice).toHaveCount(0)
})

test('pages without cached data show the offline banner and no error', async ({ browser }) => {
  const bo = await aMember('Bo')
  const page = await openAs(browser, bo, '/chats')
  await waitForServiceWorker(page)
  await page.context().setOffline(true)
  for (const path of ['/groups', '/events', '/profilelist?index=0', '/myprofile?tab=profile', '/profile?name=Ann']) {
    await page.goto(path)
    await expect(heading(page).first()).toBeVisible()
    await expect(page.getByRole('navigation').first()).toBeVisible()
    await expect(offlineBanner(page)).toBeVisible(OUTAGE_TIMEOUT)
    await expect(page.getByText('Sidan kunde inte visas.')).toHaveCount(0)
  }
})

test("logging out in one tab removes the member's data from the device", async ({ browser }) => {
  const { ann, bo, chatId } = await aChatWithMembers()
  await sendAs(ann, chatId, 'bara för oss')
  const page = await openAs(browser, bo, `/chats?id=${chatId}`)
  const tab = await page.context().newPage()
  await tab.goto(`/chats?id=${chatId}`)
  await expectDelivery(tab, ann, chatId)
  await waitForCachedMessage(page, 'bara för oss')
  await composer(tab).fill('ett utkast')
  await page.getByRole('banner').getByRole('button', { name: 'Logga ut' }).click()
  for (const openPage of [page, tab]) await expect(heading(openPage)).toHaveText('Välkommen in')
  for (const secret of ['bara för oss', 'ett utkast', ann.userName, bo.userName, '/api/', '/media/'])
    await expect.poll(() => readStorage(tab)).not.toContain(secret)
  await page.context().setOffline(true)
  await page.goto('/chats')
  await expect(heading(page)).toHaveText('Välkommen in')
})

test("a session that is revoked on another device removes the member's data", async ({ browser }) => {
  const { ann, bo, chatId } = await aChatWithMembers()
  await sendAs(ann, chatId, 'bara för oss')
  const page = await openAs(browser, bo, `/chats?id=${chatId}`)
  await expectDelivery(page, ann, chatId)
  await waitForCachedMessage(page, 'bara för oss')
  await as(bo).post('/sessions/logout-everywhere')
  await expect(heading(page)).toHaveText('Välkommen in')
  await expect.poll(() => readStorage(page)).not.toContain('bara för oss')
})

test('a start without a session removes the data that an earlier session left on the device', async ({ browser }) => {
  const { ann, bo, chatId } = await aChatWithMembers()
  await sendAs(ann, chatId, 'bara för oss')
  const page = await openAs(browser, bo, `/chats?id=${chatId}`)
  await waitForCachedMessage(page, 'bara för oss')
  await page.evaluate(() => localStorage.removeItem('salong.session'))
  await page.goto('/')
  await expect(heading(page)).toHaveText('Välkommen in')
  await expect.poll(() => readStorage(page)).not.toContain('bara för oss')
})

test('the app is installable with a discreet name and icons', async ({ page, request, browser }) => {
  const bo = await aMember('Bo')
  await page.goto('/')
  const manifestUrl = (await page.locator('link[rel=manifest]').getAttribute('href')) ?? ''
  const response = await request.get(manifestUrl)
  expect(response.headers()['content-type']).toContain('application/manifest+json')
  const manifest = await response.json()
  expect(manifest).toMatchObject({
    name: 'Salong',
    short_name: 'Salong',
    lang: 'sv',
    start_url: '/',
    display: 'standalone',
  })
  expect(manifest).not.toHaveProperty('screenshots')
  expect(manifest).not.toHaveProperty('description')
  for (const { src, sizes, type, purpose } of manifest.icons) {
    const icon = await request.get(src)
    expect(icon.headers()['content-type']).toContain(type)
    if (type !== 'image/png') continue
    const bytes = await icon.body()
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, `${src} ${purpose}`).toBe(sizes)
  }
  expect(manifest.icons.map(({ purpose, sizes }: Record<string, string>) => `${purpose} ${sizes}`)).toEqual(
    expect.arrayContaining(['any 192x192', 'any 512x512', 'maskable 192x192', 'maskable 512x512']),
  )
  const touchIconUrl = (await page.locator('link[rel=apple-touch-icon]').getAttribute('href')) ?? ''
  expect((await request.get(touchIconUrl)).headers()['content-type']).toBe('image/png')
  const themeColors = page.locator('meta[name=theme-color]')
  expect(
    await themeColors.evaluateAll((all) =>
      all.map((meta) => [(meta as HTMLMetaElement).media, (meta as HTMLMetaElement).content]),
    ),
  ).toEqual([
    ['(prefers-color-scheme: light)', '#f2ecea'],
    ['(prefers-color-scheme: dark)', '#161013'],
  ])
  await waitForServiceWorker(await openAs(browser, bo, '/chats'))
})
