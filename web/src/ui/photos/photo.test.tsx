import type { Picture } from '@app/contract/media'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { setDiscreet } from '../../lib/device/discreet.ts'
import { setOnline } from '../../lib/device/online.ts'
import { onBrokenUrls } from '../../lib/photos/picture-urls.ts'
import { Avatar } from './Avatar.tsx'
import { Photo } from './Photo.tsx'

const stopTheClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

afterEach(() => {
  cleanup()
  setDiscreet(false)
  setOnline(true)
  vi.useRealTimers()
})

let made = 0
const aPicture = (more: Partial<Picture> = {}): Picture => {
  made += 1
  const address = (size: string) => `/media/${String(made).padStart(22, '0')}/1/${size}?signature=a`
  return {
    id: String(made).padStart(22, '0'),
    status: 'READY',
    url: address('medium'),
    smallUrl: address('small'),
    largeUrl: address('large'),
    width: 1600,
    height: 800,
    rotation: 0,
    placeholder: '3OcRJYB4d3h/iIeHeEh3eIhw+j3A',
    ...more,
  }
}

const shown = () => screen.getByRole('img', { name: 'Havet' })
const isRevealed = () => shown().closest('[data-revealed]') !== null

test('the srcset states the width of each variant, and placeholder colors show until the photo loads', () => {
  const { container } = render(<Photo photo={aPicture()} alt="Havet" ratio={2} />)
  expect(shown().getAttribute('srcset')).toMatch(/small\?signature=a 160w, .*medium.* 640w, .*large.* 1600w/)
  const room = container.querySelector<HTMLElement>('.photo')!
  expect(room.style.aspectRatio).toBe('2 / 1')
  expect(room.style.getPropertyValue('--colours')).toContain('data:image/png')
  fireEvent.load(shown())
  expect(room.style.getPropertyValue('--colours')).toBe('none')
})

test('a photo being processed shows the local copy, then itself in its place', () => {
  const photo = aPicture({ status: 'PROCESSING', width: null, height: null, placeholder: null })
  const { rerender } = render(<Photo photo={photo} alt="Havet" preview="blob:mine" />)
  expect(shown().getAttribute('src')).toBe('blob:mine')
  fireEvent.load(shown())
  rerender(<Photo photo={{ ...photo, status: 'READY' }} alt="Havet" preview="blob:mine" />)
  expect(screen.getAllByRole('presentation').map((image) => image.getAttribute('src'))).toEqual(['blob:mine'])
  fireEvent.load(shown())
  expect(screen.queryByRole('presentation')).toBeNull()
  expect(shown().getAttribute('src')).toBe(photo.url)
})

test('a photo without a local copy shows that it is processing, or that it could not be read', () => {
  const photo = aPicture({ status: 'PROCESSING' })
  const { rerender } = render(<Photo photo={photo} alt="Havet" />)
  expect(screen.getByText('Fotot bearbetas')).toBeTruthy()
  rerender(<Photo photo={{ ...photo, status: 'FAILED' }} alt="Havet" />)
  expect(screen.getByRole('img', { name: 'Fotot gick inte att läsa' })).toBeTruthy()
})

test('a rotated photo shows its final rotation before and after the server has processed it', () => {
  const photo = aPicture()
  const { rerender } = render(<Photo photo={photo} alt="Havet" />)
  fireEvent.load(shown())
  rerender(<Photo photo={{ ...photo, status: 'PROCESSING', rotation: 90 }} alt="Havet" />)
  expect(shown().dataset.turn).toBe('90')
  rerender(<Photo photo={aPicture({ rotation: 90 })} alt="Havet" />)
  fireEvent.load(shown())
  expect(shown().dataset.turn).toBeUndefined()
})

