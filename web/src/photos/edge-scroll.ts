/** A pointer within this distance of the visible edge scrolls the box. */
const EDGE_PX = 72
/** The distance scrolled per frame. */
const STEP_PX = 8

const SCROLLABLE = /auto|scroll/

/** Returns the closest scrollable ancestor; the page if there is none. */
export function scrollerOf(element: Element): Element {
  for (let box = element.parentElement; box; box = box.parentElement)
    if (box.scrollHeight > box.clientHeight && SCROLLABLE.test(getComputedStyle(box).overflowY)) return box
  return document.documentElement
}

/** Scrolls a box by a step if `y` is near its upper or lower edge. Returns whether it moved. */
export function scrollNear(box: Element, y: number): boolean {
  const { top, bottom } = box.getBoundingClientRect()
  const before = box.scrollTop
  if (y < Math.max(top, 0) + EDGE_PX) box.scrollTop -= STEP_PX
  else if (y > Math.min(bottom, window.innerHeight) - EDGE_PX) box.scrollTop += STEP_PX
  return box.scrollTop !== before
}
