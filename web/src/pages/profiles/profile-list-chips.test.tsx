import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  aPage,
  filtersIn,
  findHitNames,
  getApplyButton,
  getChip,
  listChipTexts,
  open,
  openFilter,
  readLocation,
  serveHits,
  setUpProfileList,
  waitUntilFilterClosed,
} from './profile-list-testing.tsx'

setUpProfileList()

test('the chip of the type opens the filter at the choice of type', async () => {
  serveHits(aPage(1, 5))
  const { user } = open('/profilelist?type=SINGLE_MALE&city=Lund&index=0')
  await findHitNames()
  await user.click(getChip('Byt: Man'))
  const filter = within(await screen.findByRole('dialog', { name: 'Filter' }))
  await waitFor(() => expect(document.activeElement).toBe(filter.getByRole('radio', { name: 'Man' })))
})

test('removing a chip searches at once, moves the focus to the next chip, and can be undone', {
  tags: 'search.page-chips',
}, async () => {
  const requests = serveHits(aPage(1, 5))
  const { user } = open('/profilelist?type=SINGLE_MALE&age1=30-45&city=Lund&city=Ystad&photo=1&index=0')
  await findHitNames()
  await user.click(getChip('Ta bort Lund'))
  await waitFor(() => expect(filtersIn(requests)[1]?.cities).toEqual(['Ystad']))
  expect(document.activeElement).toBe(getChip('Ta bort Ystad'))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(filtersIn(requests)[2]?.cities).toEqual([]))
  expect(document.activeElement).toBe(getChip('Ta bort 30–45 år'))
  await user.click(getChip('Ta bort Med foto'))
  expect(document.activeElement).toBe(getChip('Ta bort 30–45 år'))
  // Each removal dismisses the previous toast, whose Undo would restore more than that toast names.
  expect(await screen.findByText('Borttaget ur sökningen: Med foto')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Ångra' }))
  await waitFor(() => expect(readLocation()).toBe('/profilelist?type=SINGLE_MALE&age1=30-45&photo=1&index=0'))
  expect(document.activeElement).toBe(getChip('Ta bort Med foto'))
  expect(screen.queryByRole('button', { name: 'Ångra' })).toBeNull()
})

test('a removal can no longer be undone after the next search', async () => {
  serveHits(aPage(1, 5))
  const { user } = open('/profilelist?type=SINGLE_MALE&city=Lund&photo=1&index=0')
  await findHitNames()
  await user.click(getChip('Ta bort Lund'))
  expect(await screen.findByRole('button', { name: 'Ångra' })).toBeTruthy()
  await openFilter(user)
  await user.click(getApplyButton())
  await waitUntilFilterClosed()
  expect(screen.getByRole('button', { name: 'Ångra' })).toBeTruthy()
  await openFilter(user)
  await user.click(screen.getByLabelText('Bara verifierade'))
  await user.click(getApplyButton())
  await waitUntilFilterClosed()
  expect(screen.queryByRole('button', { name: 'Ångra' })).toBeNull()
})

test.each([
  ['type=MIXED_COUPLE&age1=30-55&age2=30-60', ['Par, kvinna och man', 'Kvinna: 30–55 år', 'Man: 30–60 år']],
  ['type=MALE_COUPLE&age1=30-55&age2=30-55', ['Par, två män', '30–55 år']],
  ['type=FEMALE_COUPLE&orientation2=BI.HOMO', ['Par, två kvinnor', 'Andra kvinnan: Bi eller Homo']],
  ['type=SINGLE_FEMALE&age1=-40', ['Kvinna', 'Upp till 40 år']],
  ['type=SINGLE_FEMALE&age1=-', ['Kvinna']],
  ['type=SINGLE_NON_BINARY&days=1', ['Icke-binär', 'Aktiva senaste dygnet']],
])('the chips describe the search: %s', async (query, texts) => {
  serveHits(aPage(1, 5))
  open(`/profilelist?${query}`)
  await findHitNames()
  expect(listChipTexts()).toEqual(texts)
})

test('removing the ages of one person keeps those of the other', async () => {
  const requests = serveHits(aPage(1, 5))
  const { user } = open('/profilelist?type=MIXED_COUPLE&age1=30-55&age2=30-60')
  await findHitNames()
  await user.click(getChip('Ta bort Kvinna: 30–55 år'))
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(filtersIn(requests)[1]).toMatchObject({
    person1Selection: { minAge: 18, maxAge: 99 },
    person2Selection: { minAge: 30, maxAge: 60 },
  })
})
