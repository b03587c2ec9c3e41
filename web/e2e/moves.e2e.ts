import { expect, type Locator, type Page } from '@playwright/test'
import { aMember, openAs, PHONE } from './support/members.ts'
import { test } from './support/test.ts'

const WITH_MOTION = { ...PHONE, reducedMotion: 'no-preference' } as const

/** Records the kind of each view transition that is shown. */
async function recordMoves(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const kinds: string[] = []
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (options) => {
      const transition = start(options)
      void transition.ready.then(() => kinds.push(...((options as StartViewTransitionOptions).types ?? [])))
      return transition
    }
    Object.assign(window, { kinds })
  })
  return () => page.evaluate(() => (window as unknown as { kinds: string[] }).kinds)
}

/** Makes each view transition last until it is ended. */
const makeMovesEndless = (page: Page) =>
  page.evaluate(() => {
    const style = new CSSStyleSheet()
    style.replaceSync('::view-transition-old(*), ::view-transition-new(*) { animation-duration: 600s !important }')
    document.adoptedStyleSheets.push(style)
  })

/** Taps where an element is, whatever covers it. */
async function tapAt(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox()
  if (!box) throw new Error('The element to tap is not rendered')
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
}

test('a profile slides in and back, and taps and Back during a slide take effect at once', async ({ browser }) => {
  const [ann, bo] = await Promise.all([aMember('Ann'), aMember('Bo')])
  const page = await openAs(browser, ann, `/profilelist?name=${bo.userName}`, WITH_MOTION)
  const readMoves = await recordMoves(page)
  const hit = page.getByRole('main').locator(`[data-hit="${bo.userName}"]`).getByRole('link')
  const filter = page.getByRole('dialog', { name: 'Filter' })

  await hit.tap()
  await expect.poll(readMoves).toEqual(['deeper'])
  await page.getByRole('banner').getByRole('link', { name: 'Tillbaka' }).tap()
  await expect.poll(readMoves).toEqual(['deeper', 'back'])

  await makeMovesEndless(page)
  await tapAt(page, hit)
  await expect.poll(readMoves).toEqual(['deeper', 'back', 'deeper'])
  await page.goBack()
  await expect.poll(readMoves).toEqual(['deeper', 'back', 'deeper', 'back'])
  await tapAt(page, page.getByRole('main').getByRole('button', { name: 'Filter' }))
  await expect(filter).toBeVisible()
  await page.goBack()
  await expect(filter).toBeHidden()
  expect(await readMoves()).toHaveLength(4)
  await page.close()
})
