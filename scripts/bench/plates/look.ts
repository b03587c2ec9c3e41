import type { Browser, Page } from 'playwright'

export type Screen = { width: number; height: number; deviceScaleFactor: number }
export type Session = { sessionId: string; userName: string }

/** Kilobytes as they came over the line: of pictures, and of everything. */
type Received = { images: number; all: number }
export type Look = { cold: Received; warm: Received; shift: number }

async function received(page: Page, visit: () => Promise<unknown>): Promise<Received> {
  const browser = await page.context().newCDPSession(page)
  const types = new Map<string, string>()
  const sums: Received = { images: 0, all: 0 }
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

/** Adds up all that moves without being asked to, as browsers count it. */
const WATCH_SHIFTS = `
  globalThis.shift = 0
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) globalThis.shift += value
  }).observe({ type: 'layout-shift', buffered: true })`

/** Brings each of the things into sight, one after the other, until its picture has come. */
async function lookAtAll(page: Page, things: string): Promise<void> {
  await page.locator(things).first().waitFor()
  for (const thing of await page.locator(things).all()) {
    await thing.scrollIntoViewIfNeeded()
    await thing.locator('img').last().evaluate('(image) => image.decode()')
  }
  await page.waitForLoadState('networkidle')
}

/** A page with pictures as somebody sees it for the first time, and when they load it again. */
export async function lookAt(
  browser: Browser,
  { url, things, session, screen }: { url: string; things: string; session: Session; screen: Screen },
): Promise<Look> {
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
  const cold = await received(page, async () => {
    await page.goto(url)
    await lookAtAll(page, things)
  })
  const shift = await page.evaluate<number>('shift')
  const warm = await received(page, async () => {
    await page.reload()
    await lookAtAll(page, things)
  })
  await context.close()
  return { cold, warm, shift }
}
