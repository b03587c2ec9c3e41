import { createHash } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { aChatWithMembers, bubble, composer, expectDelivery, sendText } from './support/chatting.ts'
import { readStorage, waitForServiceWorker } from './support/device.ts'
import { aMember, as, DESKTOP, freshName, openAs, PHONE, readAs, sendAs } from './support/members.ts'
import { aReleaseProxy, NOT_FOUND, type ReleaseProxy } from './support/release-proxy.ts'
import { test as base } from './support/test.ts'

const test = base.extend<{ releaseProxy: ReleaseProxy }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from the pattern.
  releaseProxy: async ({}, use) => {
    const releaseProxy = await aReleaseProxy()
    await use(releaseProxy)
    await releaseProxy.close()
  },
})

test.use({ serviceWorkers: 'allow' })

const OFFLINE_TEXT = 'Du är offline. Det du skriver skickas när du är online igen.'
/** If the browser does not report an outage, the app detects it by failed requests. */
const OUTAGE_TIMEOUT = { timeout: 40_000 }
const offlineBanner = (page: Page) => page.getByText(OFFLINE_TEXT)
const newVersionNotice = (page: Page) => page.getByText('Det finns en ny version.')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Waits until the offline cache contains these texts. */
async function waitForCachedTexts(page: Page, ...texts: string[]): Promise<void> {
  await waitForServiceWorker(page)
  for (const text of texts) await expect.poll(() => readStorage(page)).toContain(text)
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
    await waitForCachedTexts(page, 'kvar utan nät')
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
  await waitForCachedTexts(page, 'innan servern gick')
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
    await waitForCachedTexts(page, 'läst i tid')
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
  const { messages } = await as(bo).get<{ messages: { message: string }[] }>(`/groups/${groupId}/messages`)
  expect(messages.map(({ message }) => message)).toEqual(['skrivet i gruppen'])
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

test('the other pages report that they are offline, without errors', async ({ browser }) => {
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
  await waitForCachedTexts(page, 'bara för oss')
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
  await waitForCachedTexts(page, 'bara för oss')
  await as(bo).post('/sessions/logout-everywhere')
  await expect(heading(page)).toHaveText('Välkommen in')
  await expect.poll(() => readStorage(page)).not.toContain('bara för oss')
})

test('the next start removes data left behind by a revoked session', async ({ browser }) => {
  const { ann, bo, chatId } = await aChatWithMembers()
  await sendAs(ann, chatId, 'bara för oss')
  const page = await openAs(browser, bo, `/chats?id=${chatId}`)
  await waitForCachedTexts(page, 'bara för oss')
  await page.evaluate(() => localStorage.removeItem('salong.session'))
  await page.goto('/')
  await expect(heading(page)).toHaveText('Välkommen in')
  await expect.poll(() => readStorage(page)).not.toContain('bara för oss')
})

const computeIntegrity = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

/**
 * Makes the proxy serve another release, which lacks the current file of the groups page. Without its pages the release
 * is incomplete, as during a rollout.
 */
async function deployRelease(releaseProxy: ReleaseProxy, name = 'next', { hasPages = true } = {}): Promise<void> {
  releaseProxy.reset()
  const worker = await (await fetch(`${releaseProxy.url}/service-worker.js`)).text()
  const page = await (await fetch(`${releaseProxy.url}/`, { headers: { accept: 'text/html' } })).text()
  const nextPage = page.replace('<html', `<html data-release="${name}"`)
  const body = worker
    .replaceAll(/\{[^{}]*GroupsPage[^{}]*\},?/g, '')
    .replace(
      /\{[^{}]*"index\.html"[^{}]*\}/,
      JSON.stringify({ revision: name, url: 'index.html', integrity: computeIntegrity(nextPage) }),
    )
  releaseProxy.serve(/^\/service-worker\.js$/, { status: 200, type: 'text/javascript', body })
  if (hasPages)
    releaseProxy.serve(/^\/(?:index\.html|chats|groups)?$/, { status: 200, type: 'text/html', body: nextPage })
  releaseProxy.serve(/GroupsPage/, NOT_FOUND)
}

/** Checks for an update, as the browser does regularly. Returns whether a complete release is waiting for activation. */
const checkForRelease = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration?.update()
    const { installing } = registration ?? {}
    if (installing) await new Promise((resolve) => installing.addEventListener('statechange', resolve, { once: true }))
    return Boolean(registration?.waiting)
  })

const documentOfRelease = (page: Page, name: string) => page.locator(`html[data-release="${name}"]`)

