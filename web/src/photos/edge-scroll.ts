/** A pointer within this distance of the visible edge scrolls the box, in pixels. */
const EDGE = 72
/** Pixels per frame. */
const STEP = 8

const SCROLLS = /auto|scroll/

/** Returns the closest scrollable ancestor; the page if there is none. */
export function scrollerOf(element: Element): Element {
  for (let box = element.parentElement; box; box = box.parentElement)
    if (box.scrollHeight > box.clientHeight && SCROLLS.test(getComputedStyle(box).overflowY)) return box
  return document.documentElement
}

/** Scrolls a box by a step if `y` is near its upper or lower edge. Returns whether it moved. */
export function scrollNear(box: Element, y: number): boolean {
  const { top, bottom } = box.getBoundingClientRect()
  const before = box.scrollTop
  if (y < Math.max(top, 0) + EDGE) box.scrollTop -= STEP
  else if (y > Math.min(bottom, window.innerHeight) - EDGE) box.scrollTop += STEP
  return box.scrollTop !== before
}
