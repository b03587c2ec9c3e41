import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useToasts } from '../lib/feedback/toasts.ts'
import { startSession } from '../lib/http/session.ts'
import { someNews } from '../news/fake-news.ts'
import { loadNews } from '../news/store.ts'
import { onGet, onPost, respondEmpty, respondWithError } from '../testing.tsx'
import { respondToNextMember, waitForEarlierResponses } from '../testing-next-member.ts'
import { findArticle, newsResponse, open, setUpNews, teamSession } from './news-testing.tsx'

setUpNews()

test('the team confirms a deletion on a separate page', { tags: 'news.page-delete' }, async () => {
  startSession(teamSession)
  const { user } = open()
  await user.click((await findArticle()).getByRole('link', { name: 'Ta bort Diskret läge är här' }))
  expect(screen.getByTestId('search').textContent).toBe('?delete=7')
  expect(screen.getByRole('article', { name: 'Diskret läge är här' })).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Behåll' }))
  await user.click(screen.getByRole('button', { name: 'Behåll' }))
  await user.click((await findArticle()).getByRole('link', { name: 'Ta bort Diskret läge är här' }))
  const requests = onPost('news/delete', respondWithError(404, 'NOT_FOUND', 'Finns inte.'))
  await user.click(screen.getByRole('button', { name: 'Ta bort nyheten' }))
  await findArticle('Middagar')
  expect(screen.queryByRole('article', { name: 'Diskret läge är här' })).toBeNull()
  expect(requests).toMatchObject([{ body: { id: '7' } }])
})

test('a deletion that ends after a logout is not reported to the next member on the device', async () => {
  startSession(teamSession)
  const { user } = open('/news?delete=7')
  const requests = onPost('news/delete', respondToNextMember(respondEmpty))
  await user.click(await screen.findByRole('button', { name: 'Ta bort nyheten' }))
  await waitFor(() => expect(requests).toHaveLength(1))
  await waitForEarlierResponses()
  expect(useToasts.getState().queue).toEqual([])
})

test('a deleted item does not return with a response to an earlier request', async () => {
  startSession(teamSession)
  const { user } = open()
  await findArticle()
  let respond: () => void = () => undefined
  const responding = new Promise<void>((resolve) => {
    respond = resolve
  })
  const requests = onGet('news', async () => {
    await responding
    return newsResponse([someNews(), someNews({ id: '6', title: 'Middagar' })])()
  })
  const reload = loadNews()
  await waitFor(() => expect(requests.length).toBeGreaterThan(0))
  onPost('news/delete', respondEmpty)
  await user.click((await findArticle()).getByRole('link', { name: 'Ta bort Diskret läge är här' }))
  await user.click(screen.getByRole('button', { name: 'Ta bort nyheten' }))
  await findArticle('Middagar')
  respond()
  await act(() => reload)
  expect(screen.queryByRole('article', { name: 'Diskret läge är här' })).toBeNull()
  expect(screen.getByRole('article', { name: 'Middagar' })).toBeTruthy()
})

test('deleting a missing news item shows a message', async () => {
  startSession(teamSession)
  open('/news?delete=99')
  expect(await screen.findByText('Nyheten finns inte längre.')).toBeTruthy()
})
