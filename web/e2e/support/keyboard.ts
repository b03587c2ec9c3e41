import type { Page } from '@playwright/test'

/** The maximum number of tab stops of a walk, since the feeds also contain entries of other tests. */
const TABS_MAX = 120

/** The state of a keyboard walk between two presses of Tab. */
type Walk = {
  tabStops: Element[]
  visited: Element[]
  problems: string[]
  last: { element: Element; focusStyles: string } | null
}
type WalkWindow = Window & { keyboardWalk: Walk }

/**
 * Removes the focus, so that the next Tab starts at the beginning of the page, and lists the tab stops: those of the
 * open dialog, which traps the focus, else of the page.
 */
const startWalk = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute('tabindex')
    const root = document.querySelector('[role="dialog"]') ?? document
    const focusable = root.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]')
    const tabStops = [...focusable].filter(
      (element) =>
        element.tabIndex >= 0 &&
        !element.matches(':disabled') &&
        !element.closest('[inert]') &&
        element.checkVisibility({ visibilityProperty: true }),
    )
    const target = window as unknown as WalkWindow
    target.keyboardWalk = { tabStops, visited: [], problems: [], last: null }
  })

/** Checks the element that Tab has focused. Returns true at the end of the page. */
const checkFocused = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const walk = (window as unknown as WalkWindow).keyboardWalk
    const describe = (element: Element) =>
      `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}" ${element.className}`

    /** Reads the outlines and box shadows of an element and of the elements that may show its focus instead. */
    const readFocusStyles = (element: Element) => {
      const label = (element as HTMLInputElement).labels?.[0]
      const shown = [element, ...element.querySelectorAll('*'), label, ...(label?.querySelectorAll('*') ?? [])]
      for (let parent = element.parentElement, n = 0; parent && n < 2; parent = parent.parentElement, n += 1)
        shown.push(parent)
      return shown
        .map((one) => {
          if (!one) return ''
          const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(one)
          return `${outlineStyle === 'none' ? '' : `${outlineStyle} ${outlineWidth} ${outlineColor}`} ${boxShadow}`
        })
        .join('; ')
    }

    /**
     * Returns the part of an element's first line, or of its label if it is hidden itself, that is within the viewport.
     */
    const readBox = (element: Element) => {
      const label = (element as HTMLInputElement).labels?.[0]
      const rects = [...element.getClientRects(), ...(label?.getClientRects() ?? [])]
      const { left, top, right, bottom } = rects.find(({ width, height }) => width > 2 && height > 2) ?? new DOMRect()
      return {
        left: Math.max(left, 0),
        top: Math.max(top, 0),
        right: Math.min(right, innerWidth),
        bottom: Math.min(bottom, innerHeight),
      }
    }

    const findObstacle = (element: Element): string | null => {
      const { left, top, right, bottom } = readBox(element)
      if (right <= left || bottom <= top) return 'outside of the viewport'
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      const labels = [...((element as HTMLInputElement).labels ?? [])]
      if (hit && [element, ...labels].some((owner) => owner.contains(hit))) return null
      return `covered by ${hit ? describe(hit) : 'nothing'}`
    }

    // A message becomes the tab stop of its log when the focus has passed to a control inside it.
    const isVisited = (element: Element) =>
      walk.visited.includes(element) ||
      (element.closest('[role="log"]') && walk.visited.some((one) => element.contains(one))) ||
      (element instanceof HTMLInputElement &&
        element.type === 'radio' &&
        walk.visited.some((one) => one instanceof HTMLInputElement && one.name === element.name))

    const { activeElement } = document
    if (walk.last?.element.isConnected && readFocusStyles(walk.last.element) === walk.last.focusStyles)
      walk.problems.push(`looks the same with focus: ${describe(walk.last.element)}`)
    // Another test may delete the focused entry of a feed; the next Tab continues at its position.
    const isRemoved = activeElement === document.body && walk.last?.element.isConnected === false
    walk.last = null
    if (isRemoved) return false
    if (!activeElement || activeElement === document.body || walk.visited.includes(activeElement)) {
      const missed = walk.tabStops
        .filter((element) => element.isConnected && (element as HTMLElement).tabIndex >= 0 && !isVisited(element))
        .map((element) => `not reached: ${describe(element)}`)
      const loop = activeElement !== document.body && activeElement !== walk.visited[0]
      if (loop && activeElement) walk.problems.push(`trapped at ${describe(activeElement)}`)
      walk.problems.push(...missed)
      return true
    }
    walk.visited.push(activeElement)
    // Scrolling to the focused element may take a few frames.
    let obstacle = findObstacle(activeElement)
    for (let frame = 0; obstacle && frame < 10; frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      obstacle = findObstacle(activeElement)
    }
    if (obstacle) walk.problems.push(`${obstacle}: ${describe(activeElement)}`)
    walk.last = { element: activeElement, focusStyles: readFocusStyles(activeElement) }
    return false
  })

/**
 * Tabs through a page from its beginning to its end, at most TABS_MAX times. Returns the number of focused elements,
 * and the problems: elements that are not reached, hidden while focused or look the same with focus, and elements that
 * the focus cannot leave.
 */
export async function walkByKeyboard(page: Page): Promise<{ count: number; problems: string[] }> {
  await startWalk(page)
  for (let n = 0; n < TABS_MAX; n += 1) {
    await page.keyboard.press('Tab')
    if (await checkFocused(page)) break
  }
  return page.evaluate(() => {
    const { visited, problems } = (window as unknown as WalkWindow).keyboardWalk
    return { count: visited.length, problems }
  })
}
