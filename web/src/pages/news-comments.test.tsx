import { NewsComment } from '@app/contract/news'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { startSession } from '../lib/http/session.ts'
import { loadComments } from '../news/comments.ts'
import { aNewsComment, someNews } from '../news/fake-news.ts'
import { loadNews } from '../news/store.ts'
import { onGet, onPost, respondEmpty, respondWith, respondWithError } from '../testing.tsx'
import { commentsResponse, findArticle, newsResponse, open, setUpNews, teamSession } from './news-testing.tsx'

setUpNews()

test('older comments on screen stay when picture URLs are refreshed', async () => {
  const makeComments = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) =>
      aNewsComment({ id: String(first + index), message: `Nr ${first + index}` }),
    )
  const requests = onGet('news/6/comments', () => commentsResponse(makeComments(131, 50))())
  const { user } = open('/news?comments=6')
  await screen.findByText('Nr 131')
  onGet('news/6/comments', commentsResponse(makeComments(101, 30)))
  await user.click(screen.getByRole('button', { name: 'Visa äldre kommentarer' }))
  await screen.findByText('Nr 101')
  expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Kommentarer till Middagar' }))
  expect(requests).toHaveLength(1)
  // More comments were added during the request.
  const newComments = makeComments(101, 81).map((comment) => ({ ...comment, userName: 'Ny' }))
  const refreshRequests = onGet('news/6/comments', () =>
    commentsResponse(refreshRequests.length === 1 ? newComments.slice(1) : newComments.slice(0, 1))(),
  )
  await act(() => loadComments('6'))
  await waitFor(() => expect(screen.getAllByRole('link', { name: 'Ny' })).toHaveLength(81))
  expect(refreshRequests.map(({ path }) => path)).toEqual([
    'news/6/comments?limit=80',
    'news/6/comments?before=102&limit=50',
  ])
  expect(screen.getByText('Nr 101')).toBeTruthy()
})

