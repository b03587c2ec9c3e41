import { afterEach, expect, test, vi } from 'vitest'
import { fadeRowsOf } from './fade-rows.ts'

afterEach(() => {
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

/** Adds a row of a member to the page. Returns the animation that it starts. */
function addRow(name: string) {
  const row = document.createElement('li')
  row.dataset.member = name
  const animation = { finished: Promise.resolve(), cancel: vi.fn() }
  row.animate = vi.fn(() => animation as unknown as Animation)
  document.body.append(row)
  return { row, animation }
}

test('fades out only the rows of the member, and shows them again if they are not removed', async () => {
  const [vargen, linn] = [addRow('Vargen 77'), addRow('Linn')]
  const show = await fadeRowsOf('Vargen 77')
  expect(vargen.row.animate).toHaveBeenCalledWith([{ opacity: 1 }, { opacity: 0 }], { duration: 200, fill: 'forwards' })
  expect(linn.row.animate).not.toHaveBeenCalled()
  show()
  expect(vargen.animation.cancel).toHaveBeenCalledOnce()
})

test('does not fade rows if the device requests reduced motion', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  const { row } = addRow('Vargen 77')
  await fadeRowsOf('Vargen 77')
  expect(row.animate).not.toHaveBeenCalled()
})
