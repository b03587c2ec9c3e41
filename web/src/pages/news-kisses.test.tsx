import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { someNews } from '../news/fake-news.ts'
import { loadNews } from '../news/store.ts'
import { onGet, onPost, respondEmpty, respondWithError } from '../testing.tsx'
import { findArticle, newsResponse, open, setUpNews } from './news-testing.tsx'

setUpNews()

test('a kiss shows immediately and is sent once; a rejected one is rolled back and its reason shown', {
  tags: 'news.page-kiss',
}, async () => {
  const requests = onPost('news/kiss', respondEmpty)
  const { user } = open()
  const dinners = await findArticle('Middagar')
  await user.click(dinners.getByRole('button', { name: '52 kyssar' }))
  const kissButton = dinners.getByRole('button', { name: 'Du och 52 andra gav en kyss' })
  await user.click(kissButton)
  await waitFor(() => expect(requests).toMatchObject([{ body: { id: '6' } }]))
  onPost('news/kiss', respondWithError(503, 'UNAVAILABLE', 'Kom tillbaka om en stund.'))
  const firstArticle = await findArticle()
  await user.click(firstArticle.getByRole('button', { name: 'Ge en kyss' }))
  expect(await screen.findByText('Kom tillbaka om en stund.')).toBeTruthy()
  expect(firstArticle.getByRole('button', { name: 'Ge en kyss' }).getAttribute('aria-pressed')).toBe('false')
})

test('a kiss survives a response without it, and is subtracted once if it is rejected', async () => {
  let respond: (response: Response) => void = () => undefined
  const requests = onPost('news/kiss', () => new Promise((resolve) => (respond = resolve)))
  const { user } = open()
  const dinners = await findArticle('Middagar')
  await user.click(dinners.getByRole('button', { name: '52 kyssar' }))
  await act(() => loadNews())
  expect(dinners.getByRole('button', { name: 'Du och 52 andra gav en kyss' })).toBeTruthy()
  await waitFor(() => expect(requests).toHaveLength(1))
  act(() => respond(respondWithError(503, 'UNAVAILABLE', 'Kom tillbaka om en stund.')() as Response))
  expect(await dinners.findByRole('button', { name: '52 kyssar' })).toBeTruthy()
})

test.each([
  [{ kisses: 1, iKissed: true }, 'Du gav en kyss'],
  [{ kisses: 2, iKissed: true }, 'Du och en annan gav en kyss'],
  [{ kisses: 87, iKissed: true }, 'Du och 86 andra gav en kyss'],
  [{ kisses: 1, iKissed: false }, '1 kyss'],
])('the kiss button for %j is labeled %s', async (changes, label) => {
  onGet('news', newsResponse([someNews(changes)]))
  open()
  expect((await findArticle()).getByRole('button', { name: label })).toBeTruthy()
})
