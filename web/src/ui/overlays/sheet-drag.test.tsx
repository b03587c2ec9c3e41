import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { setUpFreshDevice } from '../../testing-hooks.ts'
import { Dialog } from './Dialog.tsx'

setUpFreshDevice()
beforeAll(() => import('./DialogBody.tsx'), 60_000)
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const simulateWindow = (isPhone: boolean) =>
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: isPhone }))

/** The `steps` are the distances and times of moves before the last one. */
type Touch = {
  pixels: number
  milliseconds?: number
  pointerType?: string
  isPrimary?: boolean
  steps?: { pixels: number; milliseconds: number }[]
}

/** Opens a sheet of 600 pixels, and drags its title down by touch without releasing it. */
async function dragSheet({ pixels, milliseconds = 1_000, pointerType = 'touch', isPrimary = true, steps = [] }: Touch) {
  const onClose = vi.fn()
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600)
  render(
    <Dialog title="Meny" open onClose={onClose}>
      <p>Innehåll</p>
    </Dialog>,
  )
  const title = await screen.findByText('Meny')
  const edge = title.closest('.edge') as HTMLElement
  edge.setPointerCapture = () => undefined
  const at = (clientY: number, timeStamp: number) => ({ clientY, timeStamp, pointerType, isPrimary, pointerId: 1 })
  const fire = (type: 'pointerDown' | 'pointerMove' | 'pointerUp', clientY: number, timeStamp: number) => {
    const event = new MouseEvent(type.toLowerCase(), { bubbles: true, clientY })
    for (const [key, value] of Object.entries(at(clientY, timeStamp))) Object.defineProperty(event, key, { value })
    fireEvent(title, event)
  }
  fire('pointerDown', 100, 1_000)
  for (const step of steps) fire('pointerMove', 100 + step.pixels, 1_000 + step.milliseconds)
  fire('pointerMove', 100 + pixels, 1_000 + milliseconds)
  const sheet = screen.getByRole('dialog').parentElement as HTMLElement
  const offset = sheet.style.translate
  fire('pointerUp', 100 + pixels, 1_000 + milliseconds)
  return { offset, onClose, sheet }
}

test('a sheet follows the finger that drags its upper edge, and closes when it is released far down', async () => {
  simulateWindow(true)
  const { offset, onClose } = await dragSheet({ pixels: 300 })
  expect(offset).toBe('0 300px')
  expect(onClose).toHaveBeenCalledOnce()
})

test('a quick swipe closes a sheet', async () => {
  simulateWindow(true)
  const { onClose } = await dragSheet({ pixels: 80, milliseconds: 100 })
  expect(onClose).toHaveBeenCalledOnce()
})

test('a slow pull with a fling at its end closes a sheet', async () => {
  simulateWindow(true)
  const steps = [
    { pixels: 40, milliseconds: 900 },
    { pixels: 45, milliseconds: 1_400 },
  ]
  const { onClose } = await dragSheet({ pixels: 140, milliseconds: 1_490, steps })
  expect(onClose).toHaveBeenCalledOnce()
})

test('a sheet returns to its place after a quick movement of a few pixels', async () => {
  simulateWindow(true)
  const { onClose, sheet } = await dragSheet({ pixels: 7, milliseconds: 10 })
  expect(onClose).not.toHaveBeenCalled()
  expect(sheet.style.translate).toBe('')
})

test('a second finger does not drag a sheet', async () => {
  simulateWindow(true)
  const { offset, onClose } = await dragSheet({ pixels: 300, isPrimary: false })
  expect(offset).toBe('')
  expect(onClose).not.toHaveBeenCalled()
})

test('a sheet returns to its place after a short drag', async () => {
  simulateWindow(true)
  const { onClose, sheet } = await dragSheet({ pixels: 80 })
  expect(onClose).not.toHaveBeenCalled()
  expect(sheet.style.translate).toBe('')
})

test.each([
  ['a mouse', true, 'mouse'],
  ['a touch in a wide window', false, 'touch'],
])('%s does not drag a dialog', async (_, isPhone, pointerType) => {
  simulateWindow(isPhone)
  const { offset, onClose } = await dragSheet({ pixels: 300, pointerType })
  expect(offset).toBe('')
  expect(onClose).not.toHaveBeenCalled()
})
