import type { Locator, Page } from '@playwright/test'

type Point = { x: number; y: number }

/** A pointer that drags from where it goes down until its release. */
type Pointer = {
  down: (at: Point) => Promise<unknown>
  move: (to: Point) => Promise<unknown>
  up: () => Promise<unknown>
  cancel: () => Promise<unknown>
}

const STEPS = 8

const isTouch = (page: Page): Promise<boolean> => page.evaluate(() => matchMedia('(pointer: coarse)').matches)

const createMouse = ({ mouse, keyboard }: Page): Pointer => ({
  down: async ({ x, y }) => {
    await mouse.move(x, y)
    await mouse.down()
  },
  move: ({ x, y }) => mouse.move(x, y),
  up: () => mouse.up(),
  cancel: () => keyboard.press('Escape'),
})

/** Creates touch input at the level of the browser, including gestures that the browser itself derives from it. */
async function createFinger(page: Page): Promise<Pointer> {
  const browser = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', touchPoints: Point[]) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints })
  return {
    down: (at) => touch('touchStart', [at]),
    move: (to) => touch('touchMove', [to]),
    up: () => touch('touchEnd', []),
    cancel: () => touch('touchCancel', []),
  }
}

async function pointIn(target: Locator, xShare: number, yShare: number): Promise<Point> {
  const box = await target.boundingBox()
  if (!box) throw new Error('the source or target of the drag is not visible')
  return { x: box.x + box.width * xShare, y: box.y + box.height * yShare }
}

/** Picks up a photo: with the mouse by the photo itself, with touch by its handle, which appears after a tap. */
async function pickUp(page: Page, tile: Locator): Promise<{ pointer: Pointer; from: Point }> {
  const touch = await isTouch(page)
  await tile.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  if (touch) await tile.getByRole('button').first().tap()
  const pointer = touch ? await createFinger(page) : createMouse(page)
  const from = touch ? await pointIn(tile.locator('[data-handle]'), 0.5, 0.5) : await pointIn(tile, 0.3, 0.3)
  await pointer.down(from)
  return { pointer, from }
}

async function moveTo(pointer: Pointer, from: Point, target: Point): Promise<void> {
  for (let step = 1; step <= STEPS; step += 1) {
    const share = step / STEPS
    await pointer.move({ x: from.x + (target.x - from.x) * share, y: from.y + (target.y - from.y) * share })
  }
}

export async function drag(page: Page, tile: Locator, to: Locator): Promise<void> {
  const { pointer, from } = await pickUp(page, tile)
  await moveTo(pointer, from, await pointIn(to, 0.4, 0.35))
  await pointer.up()
}

/** Holds a photo at the lower edge of the page until a condition holds, and puts it back. */
export async function holdAtBottom(page: Page, tile: Locator, until: () => Promise<void>): Promise<void> {
  const { pointer, from } = await pickUp(page, tile)
  const bottom = await pointIn(page.getByRole('main'), 0.5, 1)
  await moveTo(pointer, from, { x: bottom.x, y: Math.min(bottom.y, page.viewportSize()?.height ?? bottom.y) - 30 })
  await until()
  await pointer.cancel()
}
