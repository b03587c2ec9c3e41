import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { layOutColumns } from './columns.ts'
import styles from './movie.module.css'

/** Sets a property only if its value changes, so that an unchanged layout costs no style recalculation. */
function setStyle({ style }: HTMLElement, property: string, value: string): void {
  if (style.getPropertyValue(property) !== value) style.setProperty(property, value)
}

/** Positions the cards. Reads all heights before it writes any position, so that the browser computes the layout once. */
function layOut(list: HTMLElement): void {
  const style = getComputedStyle(list)
  const columnCount = Number(style.getPropertyValue('--columns')) || 1
  const cards = [...list.children].filter((child) => child instanceof HTMLElement)
  const heights = cards.map((card) => Math.ceil(card.getBoundingClientRect().height))
  const { positions, height } = layOutColumns(heights, columnCount, Number.parseFloat(style.columnGap) || 0)
  setStyle(list, '--height', `${height}px`)
  for (const [index, card] of cards.entries()) {
    setStyle(card, '--column', String(positions[index]?.column ?? 0))
    setStyle(card, '--top', `${positions[index]?.top ?? 0}px`)
  }
}

/**
 * Lays out cards in columns, each in the column that is shortest so far. The DOM keeps their order for keyboards and
 * screen readers. The stylesheet sets the number of columns; with one column it ignores the computed positions.
 */
export function Columns({ label, children }: { label?: string; children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null)
  const observer = useRef<ResizeObserver | null>(null)
  const observed = useRef(new WeakSet<Element>())
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    observer.current ??= new ResizeObserver(() => list.current && layOut(list.current))
    for (const target of [element, ...element.children]) {
      if (observed.current.has(target)) continue
      observed.current.add(target)
      observer.current.observe(target)
    }
    layOut(element)
  })
  useLayoutEffect(
    () => () => {
      observer.current?.disconnect()
      observer.current = null
      observed.current = new WeakSet()
    },
    [],
  )
  return (
    <ul ref={list} className={styles.cards} aria-label={label}>
      {children}
    </ul>
  )
}
