import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Avatar } from './Avatar.tsx'
import { Landscape } from './Landscape.tsx'
import { landscapeOf, PALETTE_COUNT } from './landscape-of.ts'

afterEach(cleanup)

const NAMES = Array.from({ length: 700 }, (_, n) => `Medlem ${n}`)

test('the landscape depends on the name, but not on its letter case, its Unicode form and spaces around it', () => {
  expect(landscapeOf('Åsa och Bo')).toEqual(landscapeOf('A\u030asa och bo '))
  expect(landscapeOf('Åsa och Bo')).not.toEqual(landscapeOf('Åsa och Bi'))
})

test('the names of many members are spread evenly over the landscapes', () => {
  const landscapes = NAMES.map(landscapeOf)
  expect(new Set(landscapes.map((landscape) => JSON.stringify(landscape))).size).toBeGreaterThan(220)
  for (let palette = 0; palette < PALETTE_COUNT; palette += 1)
    expect(landscapes.filter((landscape) => landscape.palette === palette).length).toBeGreaterThan(60)
})

test('a member without a photo has a letter over their landscape, in the shape of a couple; one with a photo has no landscape', () => {
  const { container } = render(
    <>
      <Avatar name="Linn och Erik" shape="couple" decorative={false} />
      <Avatar name="Mira" shape="person" photoUrl="/media/a/1/small" />
    </>,
  )
  const letter = screen.getByRole('img', { name: 'Linn och Erik' })
  expect(letter.textContent).toBe('L')
  expect(letter.className).toContain('couple')
  expect(letter.className).toContain('landscape')
  expect(container.querySelectorAll('.landscape')).toHaveLength(1)
})

test('an avatar on a plain background has no landscape', () => {
  const { container } = render(<Avatar name="Mira" shape="person" plain />)
  expect(container.querySelector('.landscape')).toBeNull()
})

test('a large landscape draws a landscape without a letter, hidden from screen readers', async () => {
  const { container } = render(<Landscape name="Mira" />)
  await expect.poll(() => container.querySelector('svg path')).toBeTruthy()
  expect(container.textContent).toBe('')
  expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true')
})
