import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Check } from 'lucide-react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CropBody } from './CropBody.tsx'

const drawImage = vi.fn()

beforeEach(() => {
  const context = { fillRect: () => undefined, setTransform: () => undefined, drawImage }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((callback) => callback(new Blob(['jpeg'])))
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test.each([
  ['square', 1, [100, 0, 400, 400]],
  ['4:5', 0.8, [140, 0, 320, 400]],
  ['2:1', 2, [0, 50, 600, 300]],
])('sending before the cropper has measured the picture sends its middle, %s', async (_, ratio, area) => {
  // jsdom has no layout, so the cropper never reports an area.
  const image = new Image()
  const onCropped = vi.fn()
  render(
    <CropBody
      decoded={{ image, url: 'blob:chosen', width: 600, height: 400 }}
      confirm="Skicka foto"
      sideMax={300}
      ratio={ratio}
      onCropped={onCropped}
      onClose={() => undefined}
    />,
  )
  await userEvent.setup().click(screen.getByRole('button', { name: 'Skicka foto' }))
  await vi.waitFor(() => expect(onCropped).toHaveBeenCalledOnce())
  expect(drawImage.mock.lastCall?.slice(0, 5)).toEqual([image, ...area])
  expect(onCropped.mock.lastCall?.[1]).toEqual({ zoom: 0, offsetX: 0, offsetY: 0 })
})

test.each([
  ['a paper plane by default', undefined, 'lucide-send-horizontal'],
  ['the given icon', Check, 'lucide-check'],
])('the button that confirms shows %s', (_, confirmIcon, icon) => {
  render(
    <CropBody
      decoded={{ image: new Image(), url: 'blob:chosen', width: 600, height: 400 }}
      confirm="Klar"
      confirmIcon={confirmIcon}
      sideMax={300}
      onCropped={() => undefined}
      onClose={() => undefined}
    />,
  )
  expect(screen.getByRole('button', { name: 'Klar' }).querySelector('svg')?.classList).toContain(icon)
})
