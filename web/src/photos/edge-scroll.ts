/** So near to the edge of what can be seen of a box it scrolls along. */
const EDGE = 72
/** Pixels in one frame. */
const STEP = 8

const SCROLLS = /auto|scroll/

/** The box around an element that scrolls; the page where none does. */
export function scrollerOf(element: Element): Element {
  for (let box = element.parentElement; box; box = box.parentElement)
    if (box.scrollHeight > box.clientHeight && SCROLLS.test(getComputedStyle(box).overflowY)) return box
  return document.documentElement
}

/** Scrolls a box by a step where `y` is near its upper or lower edge. Answers whether it has moved. */
export function scrollNear(box: Element, y: number): boolean {
  const { top, bottom } = box.getBoundingClientRect()
  const before = box.scrollTop
  if (y < Math.max(top, 0) + EDGE) box.scrollTop -= STEP
  else if (y > Math.min(bottom, window.innerHeight) - EDGE) box.scrollTop += STEP
  return box.scrollTop !== before
}
