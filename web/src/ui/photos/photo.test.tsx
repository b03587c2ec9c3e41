import type { Picture } from '@app/contract/media'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { setDiscreet } from '../../lib/device/discreet.ts'
import { setOnline } from '../../lib/device/online.ts'
import { onBrokenUrls } from '../../lib/photos/picture-urls.ts'
import { aPicture } from '../../testing-pictures.ts'
import { Avatar } from './Avatar.tsx'
import { Photo } from './Photo.tsx'

const fakeTimeouts = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

afterEach(() => {
  cleanup()
  setDiscreet(false)
  setOnline(true)
  vi.useRealTimers()
})

let lastId = 0
/** Creates a picture that no earlier test has loaded. */
const aNewPicture = (changes: Partial<Picture> = {}): Picture => {
  lastId += 1
  return aPicture(String(lastId), { height: 800, placeholder: '3OcRJYB4d3h/iIeHeEh3eIhw+j3A', ...changes })
}

const getImage = () => screen.getByRole('img', { name: 'Havet' })
const isRevealed = () => getImage().closest('[data-revealed]') !== null

test('the srcset states the width of each variant, and placeholder colors show until the photo loads', () => {
  const { container } = render(<Photo photo={aNewPicture()} alt="Havet" ratio={2} />)
  expect(getImage().getAttribute('srcset')).toMatch(/small\?signature=1 160w, .*medium.* 640w, .*large.* 1600w/)
  const frame = container.querySelector<HTMLElement>('.photo')!
  expect(frame.style.aspectRatio).toBe('2 / 1')
  expect(frame.style.getPropertyValue('--colors')).toContain('data:image/png')
  fireEvent.load(getImage())
  expect(frame.style.getPropertyValue('--colors')).toBe('none')
})

test('a photo that has loaded before appears at once when it is shown again', () => {
  const photo = aNewPicture()
  const { unmount } = render(<Photo photo={photo} alt="Havet" />)
  expect(getImage().classList).not.toContain('loaded')
  fireEvent.load(getImage())
  unmount()
  render(<Photo photo={photo} alt="Havet" />)
  expect(getImage().classList).toContain('loaded')
  expect(getImage().getAttribute('loading')).toBeNull()
})

test('a photo being processed shows the local copy until the processed photo has loaded', () => {
  const photo = aNewPicture({ status: 'PROCESSING', width: null, height: null, placeholder: null })
  const { rerender } = render(<Photo photo={photo} alt="Havet" preview="blob:mine" />)
  expect(getImage().getAttribute('src')).toBe('blob:mine')
  fireEvent.load(getImage())
  rerender(<Photo photo={{ ...photo, status: 'READY' }} alt="Havet" preview="blob:mine" />)
  expect(screen.getAllByRole('presentation').map((image) => image.getAttribute('src'))).toEqual(['blob:mine'])
  fireEvent.load(getImage())
  expect(screen.queryByRole('presentation')).toBeNull()
  expect(getImage().getAttribute('src')).toBe(photo.url)
})

test('a photo without a local copy shows that it is processing, or that it could not be read', () => {
  const photo = aNewPicture({ status: 'PROCESSING' })
  const { rerender } = render(<Photo photo={photo} alt="Havet" />)
  expect(screen.getByText('Fotot bearbetas')).toBeTruthy()
  rerender(<Photo photo={{ ...photo, status: 'FAILED' }} alt="Havet" />)
  expect(screen.getByRole('img', { name: 'Fotot gick inte att läsa' })).toBeTruthy()
})

test('a rotated photo shows its final rotation before and after the server has processed it', () => {
  const photo = aNewPicture()
  const { rerender } = render(<Photo photo={photo} alt="Havet" />)
  fireEvent.load(getImage())
  rerender(<Photo photo={{ ...photo, status: 'PROCESSING', rotation: 90 }} alt="Havet" />)
  expect(getImage().dataset.rotation).toBe('90')
  rerender(<Photo photo={aNewPicture({ rotation: 90 })} alt="Havet" />)
  fireEvent.load(getImage())
  expect(getImage().dataset.rotation).toBeUndefined()
})

