import { expect, type Page } from '@playwright/test'
import { test } from './support/test.ts'

/** The positions of the motifs, in pixels of the picture: the sun above the water and the house on the shore. */
const MOTIFS = { sun: { x: 166, y: 318, width: 116, height: 104 }, house: { x: 483, y: 336, width: 73, height: 73 } }

/**
 * Returns the visible fraction of each motif in the cropped picture, and the fraction of the screen that the picture
 * covers. The picture is the background of the header.
 */
const measureVisibleFractions = (page: Page) =>
  page.evaluate(async (motifs) => {
    const header = document.querySelector('header.login-picture')
    if (!header) throw new Error('the login page has no picture')
    const { backgroundImage, backgroundPosition } = getComputedStyle(header)
    const image = new Image()
    image.src = /^url\("(.*)"\)$/.exec(backgroundImage)?.[1] ?? ''
    await image.decode()
    const { width, height } = header.getBoundingClientRect()
    const scale = Math.max(width / image.naturalWidth, height / image.naturalHeight)
    const [left = 0, top = 0] = backgroundPosition.split(' ').map((part) => parseFloat(part) / 100)
    const visibleFraction = (start: number, length: number, box: number, whole: number, position: number): number => {
      const visibleStart = start * scale + (box - whole * scale) * position
      return (Math.min(box, visibleStart + length * scale) - Math.max(0, visibleStart)) / (length * scale)
    }
    const fractions = Object.entries(motifs).map(([name, { x, y, ...size }]) => {
      const horizontalFraction = visibleFraction(x, size.width, width, image.naturalWidth, left)
      const verticalFraction = visibleFraction(y, size.height, height, image.naturalHeight, top)
      return [name, Math.min(horizontalFraction, verticalFraction)] as const
    })
    return { motifs: Object.fromEntries(fractions), screen: (width * height) / (innerWidth * innerHeight) }
  }, MOTIFS)

for (const [name, width, height] of [
  ['a small phone', 320, 568],
  ['a phone', 390, 844],
  ['a tablet in portrait', 820, 1180],
  ['a tablet in landscape', 1180, 820],
  ['a small window', 900, 1000],
  ['a desktop at 200 %', 640, 400],
  ['a small phone in landscape', 568, 320],
  ['a phone in landscape', 844, 390],
  ['a large tablet in portrait', 1024, 1366],
  ['a desktop', 1280, 800],
] as const) {
  test(`the login picture shows its sun and house, and covers less than 55 % of the screen, on ${name}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await page.goto('/')
    // The client renders the picture after the load event, and the form below it takes part of the screen.
    await page.locator('header.login-picture').waitFor()
    await page.getByRole('button', { name: 'Logga in', exact: true }).waitFor()
    await page.evaluate(() => document.fonts.ready)
    const visible = await measureVisibleFractions(page)
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/login-${width}x${height}.png` })
    expect.soft(visible.motifs.sun).toBeGreaterThan(0.99)
    expect.soft(visible.motifs.house).toBeGreaterThan(0.99)
    expect.soft(visible.screen).toBeLessThan(0.55)
  })
}
