import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubObservers } from '../fake-browser.ts'
import { useWindow } from './use-window.ts'

const ROW_HEIGHT_PX = 50
const VIEW_HEIGHT_PX = 600

const rowsIn = (list: Element): Element[] => [...list.querySelectorAll('[data-row]')]
const rowNumberOf = (row: Element | null | undefined): number => Number(row?.getAttribute('data-row')?.slice(4))

/** jsdom has no layout: in this stub every row has the same height, unless it sets another one. */
const heightOf = (row: Element): number => Number(row.getAttribute('data-height') ?? ROW_HEIGHT_PX)
const isUniform = (): boolean => !document.querySelector('[data-uneven]')

let restoreScrollTop: () => void

function stubLayout(): void {
  const { prototype } = HTMLElement
  vi.spyOn(prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return heightOf(this)
  })
  vi.spyOn(prototype, 'offsetTop', 'get').mockImplementation(function (this: HTMLElement) {
    const list = this.parentElement
    if (!list) return 0
    if (isUniform()) return (rowNumberOf(this) - rowNumberOf(list.firstElementChild)) * ROW_HEIGHT_PX
    const rows = [...list.children]
    return rows.slice(0, rows.indexOf(this)).reduce((sum, row) => sum + heightOf(row), 0)
  })
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(VIEW_HEIGHT_PX)
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(function (this: Element) {
    return isUniform() ? rowsIn(this).length * ROW_HEIGHT_PX : rowsIn(this).reduce((sum, row) => sum + heightOf(row), 0)
  })
  stubScrollTop()
}

/** Two spies, on reading and writing, would not be restored together: each restores what it found when it was set. */
function stubScrollTop(): void {
  const original = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollTop') ?? {}
  let top = 0
  Object.defineProperty(Element.prototype, 'scrollTop', {
    configurable: true,
    get: () => top,
    set(this: Element, value: number) {
      top = Math.max(0, Math.min(value, this.scrollHeight - this.clientHeight))
    },
  })
  restoreScrollTop = () => Object.defineProperty(Element.prototype, 'scrollTop', original)
}

type Row = { key: string; height?: number }
const createRows = (from: number, to: number): Row[] =>
  Array.from({ length: to - from }, (_, n) => ({ key: `row ${from + n}` }))

type Props = { rows: Row[]; startAt?: string; onNearStart?: () => void; onNearEnd?: () => void }

function List({ rows, startAt, onNearStart, onNearEnd }: Props) {
  const list = useWindow(rows, {
    startAt: startAt ?? null,
    startsInMiddle: false,
    onNearStart: onNearStart ?? null,
    onNearEnd: onNearEnd ?? null,
  })
  return (
    <div
      data-testid="scroller"
      data-uneven={rows.some(({ height }) => height) ? '' : undefined}
      ref={list.scroller}
      onScroll={list.onScroll}
    >
      <div ref={list.content}>
        <div>
          {rows.slice(list.from, list.to).map(({ key, height }) => (
            <div key={key} data-row={key} data-height={height}>
              <article data-key={key} tabIndex={-1} />
            </div>
          ))}
        </div>
      </div>
      <button type="button" onClick={list.scrollToEnd}>
        {list.isAtEnd ? 'at the end' : 'to the end'}
      </button>
      <button type="button" onClick={() => list.focusRow('row 3')}>
        focus
      </button>
    </div>
  )
}

beforeEach(() => {
  stubObservers()
  stubLayout()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  restoreScrollTop()
  vi.unstubAllGlobals()
})

const scroller = () => screen.getByTestId('scroller')
const renderedCount = () => rowsIn(scroller()).length
/** Returns the distance, in pixels, of a row from the top of the view. */
const offsetInView = (key: string): number => {
  const row = rowsIn(scroller()).find((element) => element.getAttribute('data-row') === key) as HTMLElement
  return row.offsetTop - scroller().scrollTop
}
const distanceToEnd = () => scroller().scrollHeight - scroller().scrollTop - VIEW_HEIGHT_PX
const scrollToOffset = (top: number) =>
  act(() => {
    scroller().scrollTop = top
    fireEvent.scroll(scroller())
  })
const firstInView = (): string => {
  const { scrollTop } = scroller()
  const row = rowsIn(scroller()).find((element) => (element as HTMLElement).offsetTop >= scrollTop)
  return row?.getAttribute('data-row') ?? ''
}

test('a list that fits is at its end, even if it starts at an unread row', () => {
  render(<List rows={createRows(0, 5)} startAt="row 2" />)
  expect(screen.getByRole('button', { name: 'at the end' })).toBeTruthy()
})

