import type { NewsItem } from '@app/contract/news'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { startSession } from '../lib/http/session.ts'
import { onNewsCount } from '../news/count.ts'
import { aNewsComment, someNews } from '../news/fake-news.ts'
import { mira, onGet, onPost, respondEmpty, respondWithError } from '../testing.tsx'
import { waitForEarlierResponses } from '../testing-next-member.ts'
import { skipRetryDelays } from '../testing-retries.ts'
import { commentsResponse, findArticle, newsResponse, open, setUpNews } from './news-testing.tsx'

setUpNews()

test("the list shows news in the server's order, with date, author and formatting", {
  tags: 'news.page-list',
}, async () => {
  open()
  const firstArticle = await findArticle()
  expect(screen.getAllByRole('article').map((item) => within(item).getByRole('heading').textContent)).toEqual([
    'Diskret läge är här',
    'Middagar',
  ])
  expect((await firstArticle.findByText('ögat')).tagName).toBe('STRONG')
  expect(firstArticle.getByText(/^12 nov/)).toBeTruthy()
  expect(firstArticle.getByText('Teamet')).toBeTruthy()
  expect(screen.queryByRole('link', { name: /^Ta bort/ })).toBeNull()
})

test('an empty list shows a message, and a failed load shows an error with a retry button', {
  tags: 'news.page-empty-and-error',
}, async () => {
  onGet('news', newsResponse([]))
  open()
  expect(await screen.findByText('Inga nyheter just nu.')).toBeTruthy()
  cleanup()
  startSession({ ...mira, sessionId: 'mira.other.token' })
  skipRetryDelays()
  let isFailing = true
  onGet('news', () => (isFailing ? respondWithError(500, 'UNKNOWN', 'Okänt fel.')() : newsResponse([someNews()])()))
  const { user } = open()
  expect(screen.getByText('Laddar nyheter')).toBeTruthy()
  expect(await screen.findByText('Ett fel uppstod')).toBeTruthy()
  isFailing = false
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  await findArticle()
})

test('news published while the list is open appears in it', async () => {
  open()
  await findArticle()
  onGet('news', newsResponse([someNews({ id: '8', title: 'Nyast' }), someNews()]))
  act(() => onNewsCount({ newest: ['8', '7', '6'], seen: null }))
  await findArticle('Nyast')
})

const PAGE = Array.from({ length: 20 }, (_, index) =>
  someNews({ id: String(40 - index), title: `Nyhet ${40 - index}` }),
)

test('the next page is appended to the list, and its first item gets the focus', async () => {
  onGet('news', newsResponse(PAGE))
  const { user } = open()
  await findArticle('Nyhet 21')
  const requests = onGet('news', newsResponse([someNews({ id: '3', title: 'Äldst' })]))
  await user.click(screen.getByRole('button', { name: 'Visa fler' }))
  await findArticle('Äldst')
  expect(requests[0]?.path).toBe('news?before=21&limit=20')
  expect(screen.queryByRole('button', { name: 'Visa fler' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Äldst' }))
})

/** Serves the first page, and `olderItems` for requests beyond it. */
function serveNews(olderItems: NewsItem[]) {
  const requests = onGet('news', () => newsResponse(requests.at(-1)?.path.includes('before=') ? olderItems : PAGE)())
  return requests
}

test('a linked news item opens with its comments, wherever it is in the list', async () => {
  const requests = serveNews([someNews({ id: '3', title: 'Äldst', commentCount: 1 })])
  onGet('news/3/comments', commentsResponse([aNewsComment()]))
  const { user } = open('/news?comments=3')
  const oldest = await findArticle('Äldst')
  expect(await oldest.findByText('Äntligen!')).toBeTruthy()
  expect(requests.map(({ path }) => path)).toEqual(['news?limit=20', 'news?before=4&limit=1'])
  onPost('news/kiss', respondEmpty)
  await user.click(oldest.getByRole('button', { name: 'Ge en kyss' }))
  await user.click(oldest.getByRole('button', { name: '1 kommentar' }))
  expect(oldest.queryByText('Äntligen!')).toBeNull()
  expect(oldest.getByRole('button', { name: 'Du gav en kyss' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Visa fler' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Visa fler' })).toBeNull())
  expect(screen.getAllByRole('article', { name: 'Äldst' })).toHaveLength(1)
})

test.each(['3', '0', 'abc', '-1'])('a link to the missing news item %s shows a message', async (id) => {
  serveNews([someNews({ id: '2' })])
  open(`/news?comments=${id}`)
  expect(await screen.findByText('Nyheten finns inte längre.')).toBeTruthy()
  expect(screen.getAllByRole('article')).toHaveLength(20)
})

test('a direct visit loads the list once, and again only if the count names other items', async () => {
  const requests = onGet('news', newsResponse([someNews(), someNews({ id: '6', title: 'Middagar' })]))
  open()
  act(() => onNewsCount({ newest: ['7', '6'], seen: null }))
  await findArticle()
  await waitForEarlierResponses()
  expect(requests).toHaveLength(1)
  act(() => onNewsCount({ newest: ['8', '7', '6'], seen: null }))
  await waitFor(() => expect(requests).toHaveLength(2))
  cleanup()
  startSession({ ...mira, sessionId: 'mira.other.token' })
  open()
  act(() => onNewsCount({ newest: ['8', '7', '6'], seen: null }))
  await waitFor(() => expect(requests).toHaveLength(4))
})

test.each(['/news?publish=1', '/news?delete=7'])(
  'members outside the team see the list at %s',
  { tags: 'news.page-members' },
  async (path) => {
    open(path)
    await findArticle('Middagar')
    expect(screen.queryByRole('button', { name: 'Ta bort nyheten' })).toBeNull()
    expect(screen.queryByText('Fyll i båda fälten')).toBeNull()
  },
)
