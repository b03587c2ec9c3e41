import type { Browser, Page } from 'playwright'

export type Screen = { width: number; height: number; deviceScaleFactor: number }
export type Session = { sessionId: string; userName: string }

/** Transferred kilobytes, of images and in total. */
type Traffic = { images: number; total: number }
export type PageWeight = { cold: Traffic; warm: Traffic; shift: number }

async function measureTraffic(page: Page, visit: () => Promise<unknown>): Promise<Traffic> {
  const devTools = await page.context().newCDPSession(page)
  const types = new Map<string, string>()
  const sums: Traffic = { images: 0, total: 0 }
  await devTools.send('Network.enable')
  devTools.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type))
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kilobytes = encodedDataLength / 1_000
    sums.total += kilobytes
    if (types.get(requestId) === 'Image') sums.images += kilobytes
  })
  await visit()
  await devTools.detach()
  return sums
}

/** Sums up the layout shifts that follow no user input, as the browser reports them. */
const OBSERVE_SHIFTS = `
  globalThis.shift = 0
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) globalThis.shift += value
  }).observe({ type: 'layout-shift', buffered: true })`

/** Scrolls each matching element into view and waits until its image has loaded. */
async function scrollThrough(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().waitFor()
  for (const item of await page.locator(selector).all()) {
    await item.scrollIntoViewIfNeeded()
    await item.locator('img').last().evaluate('(image) => image.decode()')
  }
  await page.waitForLoadState('networkidle')
}

/** Measures the traffic of a page with images on the first visit and on a reload, and its layout shift. */
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
  await context.addInitScript({ content: OBSERVE_SHIFTS })
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