test('a list at its end stays there when rows are added or grow', () => {
  const { rerender } = render(<List rows={createRows(0, 50)} />)
  expect(distanceToEnd()).toBe(0)
  rerender(<List rows={[...createRows(0, 50), { key: 'tall', height: 400 }]} />)
  expect(distanceToEnd()).toBe(0)
  rerender(<List rows={[...createRows(0, 49), { key: 'row 49', height: 300 }, { key: 'tall', height: 400 }]} />)
  expect(distanceToEnd()).toBe(0)
})

test('a reader can scroll away from the end of a list, even if rows are added before the scroll event', () => {
  const { rerender } = render(<List rows={createRows(0, 50)} />)
  scroller().scrollTop = 0
  rerender(<List rows={createRows(0, 51)} />)
  fireEvent.scroll(scroller())
  expect(scroller().scrollTop).toBe(0)
  expect(screen.getByRole('button', { name: 'to the end' })).toBeTruthy()
})

test('a list at its end stays there when its rows shrink', () => {
  const { rerender } = render(<List rows={[...createRows(0, 50), { key: 'tall', height: 400 }]} />)
  rerender(<List rows={[...createRows(0, 50), { key: 'tall', height: 100 }]} />)
  rerender(<List rows={createRows(0, 51)} />)
  expect(distanceToEnd()).toBe(0)
  expect(screen.getByRole('button', { name: 'at the end' })).toBeTruthy()
})

test('a list that is scrolled up does not move when rows are added, and one press scrolls to the end', () => {
  const { rerender } = render(<List rows={createRows(0, 50)} />)
  scrollToOffset(1_500)
  const [first, offset] = [firstInView(), offsetInView(firstInView())]
  rerender(<List rows={createRows(0, 60)} />)
  expect(firstInView()).toBe(first)
  expect(offsetInView(first)).toBe(offset)
  fireEvent.click(screen.getByRole('button', { name: 'to the end' }))
  expect(distanceToEnd()).toBe(0)
  expect(screen.getByRole('button', { name: 'at the end' })).toBeTruthy()
})

test('rows that are added or grow above the view do not move it', () => {
  const onNearStart = vi.fn()
  const { rerender } = render(<List rows={createRows(100, 150)} onNearStart={onNearStart} />)
  scrollToOffset(130)
  expect(onNearStart).toHaveBeenCalled()
  const [first, offset] = [firstInView(), offsetInView(firstInView())]
  rerender(<List rows={createRows(50, 150)} onNearStart={onNearStart} />)
  expect(firstInView()).toBe(first)
  expect(offsetInView(first)).toBe(offset)
  rerender(
    <List
      rows={[
        { key: 'row 0', height: 999 },
        ...createRows(50, 99),
        { key: 'row 99', height: 300 },
        ...createRows(100, 150),
      ]}
    />,
  )
  expect(offsetInView(first)).toBe(offset)
})

test('the start row is in the upper third', () => {
  render(<List rows={createRows(0, 300)} startAt="row 120" />)
  expect(offsetInView('row 120')).toBeGreaterThan(0)
  expect(offsetInView('row 120')).toBeLessThan(VIEW_HEIGHT_PX / 3)
})

test('at most 200 of many rows are rendered, and scrolling reaches all of them', () => {
  const onNearStart = vi.fn()
  render(<List rows={createRows(0, 600)} onNearStart={onNearStart} />)
  const sizes: number[] = []
  for (let n = 0; n < 200 && onNearStart.mock.calls.length === 0; n += 1) {
    const firstBefore = firstInView()
    scrollToOffset(scroller().scrollTop - 800)
    expect(Number(firstInView().slice(4))).toBe(Number(firstBefore.slice(4)) - 16)
    sizes.push(renderedCount())
  }
  expect(onNearStart).toHaveBeenCalled()
  for (let n = 0; n < 200 && distanceToEnd() > 0; n += 1) {
    scrollToOffset(scroller().scrollTop + 800)
    sizes.push(renderedCount())
  }
  expect(rowsIn(scroller()).at(-1)?.getAttribute('data-row')).toBe('row 599')
  expect(Math.max(...sizes)).toBeLessThanOrEqual(200)
})

test('a view taller than the maximum number of rendered rows is filled', () => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(9_000)
  render(<List rows={createRows(0, 1_000)} />)
  expect(renderedCount() * ROW_HEIGHT_PX).toBeGreaterThanOrEqual(9_000)
})

test('a row outside of the window is rendered before it gets the focus', () => {
  render(<List rows={createRows(0, 1_000)} />)
  fireEvent.click(screen.getByRole('button', { name: 'focus' }))
  expect(document.activeElement?.getAttribute('data-key')).toBe('row 3')
})
