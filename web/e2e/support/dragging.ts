import { expect, type Locator, type Page } from '@playwright/test'

type Point = { x: number; y: number }

/** A mouse or a finger that can drag. */
type Pointer = {
  down: (point: Point) => Promise<unknown>
  move: (point: Point) => Promise<unknown>
  up: () => Promise<unknown>
  cancel: () => Promise<unknown>
}

const MOVE_STEPS = 8

/** A pointer closer than this to the edge of the page scrolls it. */
const SCROLLING_EDGE_PX = 72

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

/** Creates a touch pointer through the DevTools protocol, so the browser also recognizes its gestures. */
async function createTouchPointer(page: Page): Promise<Pointer> {
  const cdpSession = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', touchPoints: Point[]) =>
    cdpSession.send('Input.dispatchTouchEvent', { type, touchPoints })
  return {
    down: (point) => touch('touchStart', [point]),
    move: (point) => touch('touchMove', [point]),
    up: () => touch('touchEnd', []),
    cancel: () => touch('touchCancel', []),
  }
}

/** Returns the point of an element at the given fractions of its width and height. */
async function pointIn(target: Locator, xFraction: number, yFraction: number): Promise<Point> {
  const box = await target.boundingBox()
  if (!box) throw new Error('the source or target of the drag is not visible')
  return { x: box.x + box.width * xFraction, y: box.y + box.height * yFraction }
}

/** Scrolls the page until the point halfway between two elements is in its middle. */
async function centerBoth(page: Page, tile: Locator, target: Locator): Promise<void> {
  const main = page.getByRole('main')
  const [middle, tilePoint, targetPoint] = [
    await pointIn(main, 0.5, 0.5),
    await pointIn(tile, 0.5, 0.5),
    await pointIn(target, 0.5, 0.5),
  ]
  await main.evaluate(
    (element, top) => element.scrollBy({ top, behavior: 'instant' }),
    (tilePoint.y + targetPoint.y) / 2 - middle.y,
  )
}

/** Picks up a photo: with the mouse by the photo itself, with touch by its handle, which appears after a tap. */
async function pickUp(page: Page, tile: Locator): Promise<{ pointer: Pointer; start: Point }> {
  const touch = await isTouch(page)
  const handle = tile.locator('[data-handle]')
  if (touch) {
    await tile.getByRole('button').first().tap()
    await expect(handle).toHaveCSS('pointer-events', 'auto')
  }
  const pointer = touch ? await createTouchPointer(page) : createMouse(page)
  const start = touch ? await pointIn(handle, 0.5, 0.5) : await pointIn(tile, 0.3, 0.3)
  await pointer.down(start)
  return { pointer, start }
}

async function moveTo(pointer: Pointer, start: Point, target: Point): Promise<void> {
  for (let step = 1; step <= MOVE_STEPS; step += 1) {
    const fraction = step / MOVE_STEPS
    await pointer.move({ x: start.x + (target.x - start.x) * fraction, y: start.y + (target.y - start.y) * fraction })
  }
}

/** Drags a photo onto a target, without scrolling the page on the way, and drops it there. */
export async function drag(page: Page, tile: Locator, target: Locator): Promise<void> {
  await centerBoth(page, tile, target)
  const { pointer, start } = await pickUp(page, tile)
  const end = await pointIn(target, 0.4, 0.35)
  const main = page.getByRole('main')
  const top = (await pointIn(main, 0, 0)).y + SCROLLING_EDGE_PX
  const bottom = (await pointIn(main, 0, 1)).y - SCROLLING_EDGE_PX
  if (Math.min(start.y, end.y) < top || Math.max(start.y, end.y) > bottom)
    throw new Error('the drag would scroll the page')
  await moveTo(pointer, start, end)
  await pointer.up()
}

/** Holds a photo at the lower edge of the page until a condition is met, then cancels the drag. */
export async function holdAtBottom(page: Page, tile: Locator, waitForCondition: () => Promise<void>): Promise<void> {
  await tile.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const { pointer, start } = await pickUp(page, tile)
  const bottom = await pointIn(page.getByRole('main'), 0.5, 1)
  await moveTo(pointer, start, { x: bottom.x, y: Math.min(bottom.y, page.viewportSize()?.height ?? bottom.y) - 30 })
  await waitForCondition()
  await pointer.cancel()
}