test('a new version is announced, loaded on request, and breaks no tab of the previous one', {
  tag: '@offline.new-version-flow',
}, async ({ browser, releaseProxy }) => {
  const { ann, bo, chatId } = await aChatWithMembers()
  const page = await openAs(browser, bo, `${releaseProxy.url}/chats?id=${chatId}`)
  await waitForServiceWorker(page)
  const tab = await page.context().newPage()
  await tab.goto(`${releaseProxy.url}/chats?id=${chatId}`)
  await expect(composer(tab)).toBeVisible()
  await composer(tab).fill('mitt i en mening')
  await deployRelease(releaseProxy)
  await checkForRelease(page)
  for (const openPage of [page, tab]) await expect(newVersionNotice(openPage)).toHaveCount(1)
  const newDocument = (openPage: Page) => documentOfRelease(openPage, 'next')
  await expect(newDocument(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Uppdatera' }).click()
  await expect(newDocument(page)).toHaveCount(1)
  await expect(composer(page)).toBeVisible()
  await expect(newVersionNotice(page)).toHaveCount(0)
  await expect(newDocument(tab)).toHaveCount(0)
  await expect(composer(tab)).toHaveValue('mitt i en mening')
  await expect(newVersionNotice(tab)).toHaveCount(1)
  await tab
    .getByRole('link', { name: /Grupper/ })
    .first()
    .click()
  await expect(heading(tab)).toHaveText('Grupper')
  await tab.goBack()
  await tab.getByRole('button', { name: 'Uppdatera' }).click()
  await expect(newDocument(tab)).toHaveCount(1)
  await expect(composer(tab)).toHaveValue('mitt i en mening')
  await sendAs(ann, chatId, 'till den nya versionen')
  for (const openPage of [page, tab]) await expect(bubble(openPage, 'till den nya versionen')).toBeVisible()
})

test('a release that was replaced before its activation breaks no open tab', async ({ browser, releaseProxy }) => {
  const { bo, chatId } = await aChatWithMembers()
  const page = await openAs(browser, bo, `${releaseProxy.url}/chats?id=${chatId}`)
  await waitForServiceWorker(page)
  const tabs = [await page.context().newPage(), await page.context().newPage()]
  for (const tab of tabs) await tab.goto(`${releaseProxy.url}/chats?id=${chatId}`)
  for (const name of ['replaced', 'next']) {
    await deployRelease(releaseProxy, name)
    expect(await checkForRelease(page)).toBe(true)
  }
  await page.getByRole('button', { name: 'Uppdatera' }).click()
  await expect(documentOfRelease(page, 'next')).toHaveCount(1)
  for (const tab of tabs) {
    await expect(newVersionNotice(tab)).toHaveCount(1)
    await tab
      .getByRole('link', { name: /Grupper/ })
      .first()
      .click()
    await expect(heading(tab)).toHaveText('Grupper')
  }
})

test('a partially rolled out release is not installed, and the cached one stays complete', async ({
  browser,
  releaseProxy,
}) => {
  const bo = await aMember('Bo')
  const page = await openAs(browser, bo, `${releaseProxy.url}/chats`)
  await waitForServiceWorker(page)
  await deployRelease(releaseProxy, 'partial', { hasPages: false })
  expect(await checkForRelease(page)).toBe(false)
  await deployRelease(releaseProxy, 'complete')
  expect(await checkForRelease(page)).toBe(true)
  await page.getByRole('button', { name: 'Uppdatera' }).click()
  await expect(documentOfRelease(page, 'complete')).toHaveCount(1)
  await expect(heading(page)).toHaveText('Chatt')
})

test('a start page whose files are missing shows an error, and loads once they exist', async ({
  page,
  releaseProxy,
}) => {
  releaseProxy.serve(/\/assets\/first-/, NOT_FOUND)
  await page.goto(releaseProxy.url)
  await expect(heading(page)).toHaveText('Sidan kunde inte laddas.')
  releaseProxy.reset()
  await page.getByRole('button', { name: 'Ladda om' }).click()
  await expect(heading(page)).toHaveText('Välkommen in')
})

test('without a cache, a page whose file is missing offers the new version', async ({ browser, releaseProxy }) => {
  const bo = await aMember('Bo')
  const context = await browser.newContext({ ...DESKTOP, locale: 'sv-SE', serviceWorkers: 'block' })
  const page = await openAs(browser, bo, `${releaseProxy.url}/chats`, DESKTOP, context)
  await expect(heading(page)).toHaveText('Chatt')
  releaseProxy.serve(/GroupsPage/, NOT_FOUND)
  await page
    .getByRole('link', { name: /Grupper/ })
    .first()
    .click()
  await expect(heading(page)).toHaveText('Det finns en ny version.')
  await expect(page.getByRole('navigation').first()).toBeVisible()
  releaseProxy.reset()
  await page.getByRole('main').getByRole('button', { name: 'Uppdatera' }).click()
  await expect(heading(page)).toHaveText('Grupper')
})

test('the page removes an installed service worker and its caches if the server no longer has one', {
  tag: '@offline.no-service-worker',
}, async ({ browser, releaseProxy }) => {
  const bo = await aMember('Bo')
  const page = await openAs(browser, bo, `${releaseProxy.url}/chats`)
  await waitForServiceWorker(page)
  releaseProxy.serve(/^\/service-worker\.js$/, NOT_FOUND)
  await page.reload()
  const readRemaining = () =>
    page.evaluate(async () => [...(await navigator.serviceWorker.getRegistrations()), ...(await caches.keys())].length)
  await expect.poll(readRemaining).toBe(0)
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
