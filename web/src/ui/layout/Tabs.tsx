import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { prefersReducedMotion } from '../../lib/device/motion.ts'
import { hasModifier } from '../../lib/navigation/modifier-keys.ts'
import { classes } from '../classes.ts'
import styles from './tabs.module.css'
import { useScrollableByKeys } from './use-scrollable-by-keys.ts'
import { useSidewaysHint } from './use-sideways-hint.ts'

export type TabSpec<Id extends string> = { id: Id; label: string; mark?: ReactNode; panel: ReactNode }

const FADE_MS = 140
const LINE = { duration: 200, easing: 'cubic-bezier(.2, 0, 0, 1)', pseudoElement: '::after' } as const

type Props<Id extends string> = {
  label: string
  tabs: readonly TabSpec<Id>[]
  selected: Id
  onSelect: (id: Id) => void
  className?: string
  listClassName?: string
  panelClassName?: string
  /** Rendered after the tabs in their row, outside of the tab list. */
  end?: ReactNode
}

/** Returns the index that a key moves to; undefined for other keys. */
function nextIndex(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (index + 1) % count
  if (key === 'ArrowLeft') return (index + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

/** Scrolls a tab into view within its row, out of the fading edges, without scrolling the page. */
function scrollSideways(row: HTMLElement, tab: HTMLElement): void {
  const edge = Number.parseFloat(getComputedStyle(row).scrollPaddingLeft) || 0
  const [box, { left, right }] = [row.getBoundingClientRect(), tab.getBoundingClientRect()]
  if (left < box.left + edge) row.scrollLeft -= box.left + edge - left
  else if (right > box.right - edge) row.scrollLeft += right + edge - box.right
}

/** Moves the line from the tab that was selected before to the selected one. */
function moveLine(from: HTMLElement, to: HTMLElement): void {
  if (to.offsetWidth === 0 || prefersReducedMotion()) return
  const distance = from.offsetLeft + from.offsetWidth / 2 - (to.offsetLeft + to.offsetWidth / 2)
  const start = { translate: `${distance}px`, scale: `${from.offsetWidth / to.offsetWidth} 1` }
  to.animate(start, LINE)
}

/** Renders tabs. The row scrolls sideways if it does not fit, and the selected tab scrolls into view. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect, end, ...classNames }: Props<Id>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const tabId = (tab: Id) => `${id}-tab-${tab}`
  const panelId = (tab: Id) => `${id}-panel-${tab}`
  const selectedId = tabId(selected)
  useEffect(() => {
    const tab = document.getElementById(selectedId)
    if (tab && list.current) scrollSideways(list.current, tab)
  }, [selectedId])
  const onKeyDown = (event: KeyboardEvent) => {
    const index = tabs.findIndex((tab) => tab.id === selected)
    const next = tabs[nextIndex(event.key, index, tabs.length) ?? -1]
    if (!next || hasModifier(event)) return
    event.preventDefault()
    onSelect(next.id)
    list.current?.querySelector<HTMLElement>(`[id="${tabId(next.id)}"]`)?.focus()
  }
  const panel = tabs.find((tab) => tab.id === selected)?.panel
  const box = useRef<HTMLDivElement>(null)
  useScrollableByKeys(box)
  useSidewaysHint(list)
  const shown = useRef(selected)
  useLayoutEffect(() => {
    if (shown.current === selected) return
    const [from, to] = [shown.current, selected].map((tab) => document.getElementById(`${id}-tab-${tab}`))
    box.current?.animate?.({ opacity: [0, 1] }, FADE_MS)
    if (from && to) moveLine(from, to)
    shown.current = selected
  }, [selected, id])
  return (
    <div className={classNames.className}>
      <div className={classes(styles.row, classNames.listClassName)}>
        <div ref={list} role="tablist" aria-label={label} className={styles.list} onKeyDown={onKeyDown}>
          {tabs.map((tab) => (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={tabId(tab.id)}
              aria-selected={tab.id === selected}
              aria-controls={tab.id === selected ? panelId(tab.id) : undefined}
              tabIndex={tab.id === selected ? 0 : -1}
              className={styles.tab}
              onClick={() => onSelect(tab.id)}
            >
              {tab.label}
              {tab.mark}
            </button>
          ))}
        </div>
        {end}
      </div>
      <div
        ref={box}
        role="tabpanel"
        id={panelId(selected)}
        aria-labelledby={selectedId}
        className={classes(styles.panel, classNames.panelClassName)}
        data-scroll-key="panel"
      >
        {panel}
      </div>
    </div>
  )
}
