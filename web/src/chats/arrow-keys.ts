import type { KeyboardEvent } from 'react'

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** Up and down move the focus between the links of a tab, Home and End to its ends. */
export function moveBetweenLinks(event: KeyboardEvent<HTMLElement>): void {
  const list = event.currentTarget.closest('[role="tabpanel"]') ?? event.currentTarget
  const links = [...list.querySelectorAll<HTMLAnchorElement>('a[data-chat]')]
  const here = links.findIndex((link) => event.target instanceof Node && link.contains(event.target))
  const step = STEPS[event.key]
  const next = step ? links[here + step] : event.key === 'Home' ? links[0] : event.key === 'End' ? links.at(-1) : null
  if (!next || here < 0) return
  event.preventDefault()
  next.focus()
}
