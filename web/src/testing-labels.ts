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
