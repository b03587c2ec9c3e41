/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Runs in the page of each engine, so that all engines find elements by the same rules.
import { computeAccessibleName } from 'dom-accessibility-api'
import type { Query } from './page.ts'

const SELECTORS: Record<NonNullable<Query['role']>, string> = {
  button: 'button, [role=button], input[type=submit]',
  link: 'a[href], [role=link]',
  textbox:
    'textarea, input:not([type]), input[type=text], input[type=email], input[type=password], input[type=number], [role=textbox]',
  searchbox: 'input[type=search]',
  checkbox: 'input[type=checkbox], [role=checkbox]',
  radio: 'input[type=radio], [role=radio]',
  heading: 'h1, h2, h3, h4, [role=heading]',
  dialog: '[role=dialog], dialog',
  log: '[role=log]',
  main: 'main',
  file: 'input[type=file]',
}

const normalize = (text: string | null): string => (text ?? '').replace(/\s+/g, ' ').trim()

const matches = (text: string, expected: string, isPattern = false): boolean =>
  isPattern ? new RegExp(expected).test(text) : text === expected

const isShown = (element: Element): boolean =>
  element.matches('[type=file]') || element.checkVisibility({ visibilityProperty: true })

/** Returns the innermost elements with this text. */
const listByText = (root: ParentNode, text: string, isPattern?: boolean): Element[] =>
  [...root.querySelectorAll('body *')].filter((element) => {
    if (element.matches('script, style') || !matches(normalize(element.textContent), text, isPattern)) return false
    return ![...element.children].some((child) => matches(normalize(child.textContent), text, isPattern))
  })

function listMatches({ role, name, text, isPattern, within, selector }: Query): Element[] {
  const roots: ParentNode[] = within ? listMatches(within) : [document]
  const found = roots.flatMap((root) => {
    if (!role) return listByText(root, text ?? '', isPattern)
    return [...root.querySelectorAll(SELECTORS[role])].filter(
      (element) =>
        (name === undefined || matches(normalize(computeAccessibleName(element)), name, isPattern)) &&
        (text === undefined || normalize(element.textContent).includes(text)),
    )
  })
  return found.filter(isShown).filter((element) => !selector || element.matches(selector))
}

/** Returns the last matching element, since dialogs and new messages come last. */
const find = (query: Query): Element | undefined => listMatches(query).at(-1)

/** Waits long enough for a layout that is still changing to change again. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 50))

/**
 * Returns whether a finite animation moves an element or one of its ancestors, such as a sheet that opens, or whether
 * any element of the page is entering or leaving.
 */
const isMoving = (element: Element): boolean =>
  document.querySelector('[data-entering], [data-exiting]') !== null ||
  document.getAnimations().some(({ effect, playState }) => {
    const target = effect instanceof KeyframeEffect ? effect.target : null
    const hasEnd = effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
    return playState === 'running' && hasEnd && target?.contains(element)
  })

/** Returns the element that receives the taps for a control, which may be invisible below its label. */
function findTarget(element: Element): Element {
  const label =
    element.closest('label') ?? (element.id ? document.querySelector(`label[for="${CSS.escape(element.id)}"]`) : null)
  return element.matches('[type=radio], [type=checkbox]') && label ? label : element
}

/** Scrolls to an element. Returns its center, or undefined while it is missing, disabled, moving or covered. */
async function locate(query: Query): Promise<{ x: number; y: number } | undefined> {
  const element = find(query)
  if (!element || element.matches(':disabled, [aria-disabled=true]')) return undefined
  const target = findTarget(element)
  // Scrolling to a sheet that slides in from outside the window would move the content around it.
  if (isMoving(target)) return undefined
  target.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
  const before = target.getBoundingClientRect()
  await pause()
  const after = target.getBoundingClientRect()
  if (isMoving(target) || before.x !== after.x || before.y !== after.y) return undefined
  const point = { x: Math.round(after.x + after.width / 2), y: Math.round(after.y + after.height / 2) }
  const top = document.elementFromPoint(point.x, point.y)
  return top && (target.contains(top) || top.contains(target)) ? point : undefined
}

const api = { find, count: (query: Query) => listMatches(query).length, locate }

Object.assign(globalThis, { inPage: api })
