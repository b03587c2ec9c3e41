import type { Session } from '@app/contract/members/members'
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright'
import type { MeasuredPage } from './pages.ts'

/**
 * The vitals of one visit: milliseconds, except the layout shift, which has no unit, and kilobytes over the network.
 */
export type Vitals = {
  firstPaint: number
  largestPaint: number
  layoutShift: number
  interaction: number
  scripts: number
  kilobytes: number
}

/** Slow 4G as DevTools emulates it: each request waits for 562.5 ms, which includes the set-up of its connection. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 }
const PROCESSOR_SLOWDOWN = 4
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
/** A page is at rest when the network has been idle for this long. */
const REST_MS = 1_500

/** Runs in the page before its own scripts, and sums up what the browser reports. */
const OBSERVE_VITALS = `
  globalThis.vitals = { firstPaint: 0, largestPaint: 0, layoutShift: 0, interaction: 0 }
  const observe = (type, onEntry, options) =>
    new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe({ type, buffered: true, ...options })
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') vitals.firstPaint = startTime
  })
  observe('largest-contentful-paint', ({ startTime }) => { vitals.largestPaint = startTime })
  observe('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) vitals.layoutShift += value })
  observe('event', ({ duration, interactionId }) => {
    if (interactionId) vitals.interaction = Math.max(vitals.interaction, duration)
  }, { durationThreshold: 16 })`

const NEXT_FRAMES = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))'

type PageVitals = Pick<Vitals, 'firstPaint' | 'largestPaint' | 'layoutShift' | 'interaction'>

async function throttle(devTools: CDPSession): Promise<void> {
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', SLOW_4G)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWDOWN })
}

/** Waits until no request has been open for `REST_MS`; a WebSocket does not count. */
async function waitForRest(page: Page, devTools: CDPSession): Promise<{ kilobytes: number; scripts: number }> {
  const open = new Set<string>()
  const totals = { bytes: 0, scripts: 0 }
  const scriptIds = new Set<string>()
  let lastChange = Date.now()
  const onChange = () => {
    lastChange = Date.now()
  }
  devTools.on('Network.requestWillBeSent', ({ requestId, type }) => {
    open.add(requestId)
    if (type === 'Script') scriptIds.add(requestId)
    onChange()
  })
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    open.delete(requestId)
    totals.bytes += encodedDataLength
    if (scriptIds.has(requestId)) totals.scripts += encodedDataLength
    onChange()
  })
  devTools.on('Network.loadingFailed', ({ requestId }) => {
    open.delete(requestId)
    onChange()
  })
  await page.waitForLoadState('load')
  while (open.size > 0 || Date.now() - lastChange < REST_MS) await page.waitForTimeout(100)
  return { kilobytes: totals.bytes / 1_000, scripts: totals.scripts / 1_000 }
}

/** Taps the first visible button, or presses Tab on a page without one, as the interaction whose delay is measured. */
async function interact(page: Page): Promise<void> {
  const buttons = page.locator('nav button:visible, main button:visible')
  if ((await buttons.count()) > 0) await buttons.first().tap({ timeout: 10_000 })
  else await page.keyboard.press('Tab')
  await page.evaluate(NEXT_FRAMES)
  await page.waitForTimeout(500)
}

async function visit(context: BrowserContext, url: string): Promise<Vitals> {
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await throttle(devTools)
  const rest = waitForRest(page, devTools)
  await page.goto(url, { waitUntil: 'commit', timeout: 60_000 })
  const transferred = await rest
  const { firstPaint, largestPaint, layoutShift } = await page.evaluate<PageVitals>('vitals')
  await interact(page)
  const { interaction } = await page.evaluate<PageVitals>('vitals')
  await page.close()
  return { firstPaint, largestPaint, layoutShift, interaction, ...transferred }
}

/** Waits in a fast page until the service worker has stored the release's files. */
async function waitForServiceWorker(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(url)
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  await page.close()
}

/** Measures a first visit with an empty cache, and a second one; a member's service worker has started before it. */
export async function measurePage(
  browser: Browser,
  url: string,
  { path, asMember }: MeasuredPage,
  session: Session,
): Promise<{ first: Vitals; second: Vitals }> {
  const context = await browser.newContext(PHONE)
  try {
    await context.addInitScript({ content: OBSERVE_VITALS })
    const stored = JSON.stringify(JSON.stringify(session))
    if (asMember) await context.addInitScript({ content: `localStorage.setItem('salong.session', ${stored})` })
    const first = await visit(context, url + path)
    if (asMember) await waitForServiceWorker(context, url + path)
    const second = await visit(context, url + path)
    return { first, second }
  } finally {
    await context.close()
  }
}
