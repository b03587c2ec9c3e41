// jsdom matches every rule of its default style sheet against an element and its ancestors, and again after each change
// of the document. Queries by role and clicks need three properties of many elements. This module derives them from
// the inputs of those rules, and leaves all other properties to jsdom.

/** The original function of jsdom. */
export const computeStyle = window.getComputedStyle.bind(window)

/** The attributes by which the default style sheet selects elements to set their `display`. */
const DISPLAY_ATTRIBUTES = ['hidden', 'open', 'popover', 'type']

/** Caches `display` by the name of an element, its attributes, and whether it is the summary of a `details` element. */
const displayCache = new Map<string, string>()

function isSummaryOfDetails(element: Element): boolean {
  const { localName, parentElement } = element
  if (localName !== 'summary' || parentElement?.localName !== 'details') return false
  return [...parentElement.children].find((child) => child.localName === 'summary') === element
}

function displayOf(element: HTMLElement): string {
  if (element.style.display) return computeStyle(element).display
  const attributes = DISPLAY_ATTRIBUTES.map((name) => element.getAttribute(name))
  const key = JSON.stringify([element.localName, isSummaryOfDetails(element), ...attributes])
  const display = displayCache.get(key) ?? computeStyle(element).display
  displayCache.set(key, display)
  return display
}

/** Initial values of inherited properties. Only inline styles change them, and `hidden` on parts of tables. */
const INITIAL_VALUES = { visibility: 'visible', 'pointer-events': 'auto' }
type Inherited = keyof typeof INITIAL_VALUES

const TABLE_PARTS = ['colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr']

const setsProperty = (element: HTMLElement, property: Inherited): boolean =>
  (element.hasAttribute('hidden') && TABLE_PARTS.includes(element.localName)) ||
  (element.hasAttribute('style') && element.style.getPropertyValue(property) !== '')

function inheritedValue(element: HTMLElement, property: Inherited): string {
  for (let ancestor: HTMLElement | null = element; ancestor; ancestor = ancestor.parentElement)
    if (setsProperty(ancestor, property)) return computeStyle(element).getPropertyValue(property)
  return INITIAL_VALUES[property]
}

function valueFor(element: HTMLElement, property: string): string {
  const isStyled = document.styleSheets.length > 0
  if (property === 'display' && !isStyled) return displayOf(element)
  if (property in INITIAL_VALUES && !isStyled) return inheritedValue(element, property as Inherited)
  return computeStyle(element).getPropertyValue(property)
}

const FAST_PROPERTIES: Record<string, string> = {
  display: 'display',
  visibility: 'visibility',
  pointerEvents: 'pointer-events',
}

window.getComputedStyle = (element, pseudo) => {
  if (pseudo) return computeStyle(element, pseudo)
  const getPropertyValue = (property: string) => valueFor(element as HTMLElement, property)
  return new Proxy({} as CSSStyleDeclaration, {
    get(_, name: string) {
      if (name === 'getPropertyValue') return getPropertyValue
      if (name in FAST_PROPERTIES) return getPropertyValue(FAST_PROPERTIES[name] ?? '')
      const style = computeStyle(element)
      const value: unknown = Reflect.get(style, name)
      return typeof value === 'function' ? value.bind(style) : value
    },
  })
}
