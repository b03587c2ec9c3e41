import { expect, type Locator, type Page } from '@playwright/test'
import { aChatWithMembers } from './support/chatting.ts'
import { aMember, type Member, openAs, PHONE } from './support/members.ts'
import { test } from './support/test.ts'

const WITH_MOTION = { ...PHONE, reducedMotion: 'no-preference' } as const

type RecordedMove = { kind: string | undefined; classes: string[] }

/** Records the kind of each view transition that is shown, and the classes of the elements that it moves on their own. */
async function recordMoves(page: Page): Promise<() => Promise<RecordedMove[]>> {
  await page.evaluate(() => {
    const moves: RecordedMove[] = []
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (options) => {
      const transition = start(options)
      void transition.ready.then(() => {
        const [kind] = (options as StartViewTransitionOptions).types ?? []
        const elements = [...document.querySelectorAll<HTMLElement>('[style*="view-transition-name"]')]
        moves.push({ kind, classes: elements.map(({ style }) => style.getPropertyValue('view-transition-class')) })
      })
      return transition
    }
    Object.assign(window, { moves })
  })
  return () => page.evaluate(() => (window as unknown as { moves: RecordedMove[] }).moves)
}

/** Expects the kinds of all view transitions since the start of the recording. */
const expectKinds = (readMoves: () => Promise<RecordedMove[]>, kinds: string[]): Promise<void> =>
  expect.poll(async () => (await readMoves()).map(({ kind }) => kind)).toEqual(kinds)

/** Makes each view transition last until it is ended. */
const makeMovesEndless = (page: Page) =>
  page.evaluate(() => {
    const style = new CSSStyleSheet()
    style.replaceSync('::view-transition-old(*), ::view-transition-new(*) { animation-duration: 600s !important }')
    document.adoptedStyleSheets.push(style)
  })

async function centerOf(target: Locator): Promise<[x: number, y: number]> {
  const box = await target.boundingBox()
  if (!box) throw new Error('The element is not rendered')
  return [box.x + box.width / 2, box.y + box.height / 2]
}

/** Taps where an element is, whatever covers it. */
const tapAt = async (page: Page, target: Locator): Promise<void> => page.touchscreen.tap(...(await centerOf(target)))

const hasTransition = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .some(({ effect }) => (effect as KeyframeEffect).pseudoElement?.startsWith('::view-transition')),
  )

/** Clicks where an element is, whatever covers it, and releases the button when no view transition runs any more. */
async function clickAt(page: Page, target: Locator): Promise<void> {
  await page.mouse.move(...(await centerOf(target)))
  await page.mouse.down()
  await expect.poll(() => hasTransition(page)).toBe(false)
  await page.mouse.up()
}

const hitOf = (page: Page, { userName }: Member): Locator =>
  page.getByRole('main').locator(`[data-hit="${userName}"]`).getByRole('link')

const filterButton = (page: Page): Locator => page.getByRole('main').getByRole('button', { name: 'Filter' })

test('a chat slides in and back', async ({ browser }) => {
  const { ann, bo, chatId } = await aChatWithMembers()
  const page = await openAs(browser, ann, '/chats', WITH_MOTION)
  const readMoves = await recordMoves(page)
  await page.getByRole('link', { name: bo.userName }).tap()
  await expectKinds(readMoves, ['deeper'])
  await expect(page).toHaveURL(`/chats?id=${chatId}`)
  await page.goBack()
  await expectKinds(readMoves, ['deeper', 'back'])
  await page.close()
})

test('the photo of a search hit grows into the profile and shrinks back to its place', async ({ browser }) => {
  const [ann, bo] = await Promise.all([aMember('Ann'), aMember('Bo')])
  const page = await openAs(browser, ann, `/profilelist?name=${bo.userName}`, WITH_MOTION)
  const readMoves = await recordMoves(page)

  await hitOf(page, bo).tap()
  await expectKinds(readMoves, ['grow'])
  await page.goBack()
  await expectKinds(readMoves, ['grow', 'shrink'])
  expect(await readMoves()).toEqual([
    { kind: 'grow', classes: ['page-grow', 'photo'] },
    { kind: 'shrink', classes: ['page-shrink', 'photo'] },
  ])
  await page.close()
})

test('taps and Back during a move take effect at once', async ({ browser }) => {
  const [ann, bo] = await Promise.all([aMember('Ann'), aMember('Bo')])
  const page = await openAs(browser, ann, `/profilelist?name=${bo.userName}`, WITH_MOTION)
  const readMoves = await recordMoves(page)
  const filter = page.getByRole('dialog', { name: 'Filter' })
  await hitOf(page, bo).waitFor()
  await makeMovesEndless(page)

  await tapAt(page, hitOf(page, bo))
  await expectKinds(readMoves, ['grow'])
  await page.goBack()
  await expectKinds(readMoves, ['grow', 'shrink'])
  await tapAt(page, filterButton(page))
  await expect(filter).toBeVisible()
  await page.goBack()
  await expect(filter).toBeHidden()
  expect(await readMoves()).toHaveLength(2)
  await page.close()
})

for (const { name, hide } of [
  { name: 'a browser', hide: false },
  { name: 'a browser that does not expose the running view transition', hide: true },
])
  test(`in ${name} a mouse click during a move reaches the new page`, async ({ browser }) => {
    const [ann, bo] = await Promise.all([aMember('Ann'), aMember('Bo')])
    const page = await openAs(browser, ann, `/profilelist?name=${bo.userName}`, { reducedMotion: 'no-preference' })
    if (hide) await page.evaluate(() => Object.defineProperty(document, 'activeViewTransition', { value: undefined }))
    const readMoves = await recordMoves(page)
    await hitOf(page, bo).waitFor()
    await makeMovesEndless(page)

    await clickAt(page, hitOf(page, bo))
    await expectKinds(readMoves, ['grow'])
    await clickAt(page, page.getByRole('tab', { name: 'Foton' }))
    await expect(page.getByRole('tab', { name: 'Foton' })).toBeFocused()
    await expect(page.getByRole('tabpanel', { name: 'Foton' })).toBeVisible()
    await page.goBack()
    await expectKinds(readMoves, ['grow', 'shrink'])
    await clickAt(page, filterButton(page))
    await expect(page.getByRole('dialog', { name: 'Filter' })).toBeVisible()
    await page.close()
  })
