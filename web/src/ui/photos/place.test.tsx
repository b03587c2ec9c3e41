import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Avatar } from './Avatar.tsx'
import { Place } from './Place.tsx'
import { PALETTE_COUNT, placeOf } from './place-of.ts'

afterEach(cleanup)

const NAMES = Array.from({ length: 700 }, (_, n) => `Medlem ${n}`)

test('the same name always gives the same place, whatever its capitals and its Unicode form', () => {
  expect(placeOf('Åsa och Bo')).toEqual(placeOf('A\u030asa och bo '))
  expect(placeOf('Åsa och Bo')).not.toEqual(placeOf('Åsa och Bi'))
})

test('the names of many members are spread evenly over the places', () => {
  const places = NAMES.map(placeOf)
  expect(new Set(places.map((place) => JSON.stringify(place))).size).toBeGreaterThan(220)
  for (let palette = 0; palette < PALETTE_COUNT; palette += 1)
    expect(places.filter((place) => place.palette === palette).length).toBeGreaterThan(60)
})

test('a member without a photo has a letter over their place, in the shape of a person or a couple', () => {
  const { container } = render(
    <>
      <Avatar name="Linn och Erik" shape="couple" decorative={false} />
      <Avatar name="Mira" shape="person" photoUrl="/media/a/1/small" />
    </>,
  )
  const letter = screen.getByRole('img', { name: 'Linn och Erik' })
  expect(letter.textContent).toBe('L')
  expect(letter.className).toContain('couple')
  expect(letter.className).toContain('place')
  expect(container.querySelectorAll('.place')).toHaveLength(1)
})

test('a name that is not a member has a letter on a plain ground', () => {
  const { container } = render(<Avatar name="Mira" shape="person" plain />)
  expect(container.querySelector('.place')).toBeNull()
})

test('a large place draws a landscape without a letter, hidden from screen readers', async () => {
  const { container } = render(<Place name="Mira" />)
  await expect.poll(() => container.querySelector('svg path')).toBeTruthy()
  expect(container.textContent).toBe('')
  expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true')
})
