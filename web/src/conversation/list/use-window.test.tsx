import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubObservers } from '../fake-browser.ts'
import { useWindow } from './use-window.ts'

const ROW = 50
const VIEW = 600

const rowsIn = (list: Element): Element[] => [...list.querySelectorAll('[data-row]')]
const numberOf = (row: Element | null | undefined): number => Number(row?.getAttribute('data-row')?.slice(4))

/** jsdom has no layout: here every row has the same height, unless it sets another one. */
const heightOf = (row: Element): number => Number(row.getAttribute('data-height') ?? ROW)
const isEven = (): boolean => !document.querySelector('[data-uneven]')

function stubLayout(): void {
  const { prototype } = HTMLElement
  vi.spyOn(prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return heightOf(this)
  })
  vi.spyOn(prototype, 'offsetTop', 'get').mockImplementation(function (this: HTMLElement) {
    const list = this.parentElement
    if (!list) return 0
    if (isEven()) return (numberOf(this) - numberOf(list.firstElementChild)) * ROW
    const rows = [...list.children]
    return rows.slice(0, rows.indexOf(this)).reduce((sum, row) => sum + heightOf(row), 0)
  })
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(VIEW)
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(function (this: Element) {
    return isEven() ? rowsIn(this).length * ROW : rowsIn(this).reduce((sum, row) => sum + heightOf(row), 0)
  })
  let top = 0
  vi.spyOn(Element.prototype, 'scrollTop', 'get').mockImplementation(() => top)
  vi.spyOn(Element.prototype, 'scrollTop', 'set').mockImplementation(function (this: Element, wished: number) {
    top = Math.max(0, Math.min(wished, this.scrollHeight - this.clientHeight))
  })
}

type Row = { key: string; height?: number }
const rowsOf = (from: number, to: number): Row[] =>
  Array.from({ length: to - from }, (_, n) => ({ key: `row ${from + n}` }))

type Props = { rows: Row[]; startAt?: string; onTop?: () => void; onEnd?: () => void }

function List({ rows, startAt, onTop, onEnd }: Props) {
  const list = useWindow(rows, { startAt: startAt ?? null, onTop: onTop ?? null, onEnd: onEnd ?? null })
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
      <button type="button" onClick={list.toBottom}>
        {list.atBottom ? 'at the end' : 'to the end'}
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
  vi.unstubAllGlobals()
})

const scroller = () => screen.getByTestId('scroller')
const drawn = () => rowsIn(scroller()).length
/** Returns the position of a row in the view. */
const placeOf = (key: string): number => {
  const row = rowsIn(scroller()).find((each) => each.getAttribute('data-row') === key) as HTMLElement
  return row.offsetTop - scroller().scrollTop
}
const gap = () => scroller().scrollHeight - scroller().scrollTop - VIEW
const scroll = (to: number) =>
  act(() => {
    scroller().scrollTop = to
    fireEvent.scroll(scroller())
  })
const firstInView = (): string => {
  const { scrollTop } = scroller()
  const row = rowsIn(scroller()).find((each) => (each as HTMLElement).offsetTop >= scrollTop)
  return row?.getAttribute('data-row') ?? ''
}

test('a list that fits is at its end, even if it starts at an unread row', () => {
  render(<List rows={rowsOf(0, 5)} startAt="row 2" />)
  expect(screen.getByRole('button', { name: 'at the end' })).toBeTruthy()
})

test('a list at its end stays there when rows are added or grow', () => {
  const { rerender } = render(<List rows={rowsOf(0, 50)} />)
  expect(gap()).toBe(0)
  rerender(<List rows={[...rowsOf(0, 50), { key: 'tall', height: 400 }]} />)
  expect(gap()).toBe(0)
  rerender(<List rows={[...rowsOf(0, 49), { key: 'row 49', height: 300 }, { key: 'tall', height: 400 }]} />)
  expect(gap()).toBe(0)
})

test('a list that is scrolled up does not move when rows are added, and one press scrolls to the end', () => {
  const { rerender } = render(<List rows={rowsOf(0, 50)} />)
  scroll(1_500)
  const [first, place] = [firstInView(), placeOf(firstInView())]
  rerender(<List rows={rowsOf(0, 60)} />)
  expect(firstInView()).toBe(first)
  expect(placeOf(first)).toBe(place)
  fireEvent.click(screen.getByRole('button', { name: 'to the end' }))
  expect(gap()).toBe(0)
  expect(screen.getByRole('button', { name: 'at the end' })).toBeTruthy()
})

test('rows that are added or grow above the view move nothing', () => {
  const onTop = vi.fn()
  const { rerender } = render(<List rows={rowsOf(100, 150)} onTop={onTop} />)
  scroll(130)
  expect(onTop).toHaveBeenCalled()
  const [first, place] = [firstInView(), placeOf(firstInView())]
  rerender(<List rows={rowsOf(50, 150)} onTop={onTop} />)
  expect(firstInView()).toBe(first)
  expect(placeOf(first)).toBe(place)
  rerender(
    <List
      rows={[{ key: 'row 0', height: 999 }, ...rowsOf(50, 99), { key: 'row 99', height: 300 }, ...rowsOf(100, 150)]}
    />,
  )
  expect(placeOf(first)).toBe(place)
})

test('the start row is in the upper third', () => {
  render(<List rows={rowsOf(0, 300)} startAt="row 120" />)
  expect(placeOf('row 120')).toBeGreaterThan(0)
  expect(placeOf('row 120')).toBeLessThan(VIEW / 3)
})

test('at most 200 of many rows are rendered, and all can be reached', () => {
  const onTop = vi.fn()
  render(<List rows={rowsOf(0, 600)} onTop={onTop} />)
  const sizes: number[] = []
  for (let n = 0; n < 200 && onTop.mock.calls.length === 0; n += 1) {
    const before = firstInView()
    scroll(scroller().scrollTop - 800)
    expect(Number(firstInView().slice(4))).toBe(Number(before.slice(4)) - 16)
    sizes.push(drawn())
  }
  expect(onTop).toHaveBeenCalled()
  for (let n = 0; n < 200 && gap() > 0; n += 1) {
    scroll(scroller().scrollTop + 800)
    sizes.push(drawn())
  }
  expect(rowsIn(scroller()).at(-1)?.getAttribute('data-row')).toBe('row 599')
  expect(Math.max(...sizes)).toBeLessThanOrEqual(200)
})

test('rendering settles in a view taller than the maximum of rendered rows', () => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(9_000)
  render(<List rows={rowsOf(0, 1_000)} />)
  expect(drawn() * ROW).toBeGreaterThanOrEqual(9_000)
})

test('a row outside of the window is rendered before it gets the focus', () => {
  render(<List rows={rowsOf(0, 1_000)} />)
  fireEvent.click(screen.getByRole('button', { name: 'focus' }))
  expect(document.activeElement?.getAttribute('data-key')).toBe('row 3')
})
