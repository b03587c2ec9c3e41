import { NewsComment, NewsItem } from '@app/contract/news'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { Link } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { useToasts } from '../lib/feedback/toasts.ts'
import { startSession } from '../lib/http/session.ts'
import { setLanguage } from '../lib/text/language.ts'
import { loadComments } from '../news/comments.ts'
import { onNewsCount } from '../news/count.ts'
import { aNewsComment, someNews } from '../news/fake-news.ts'
import { loadNews } from '../news/store.ts'
import { mira, onGet, onPost, renderInApp, respondEmpty, respondWith, respondWithError } from '../testing.tsx'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { respondToNextMember, waitForEarlierResponses } from '../testing-next-member.ts'
import { PageSlotsContext } from '../ui/layout/page-slots.ts'
import { NewsPage } from './NewsPage.tsx'

setUpFreshDevice()
beforeAll(() => import('../ui/overlays/DialogBody.tsx'), 60_000)

const newsResponse = (items: NewsItem[]) => respondWith(z.array(NewsItem), items)
const commentsResponse = (comments: NewsComment[]) => respondWith(z.array(NewsComment), comments)
const teamSession = { ...mira, memberLevel: 'ADMIN' } as const

beforeEach(() => {
  startSession(mira)
  onGet('members/username/Mira', respondWithError(404, 'NOT_FOUND', 'Finns inte.'))
  onGet('news', newsResponse([someNews(), someNews({ id: '6', title: 'Middagar', kisses: 52, commentCount: 2 })]))
})
afterEach(cleanup)

const open = (path = '/news') =>
  renderInApp(
    <>
      <Link to="/news?publish=1">Skriv</Link>
      <NewsPage />
    </>,
    path,
  )
const findArticle = async (title = 'Diskret läge är här') => within(await screen.findByRole('article', { name: title }))

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
  timeout: 30_000,
}, async () => {
  onGet('news', newsResponse([]))
  open()
  expect(await screen.findByText('Inga nyheter just nu.')).toBeTruthy()
  cleanup()
  startSession({ ...mira, sessionId: 'mira.other.token' })
  let isFailing = true
  onGet('news', () => (isFailing ? respondWithError(500, 'UNKNOWN', 'Okänt fel.')() : newsResponse([someNews()])()))
  const { user } = open()
  expect(screen.getByText('Laddar nyheter')).toBeTruthy()
  expect(await screen.findByText('Ett fel uppstod', undefined, { timeout: 15_000 })).toBeTruthy()
  isFailing = false
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  await findArticle()
})

test('a kiss shows immediately and is sent once; a rejected one is rolled back and its reason shown', {
  tags: 'news.page-kiss',
}, async () => {
  const requests = onPost('news/kiss', respondEmpty)
  const { user } = open()
  const dinners = await findArticle('Middagar')
  await user.click(dinners.getByRole('button', { name: '52 kyssar' }))
  const kissButton = dinners.getByRole('button', { name: 'Du och 52 andra gav en kyss' })
  await user.click(kissButton)
  expect(requests).toMatchObject([{ body: { id: '6' } }])
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
  await waitFor(() => expect(screen.getAllByRole('link', { name: 'Ny' })).toHaveLength(81), { timeout: 20_000 })
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
  expect(screen.getByRole('button', { name: '1 kommentar' })).toBeTruthy()
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

const HOSTILE_MARKDOWN = [
  '<img src="x" onerror="window.hacked = true">',
  '![x](https://example.test/x.png)',
  '[x](javascript:alert(1))',
  '[y](data:text/html,hej)',
  '<a href="javascript:alert(1)">z</a>',
  '[w]( JaVaScRiPt:alert(1))',
  '[v](//example.test)',
  '<script>window.hacked = true</script>',
  '[ok](https://example.test/)',
].join('\n\n')

test.each([
  ['a member', 0, mira],
  ['the team', 1, teamSession],
  ['an admin without the duty', 0, { ...teamSession, duties: ['LEAD' as const] }],
])('%s sees %i links to publish news', { tags: 'news.page-publish-team-only' }, async (_, linkCount, session) => {
  setLanguage('ENGLISH')
  startSession(session)
  const actions = document.createElement('div')
  renderInApp(
    <PageSlotsContext value={{ title: null, actions }}>
      <NewsPage />
    </PageSlotsContext>,
    '/news',
  )
  await findArticle()
  expect(within(actions).queryAllByRole('link', { name: 'Publish news' })).toHaveLength(linkCount)
})

test('hostile Markdown renders no images, scripts or unsafe links, in the list and in the preview', async () => {
  startSession(teamSession)
  onGet('news', newsResponse([someNews({ content: HOSTILE_MARKDOWN })]))
  const { user } = open()
  const expectHarmless = async (name: string) => {
    const shown = screen.getByRole('article', { name })
    await waitFor(() => expect(within(shown).getAllByRole('link', { name: 'ok' })).toHaveLength(1))
    expect(shown.querySelectorAll('img, script, iframe')).toHaveLength(0)
    const links = [...shown.querySelectorAll('a[href]')].map((link) => link.getAttribute('href'))
    expect(links.filter((href) => !href?.startsWith('/'))).toEqual(['https://example.test/'])
    return shown.querySelector('.markdown')?.innerHTML
  }
  await findArticle()
  const publishedHtml = await expectHarmless('Diskret läge är här')
  await user.click(screen.getByRole('link', { name: 'Skriv' }))
  await user.type(screen.getByRole('textbox', { name: /Rubrik/ }), 'Utkast')
  await user.click(screen.getByRole('textbox', { name: /Text/ }))
  await user.paste(HOSTILE_MARKDOWN)
  expect(await expectHarmless('Utkast')).toBe(publishedHtml)
  expect('hacked' in window).toBe(false)
})

test('the team can publish once both fields are filled', { tags: 'news.page-publish' }, async () => {
  startSession(teamSession)
  const { user } = open('/news?publish=1')
  expect(await screen.findByText('Fyll i båda fälten')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Publicera' })).toBeNull()
  await user.type(screen.getByRole('textbox', { name: /Rubrik/ }), 'Nytt hos oss')
  await user.type(screen.getByRole('textbox', { name: /Text/ }), '   ')
  expect(screen.getByText('Fyll i båda fälten')).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: /Text/ }), '**Fet** text')
  expect(screen.queryByText('Fyll i båda fälten')).toBeNull()
  const preview = within(screen.getByRole('region', { name: 'Förhandsgranskning' }))
  expect(preview.getByRole('heading', { name: 'Nytt hos oss' })).toBeTruthy()
  expect((await preview.findByText('Fet')).tagName).toBe('STRONG')
  const item = someNews({ id: '9', title: 'Nytt hos oss', content: '**Fet** text' })
  const requests = onPost('news', respondWith(NewsItem, item, 201))
  onGet('news', newsResponse([item, someNews()]))
  await user.click(screen.getByRole('button', { name: 'Publicera' }))
  await waitFor(() => expect(screen.getByTestId('search').textContent).toBe(''))
  await findArticle('Nytt hos oss')
  expect(requests[0]?.body).toMatchObject({ title: 'Nytt hos oss', content: '   **Fet** text' })
  expect(await screen.findByText('Nyheten är publicerad.')).toBeTruthy()
})

