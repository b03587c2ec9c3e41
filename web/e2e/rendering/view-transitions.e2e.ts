import { expect, type Locator, type Page } from '@playwright/test'
import { aChatWithMembers } from '../support/chatting.ts'
import { aMember, type Member, openAs, PHONE } from '../support/members.ts'
import { test } from '../support/test.ts'

const WITH_MOTION = { ...PHONE, reducedMotion: 'no-preference' } as const

/** Records, for each view transition, the classes of the elements that it animates separately. */
async function recordTransitions(page: Page): Promise<() => Promise<string[][]>> {
  await page.evaluate(() => {
    const recorded: string[][] = []
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (options) => {
      const transition = start(options)
      void transition.ready.then(() => {
        const elements = [...document.querySelectorAll<HTMLElement>('[style*="view-transition-class"]')]
        recorded.push(elements.map(({ style }) => style.getPropertyValue('view-transition-class')))
      })
      return transition
    }
    Object.assign(window, { recorded })
  })
  return () => page.evaluate(() => (window as unknown as { recorded: string[][] }).recorded)
}

/** Expects these classes of the page in the recorded view transitions. */
const expectTransitions = (readTransitions: () => Promise<string[][]>, classes: string[]): Promise<void> =>
  expect.poll(async () => (await readTransitions()).map(([page]) => page)).toEqual(classes)

/** Pauses the animations of every view transition, so that it lasts until the page skips it. */
const pauseTransitions = (page: Page) =>
  page.evaluate(() => {
    const style = new CSSStyleSheet()
    style.replaceSync(
      '::view-transition-group(*), ::view-transition-old(*), ::view-transition-new(*) { animation-play-state: paused !important }',
    )
    document.adoptedStyleSheets.push(style)
  })

async function centerOf(target: Locator): Promise<[x: number, y: number]> {
  const box = await target.boundingBox()
  if (!box) throw new Error('the element is not rendered')
  return [box.x + box.width / 2, box.y + box.height / 2]
}

/** Taps at the position of an element, even if another element covers it. */
const tapAt = async (page: Page, target: Locator): Promise<void> => page.touchscreen.tap(...(await centerOf(target)))

const hasTransition = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .some(({ effect }) => (effect as KeyframeEffect).pseudoElement?.startsWith('::view-transition')),
  )

/**
 * Clicks at the position of an element, even if another one covers it. Releases the button once no view transition
 * runs.
 */
async function clickAt(page: Page, target: Locator): Promise<void> {
  await page.mouse.move(...(await centerOf(target)))
  await page.mouse.down()
  await expect.poll(() => hasTransition(page)).toBe(false)
  await page.mouse.up()
}

const hitOf = (page: Page, { userName }: Member): Locator =>
  page.getByRole('main').locator(`[data-hit="${userName}"]`).getByRole('link')

const filterButton = (page: Page): Locator => page.getByRole('main').getByRole('button', { name: 'Filter' })

test('opening a chat and going back slide the page in and out', async ({ browser }) => {
  const { ann, bo, chatId } = await aChatWithMembers()
  const page = await openAs(browser, ann, '/chats', WITH_MOTION)
  const readTransitions = await recordTransitions(page)
  await page.getByRole('link', { name: bo.userName }).tap()
  await expectTransitions(readTransitions, ['page-deeper'])
  await expect(page).toHaveURL(`/chats?id=${chatId}`)
  await page.goBack()
  await expectTransitions(readTransitions, ['page-deeper', 'page-back'])
  await page.close()
})

test('the photo of a search hit grows into the profile, and shrinks back into the hit', async ({ browser }) => {
  const [ann, bo] = await Promise.all([aMember('Ann'), aMember('Bo')])
  const page = await openAs(browser, ann, `/profilelist?name=${bo.userName}`, WITH_MOTION)
  const readTransitions = await recordTransitions(page)

  await hitOf(page, bo).tap()
  await expectTransitions(readTransitions, ['page-grow'])
  await page.goBack()
  await expectTransitions(readTransitions, ['page-grow', 'page-shrink'])
  expect(await readTransitions()).toEqual([
    ['page-grow', 'photo'],
    ['page-shrink', 'photo'],
  ])
  await page.close()
})

test('taps and Back take effect immediately during a view transition', async ({ browser }) => {
  const [ann, bo] = await Promise.all([aMember('Ann'), aMember('Bo')])
  const page = await openAs(browser, ann, `/profilelist?name=${bo.userName}`, WITH_MOTION)
  const readTransitions = await recordTransitions(page)
  const filter = page.getByRole('dialog', { name: 'Filter' })
  await hitOf(page, bo).waitFor()
  await pauseTransitions(page)

  await hitOf(page, bo).tap()
  await expectTransitions(readTransitions, ['page-grow'])
  await page.goBack()
  await expectTransitions(readTransitions, ['page-grow', 'page-shrink'])
  await tapAt(page, filterButton(page))
  await expect(filter).toBeVisible()
  await page.goBack()
  await expect(filter).toBeHidden()
  expect(await readTransitions()).toHaveLength(2)
  await page.close()
})

test('a dialog is gone after its closing animation is canceled', async ({ browser }) => {
  const page = await openAs(browser, await aMember('Ann'), '/profilelist', WITH_MOTION)
  const filter = page.getByRole('dialog', { name: 'Filter' })
  await filterButton(page).tap()
  await filter.waitFor()
  await expect.poll(() => filter.evaluate((dialog) => dialog.closest('[data-entering]'))).toBeNull()
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0)
  await page.evaluate(() =>
    document.addEventListener('transitionrun', ({ target }) => {
      if (target instanceof HTMLElement && 'exiting' in target.dataset)
        for (const animation of target.getAnimations()) animation.cancel()
    }),
  )

  await page.goBack()
  await expect(filter).toBeHidden()
  await expect(filterButton(page)).toBeVisible()
  await page.close()
})

for (const { name, hide } of [
  { name: 'a browser', hide: false },
  { name: 'a browser that does not expose the running view transition', hide: true },
])
  test(`a mouse click during a view transition reaches the new page in ${name}`, async ({ browser }) => {
    const [ann, bo] = await Promise.all([aMember('Ann'), aMember('Bo')])
    const page = await openAs(browser, ann, `/profilelist?name=${bo.userName}`, { reducedMotion: 'no-preference' })
    if (hide) await page.evaluate(() => Object.defineProperty(document, 'activeViewTransition', { value: undefined }))
    // Loads the profile beforehand, because React renders late content only after the view transition has ended.
    await hitOf(page, bo).click()
    await page.getByRole('tab', { name: 'Foton' }).waitFor()
    await page.goBack()
    await hitOf(page, bo).waitFor()
    await expect.poll(() => hasTransition(page)).toBe(false)
    const readTransitions = await recordTransitions(page)
    await pauseTransitions(page)

    await clickAt(page, hitOf(page, bo))
    await expectTransitions(readTransitions, ['page-grow'])
    await clickAt(page, page.getByRole('tab', { name: 'Foton' }))
    await expect(page.getByRole('tab', { name: 'Foton' })).toBeFocused()
    await expect(page.getByRole('tabpanel', { name: 'Foton' })).toBeVisible()
    await page.goBack()
    await expectTransitions(readTransitions, ['page-grow', 'page-shrink'])
    await clickAt(page, filterButton(page))
    await expect(page.getByRole('dialog', { name: 'Filter' })).toBeVisible()
    await page.close()
  })