test('an expired URL is reported once, and a fresh one is loaded', () => {
  fakeTimeouts()
  const reload = vi.fn()
  const stop = onBrokenUrls(reload)
  const photo = aNewPicture()
  const { rerender } = render(<Photo photo={photo} alt="Havet" />)
  fireEvent.error(getImage())
  expect(screen.getByRole('img', { name: 'Fotot kunde inte visas' })).toBeTruthy()
  vi.runAllTimers()
  expect(reload).toHaveBeenCalledOnce()
  rerender(<Photo photo={{ ...photo, url: photo.url.replace('=1', '=2') }} alt="Havet" />)
  expect(getImage().getAttribute('src')).toContain('signature=2')
  stop()
})

test('a photo that failed to load offline is loaded again when back online', () => {
  render(<Photo photo={aNewPicture()} alt="Havet" />)
  act(() => setOnline(false))
  fireEvent.error(getImage())
  expect(screen.getByRole('img', { name: 'Fotot kunde inte visas' })).toBeTruthy()
  act(() => setOnline(true))
  expect(getImage()).toBeTruthy()
})

test('in discreet mode hovering reveals one photo until the pointer leaves', async () => {
  const user = userEvent.setup()
  setDiscreet(true)
  render(<Photo photo={aNewPicture()} alt="Havet" />)
  expect(isRevealed()).toBe(false)
  await user.hover(getImage())
  expect(isRevealed()).toBe(true)
  await user.unhover(getImage())
  expect(isRevealed()).toBe(false)
})

test('in discreet mode a full-screen photo stays blurred under the pointer until clicked', async () => {
  setDiscreet(true)
  render(<Photo photo={aNewPicture()} alt="Havet" hoverReveals={false} />)
  const user = userEvent.setup()
  await user.hover(getImage())
  expect(isRevealed()).toBe(false)
  await user.click(getImage())
  expect(isRevealed()).toBe(true)
})

test('in discreet mode a photo is revealed for eight seconds at most', () => {
  fakeTimeouts()
  setDiscreet(true)
  const { container } = render(<Photo photo={aNewPicture()} alt="Havet" />)
  fireEvent.pointerEnter(container.querySelector('.photo')!)
  act(() => void vi.advanceTimersByTime(7_900))
  expect(isRevealed()).toBe(true)
  act(() => void vi.advanceTimersByTime(100))
  expect(isRevealed()).toBe(false)
})

test('in discreet mode a standalone photo is reached by Tab, and the focus reveals it', async () => {
  const user = userEvent.setup()
  setDiscreet(true)
  // The environment derives `:focus-visible` from the element that had the focus before, and always matches a text field.
  render(
    <>
      <input aria-label="Sök" />
      <Photo photo={aNewPicture()} alt="Havet" />
    </>,
  )
  await user.tab()
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Visa fotot' }))
  await vi.waitFor(() => expect(isRevealed()).toBe(true))
  await user.tab()
  await vi.waitFor(() => expect(isRevealed()).toBe(false))
})

test('in discreet mode the first tap on a photo in a button reveals it, the second activates the button', async () => {
  const user = userEvent.setup()
  const open = vi.fn()
  setDiscreet(true)
  render(
    <button type="button" onClick={open}>
      <Photo photo={aNewPicture()} alt="Havet" />
    </button>,
  )
  await user.pointer({ keys: '[TouchA]', target: getImage() })
  expect(open).not.toHaveBeenCalled()
  expect(isRevealed()).toBe(true)
  await user.pointer({ keys: '[TouchA]', target: getImage() })
  expect(open).toHaveBeenCalledOnce()
  expect(isRevealed()).toBe(false)
})

test('in discreet mode a photo is blurred again when its tab is hidden', async () => {
  const user = userEvent.setup()
  setDiscreet(true)
  render(<Photo photo={aNewPicture()} alt="Havet" />)
  await user.hover(getImage())
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
  await user.pointer({ keys: '[TouchA]', target: getImage() })
  expect(open).toHaveBeenCalledOnce()
  await user.hover(getImage())
  expect(isRevealed()).toBe(true)
})

test('an avatar whose photo fails to load shows the initial', () => {
  render(<Avatar name="Havet" shape="person" photoUrl="/media/b/1/small" decorative={false} />)
  fireEvent.error(getImage())
  expect(getImage().textContent).toBe('H')
})