test('a rejected news item stays in the form, and is resent with the same client id', async () => {
  startSession(teamSession)
  const requests = onPost('news', respondWithError(503, 'UNAVAILABLE', 'Kom tillbaka om en stund.'))
  const { user } = open('/news?publish=1')
  await user.type(await screen.findByRole('textbox', { name: /Rubrik/ }), 'Nytt')
  await user.type(screen.getByRole('textbox', { name: /Text/ }), 'Hej')
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(await screen.findByText('Kom tillbaka om en stund.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Publicera' }))
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(requests[0]?.body).toEqual(requests[1]?.body)
})

test('resubmitting other text after a lost response updates the stored news item', async () => {
  startSession(teamSession)
  const failedRequests = onPost('news', () => Response.error())
  const { user } = open('/news?publish=1')
  await user.type(await screen.findByRole('textbox', { name: /Rubrik/ }), 'Nyt')
  await user.type(screen.getByRole('textbox', { name: /Text/ }), 'Hej')
  await user.click(screen.getByRole('button', { name: 'Publicera' }))
  await waitFor(() => expect(failedRequests).toHaveLength(1))
  const storedItem = someNews({ id: '9', title: 'Nyt', content: 'Hej' })
  onPost('news', respondWith(NewsItem, storedItem, 201))
  const edits = onPost('news/edit', respondWith(NewsItem, { ...storedItem, title: 'Nytt' }))
  await user.type(screen.getByRole('textbox', { name: /Rubrik/ }), '{Backspace}tt')
  await user.click(screen.getByRole('button', { name: 'Publicera' }))
  await findArticle('Nytt')
  await waitFor(() => expect(edits.map(({ body }) => body)).toEqual([{ id: '9', title: 'Nytt', content: 'Hej' }]))
})

test('leaving half-written news asks for confirmation', async () => {
  startSession(teamSession)
  const { user } = open('/news?publish=1')
  await user.type(await screen.findByRole('textbox', { name: /Rubrik/ }), 'Nytt')
  await user.click(screen.getByRole('link', { name: 'Avbryt' }))
  await user.click(await screen.findByRole('button', { name: 'Fortsätt skriva' }))
  expect(screen.getByTestId('search').textContent).toBe('?publish=1')
  await user.click(screen.getByRole('link', { name: 'Avbryt' }))
  await user.click(await screen.findByRole('button', { name: 'Lämna' }))
  await waitFor(() => expect(screen.getByTestId('search').textContent).toBe(''))
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

test('deleting a missing news item shows a message', async () => {
  startSession(teamSession)
  open('/news?delete=99')
  expect(await screen.findByText('Nyheten finns inte längre.')).toBeTruthy()
})