const listCommentTexts = async (): Promise<(string | null)[]> =>
  within(await screen.findByRole('list', { name: /^Kommentarer till/ }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

test('comments open below their news item, and a new comment shows before it is stored', async () => {
  onGet(
    'news/6/comments',
    commentsResponse([aNewsComment(), aNewsComment({ id: '71', userName: 'Teamet', message: 'Tack!' })]),
  )
  const { user } = open()
  await user.click((await findArticle('Middagar')).getByRole('button', { name: '2 kommentarer' }))
  expect(screen.getByTestId('search').textContent).toBe('?comments=6')
  expect(await listCommentTexts()).toHaveLength(2)
  expect(screen.getByRole('link', { name: 'Jakob-83' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Teamet' })).toBeNull()
  let respond: (response: Response) => void = () => undefined
  const requests = onPost('news/6/comments', () => new Promise((resolve) => (respond = resolve)))
  await user.type(screen.getByRole('textbox', { name: 'Kommentera Middagar' }), 'Vi ses{Enter}')
  expect((await listCommentTexts()).at(-1)).toContain('Skickar…')
  await waitFor(() => expect(requests).toHaveLength(1))
  const ownComment = aNewsComment({ id: '72', userName: 'Mira', mine: true, message: 'Vi ses' })
  act(() => respond(respondWith(NewsComment, ownComment, 201)() as Response))
  await waitFor(async () => expect((await listCommentTexts()).at(-1)).not.toContain('Skickar…'))
  expect(await listCommentTexts()).toHaveLength(3)
  expect((await findArticle('Middagar')).getByRole('button', { name: '3 kommentarer' })).toBeTruthy()
})

test('a new comment stays when earlier comments load late', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const lateRequests = onGet('news/6/comments', async () => {
    await released
    return Response.json([])
  })
  const { user } = open('/news?comments=6')
  const field = await screen.findByRole('textbox', { name: 'Kommentera Middagar' })
  await waitFor(() => expect(lateRequests).toHaveLength(1))
  const ownComment = aNewsComment({ mine: true, userName: 'Mira', message: 'Jag med!' })
  const sent = onPost('news/6/comments', respondWith(NewsComment, ownComment, 201))
  await user.type(field, 'Jag med!{Enter}')
  await waitFor(() => expect(sent).toHaveLength(1))
  await screen.findByRole('button', { name: '3 kommentarer' })
  onGet('news/6/comments', commentsResponse([ownComment]))
  release()
  expect(await screen.findByText('Jag med!')).toBeTruthy()
})

test('a failed comment is kept, and resent with the same client id', async () => {
  onGet('news/7/comments', commentsResponse([]))
  const requests = onPost('news/7/comments', respondWithError(503, 'UNAVAILABLE', 'Kom tillbaka om en stund.'))
  const { user } = open('/news?comments=7')
  await user.type(await screen.findByRole('textbox', { name: /^Kommentera/ }), 'Så bra{Enter}')
  expect(await screen.findByText('Inte skickat.')).toBeTruthy()
  const resent = onPost(
    'news/7/comments',
    respondWith(NewsComment, aNewsComment({ mine: true, userName: 'Mira', message: 'Så bra' }), 201),
  )
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Kommentera/ }))
  await waitFor(() => expect(screen.queryByText('Inte skickat.')).toBeNull())
  await waitFor(() => expect(resent).toHaveLength(1))
  expect(resent[0]?.body).toEqual(requests[0]?.body)
  expect(await listCommentTexts()).toHaveLength(1)
})

/** Serves two news items; the number of comments of the second one is that of `comments`. */
const serveCounted = (comments: NewsComment[]) => {
  const requests = onGet('news', () => {
    const items = [someNews(), someNews({ id: '6', title: 'Middagar', commentCount: comments.length })]
    return newsResponse(requests.at(-1)?.path.includes('before=') ? items.slice(1) : items)()
  })
  onGet('news/6/comments', () => commentsResponse(comments)())
}

test('a comment whose response was lost is shown and counted once, whether it is reloaded or resent', async () => {
  const comments: NewsComment[] = []
  serveCounted(comments)
  const store = ({ message, clientId }: { message: string; clientId: string }) => {
    const stored = comments.find((comment) => comment.clientId === clientId)
    const comment = stored ?? aNewsComment({ id: String(70 + comments.length), mine: true, message, clientId })
    if (!stored) comments.push(comment)
    return comment
  }
  let isResponseLost = true
  const requests = onPost('news/6/comments', () => {
    const comment = store(requests.at(-1)?.body as { message: string; clientId: string })
    return isResponseLost ? respondWithError(503, 'UNAVAILABLE', 'Nej')() : respondWith(NewsComment, comment, 201)()
  })
  const { user } = open('/news?comments=6')
  const field = await screen.findByRole('textbox', { name: /^Kommentera/ })
  await user.type(field, 'Hej{Enter}')
  await screen.findByText('Inte skickat.')
  await act(() => loadComments('6'))
  await waitFor(() => expect(screen.queryByText('Inte skickat.')).toBeNull())
  expect(await listCommentTexts()).toHaveLength(1)
  await screen.findByRole('button', { name: '1 kommentar' })
  await user.type(field, 'Igen{Enter}')
  await screen.findByText('Inte skickat.')
  await act(() => loadNews())
  await screen.findByRole('button', { name: '2 kommentarer' })
  isResponseLost = false
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  await waitFor(async () => expect((await listCommentTexts()).at(-1)).not.toMatch(/Skickar|Inte skickat/))
  expect(await listCommentTexts()).toHaveLength(2)
  expect((await findArticle('Middagar')).getByRole('button', { name: '2 kommentarer' })).toBeTruthy()
})

test('a comment that was deleted elsewhere is subtracted once', async () => {
  const comments = [aNewsComment({ mine: true }), aNewsComment({ id: '71' })]
  serveCounted(comments)
  onPost('news/6/comments/70/delete', respondWithError(404, 'NOT_FOUND', 'Finns inte.'))
  const { user } = open('/news?comments=6')
  await user.click(await screen.findByRole('button', { name: /^Ta bort kommentaren/ }))
  comments.shift()
  await act(() => loadNews())
  await screen.findByRole('button', { name: '1 kommentar', hidden: true })
  await user.click(await screen.findByRole('button', { name: 'Ta bort meddelandet' }))
  await screen.findByText('Kommentaren är borttagen.')
  expect(await screen.findByRole('button', { name: '1 kommentar' })).toBeTruthy()
})

test('members can delete only their own comments; the team opens cases about those of others', async () => {
  const comments = [aNewsComment(), aNewsComment({ id: '71', userName: 'Mira', mine: true, message: 'Mitt' })]
  onGet('news/6/comments', commentsResponse(comments))
  const requests = onPost('news/6/comments/71/delete', respondEmpty)
  const { user } = open('/news?comments=6')
  await user.click(await screen.findByRole('button', { name: 'Ta bort kommentaren av Mira' }))
  expect(screen.queryByRole('button', { name: 'Ta bort kommentaren av Jakob-83' })).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Ta bort meddelandet' }))
  await waitFor(async () => expect(await listCommentTexts()).toHaveLength(1))
  expect(requests).toHaveLength(1)
  act(() => startSession(teamSession))
  onGet('news/6/comments', commentsResponse(comments.slice(0, 1)))
  await user.click(await screen.findByRole('button', { name: /^Fler val/ }))
  expect(await screen.findByRole('menuitem', { name: 'Öppna ett ärende' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Ta bort kommentaren av Jakob-83' })).toBeNull()
})