test('an expired URL is reported once, and a fresh one is tried', () => {
  stopTheClock()
  const reload = vi.fn()
  const stop = onBrokenUrls(reload)
  const photo = aPicture()
  const { rerender } = render(<Photo photo={photo} alt="Havet" />)
  fireEvent.error(shown())
  expect(screen.getByRole('img', { name: 'Fotot kunde inte visas' })).toBeTruthy()
  vi.runAllTimers()
  expect(reload).toHaveBeenCalledOnce()
  rerender(<Photo photo={{ ...photo, url: photo.url.replace('=a', '=b') }} alt="Havet" />)
  expect(shown().getAttribute('src')).toContain('signature=b')
  stop()
})

test('a photo that failed to load is retried once when back online', () => {
  render(<Photo photo={aPicture()} alt="Havet" />)
  act(() => setOnline(false))
  fireEvent.error(shown())
  act(() => setOnline(true))
  expect(shown()).toBeTruthy()
})

test('in discreet mode hovering reveals one photo until the pointer leaves', async () => {
  const user = userEvent.setup()
  setDiscreet(true)
  render(<Photo photo={aPicture()} alt="Havet" />)
  expect(isRevealed()).toBe(false)
  await user.hover(shown())
  expect(isRevealed()).toBe(true)
  await user.unhover(shown())
  expect(isRevealed()).toBe(false)
})

test('in discreet mode a full-screen photo stays blurred under the pointer until clicked', async () => {
  setDiscreet(true)
  render(<Photo photo={aPicture()} alt="Havet" hoverReveals={false} />)
  const user = userEvent.setup()
  await user.hover(shown())
  expect(isRevealed()).toBe(false)
  await user.click(shown())
  expect(isRevealed()).toBe(true)
})

test('in discreet mode a photo is revealed for eight seconds at most', () => {
  stopTheClock()
  setDiscreet(true)
  const { container } = render(<Photo photo={aPicture()} alt="Havet" />)
  fireEvent.pointerEnter(container.querySelector('.photo')!)
  act(() => void vi.advanceTimersByTime(7_900))
  expect(isRevealed()).toBe(true)
  act(() => void vi.advanceTimersByTime(100))
  expect(isRevealed()).toBe(false)
})

test('in discreet mode a standalone photo is reached by Tab, and the focus reveals it', async () => {
  const user = userEvent.setup()
  setDiscreet(true)
  render(<Photo photo={aPicture()} alt="Havet" />)
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Visa fotot' }))
  expect(isRevealed()).toBe(true)
  await user.tab()
  expect(isRevealed()).toBe(false)
})

test('in discreet mode the first tap on a photo in a button reveals it, the second activates the button', async () => {
  const user = userEvent.setup()
  const open = vi.fn()
  setDiscreet(true)
  render(
    <button type="button" onClick={open}>
      <Photo photo={aPicture()} alt="Havet" />
    </button>,
  )
  await user.pointer({ keys: '[TouchA]', target: shown() })
  expect(open).not.toHaveBeenCalled()
  expect(isRevealed()).toBe(true)
  await user.pointer({ keys: '[TouchA]', target: shown() })
  expect(open).toHaveBeenCalledOnce()
  expect(isRevealed()).toBe(false)
})

test('in discreet mode a photo is blurred again when its tab is hidden', async () => {
  const user = userEvent.setup()
  setDiscreet(true)
  render(<Photo photo={aPicture()} alt="Havet" />)
  await user.hover(shown())
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(isRevealed()).toBe(false)
  vi.restoreAllMocks()
})

test('an avatar in a control is revealed on hover, and does not intercept taps', async () => {
  const user = userEvent.setup()
  const open = vi.fn()
  setDiscreet(true)
  render(
    <button type="button" onClick={open}>
      <Avatar name="Havet" shape="person" photoUrl="/media/a/1/small" decorative={false} />
    </button>,
  )
  await user.pointer({ keys: '[TouchA]', target: shown() })
  expect(open).toHaveBeenCalledOnce()
  await user.hover(shown())
  expect(isRevealed()).toBe(true)
})

test('an avatar whose photo fails to load shows the initial', () => {
  render(<Avatar name="Havet" shape="person" photoUrl="/media/b/1/small" decorative={false} />)
  fireEvent.error(shown())
  expect(shown().textContent).toBe('H')
})
