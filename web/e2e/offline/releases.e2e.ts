import { createHash } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { aChatWithMembers, bubble, composer } from '../support/chatting.ts'
import { waitForServiceWorker } from '../support/device.ts'
import { aMember, DESKTOP, openAs, sendAs } from '../support/members.ts'
import { NOT_FOUND, type ReleaseProxy, test } from '../support/release-proxy.ts'

test.use({ serviceWorkers: 'allow' })

const newVersionNotice = (page: Page) => page.getByText('Det finns en ny version.')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

const computeIntegrity = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

/**
 * Makes the proxy serve another release without the current file of the groups page. A release without pages is
 * incomplete, as during a rollout.
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

/**
 * Checks for an update, as the browser does regularly. Returns whether a complete release is waiting for activation.
 */
const checkForRelease = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration?.update()
    const { installing } = registration ?? {}
    if (installing) await new Promise((resolve) => installing.addEventListener('statechange', resolve, { once: true }))
    return Boolean(registration?.waiting)
  })

/** A new release is installed, file by file, before its page loads. */
const INSTALLATION_TIMEOUT = { timeout: 90_000 }

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
  await expect(documentOfRelease(page, 'next')).toHaveCount(1, INSTALLATION_TIMEOUT)
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

test('an HTML document whose files are missing shows an error, and loads once they exist', async ({
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
