// jsdom walks the whole document for the labels of each form control, so that a query by label in a long form takes
// seconds. This module finds the labels of all controls in one pass, and again only after the document has changed.
let cachedLabels: Map<Element, HTMLLabelElement[]> | null = null
const observer = new MutationObserver(() => {
  cachedLabels = null
})
observer.observe(document, { subtree: true, childList: true, attributeFilter: ['for', 'id', 'type'] })

function controlOf(label: HTMLLabelElement): Element | null {
  if (!label.hasAttribute('for')) return label.control
  const target = document.getElementById(label.htmlFor)
  return target && 'labels' in target && target.getAttribute('type') !== 'hidden' ? target : null
}

function findLabels(): Map<Element, HTMLLabelElement[]> {
  const labelsByControl = new Map<Element, HTMLLabelElement[]>()
  for (const label of document.querySelectorAll('label')) {
    const control = controlOf(label)
    if (control) labelsByControl.set(control, [...(labelsByControl.get(control) ?? []), label])
  }
  return labelsByControl
}

for (const { prototype } of [HTMLButtonElement, HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement]) {
  const original = Object.getOwnPropertyDescriptor(prototype, 'labels')
  Object.defineProperty(prototype, 'labels', {
    ...original,
    get(this: HTMLInputElement) {
      if (!document.contains(this)) return original?.get?.call(this)
      if (this.type === 'hidden') return null
      if (observer.takeRecords().length > 0) cachedLabels = null
      cachedLabels ??= findLabels()
      return cachedLabels.get(this) ?? []
    },
  })
}

/** The selector by which Testing Library looks for the control inside of each label of a document. */
const CONTROLS = 'button, input, meter, output, progress, select, textarea'
const CONTROL_NAMES = CONTROLS.split(', ')

const listDescendants = (node: Element): Element[] =>
  Array.from(node.children).flatMap((child) => [child, ...listDescendants(child)])

const { querySelectorAll } = Element.prototype

/** Finds the controls of a label without the selector engine, which takes several times as long. */
HTMLLabelElement.prototype.querySelectorAll = function (this: HTMLLabelElement, selectors: string) {
  if (selectors !== CONTROLS) return querySelectorAll.call(this, selectors)
  return listDescendants(this).filter(({ localName }) => CONTROL_NAMES.includes(localName))
} as HTMLLabelElement['querySelectorAll']

const { matches } = Element.prototype

/** Answers '*' without the selector engine, since Testing Library matches every control against this selector. */
Element.prototype.matches = function (this: Element, selectors: string) {
  return selectors === '*' || matches.call(this, selectors)
} as Element['matches']
