import type { Browser, Page } from 'playwright'

export type Screen = { width: number; height: number; deviceScaleFactor: number }
export type Session = { sessionId: string; userName: string }

/** Transferred kilobytes: of images, and in total. */
type Traffic = { images: number; all: number }
export type PageWeight = { cold: Traffic; warm: Traffic; shift: number }

async function measureTraffic(page: Page, visit: () => Promise<unknown>): Promise<Traffic> {
  const browser = await page.context().newCDPSession(page)
  const types = new Map<string, string>()
  const sums: Traffic = { images: 0, all: 0 }
  await browser.send('Network.enable')
  browser.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type))
  browser.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kilobytes = encodedDataLength / 1_000
    sums.all += kilobytes
    if (types.get(requestId) === 'Image') sums.images += kilobytes
  })
  await visit()
  await browser.detach()
  return sums
}

/** Sums the layout shifts without user input, as browsers measure them. */
const WATCH_SHIFTS = `
  globalThis.shift = 0
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) globalThis.shift += value
  }).observe({ type: 'layout-shift', buffered: true })`

/** Scrolls each element into view in turn, until its image has loaded. */
async function scrollThrough(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().waitFor()
  for (const item of await page.locator(selector).all()) {
    await item.scrollIntoViewIfNeeded()
    await item.locator('img').last().evaluate('(image) => image.decode()')
  }
  await page.waitForLoadState('networkidle')
}

/** Measures a page with pictures on the first visit and on a reload. */
export async function measurePage(
  browser: Browser,
  { url, selector, session, screen }: { url: string; selector: string; session: Session; screen: Screen },
): Promise<PageWeight> {
  const { width, height, deviceScaleFactor } = screen
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor,
    serviceWorkers: 'block',
  })
  await context.addInitScript({ content: WATCH_SHIFTS })
  const stored = JSON.stringify({ ...session, memberLevel: 'BASIC', couple: false, language: 'SWEDISH' })
  await context.addInitScript({ content: `localStorage.setItem('salong.session', ${JSON.stringify(stored)})` })
  const page = await context.newPage()
  const cold = await measureTraffic(page, async () => {
    await page.goto(url)
    await scrollThrough(page, selector)
  })
  const shift = await page.evaluate<number>('shift')
  const warm = await measureTraffic(page, async () => {
    await page.reload()
    await scrollThrough(page, selector)
  })
  await context.close()
  return { cold, warm, shift }
}
