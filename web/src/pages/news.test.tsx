import { NewsComment, NewsItem } from '@app/contract/news'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { Link } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { startSession } from '../lib/http/session.ts'
import { reportBrokenUrl } from '../lib/photos/picture-urls.ts'
import { setLanguage } from '../lib/text/language.ts'
import { onNewsCount } from '../news/count.ts'
import { aNewsComment, someNews } from '../news/fake-news.ts'
import { answers, answersNothing, mira, onGet, onPost, refuses, show } from '../testing.tsx'
import { freshDevice } from '../testing-hooks.ts'
import { PageSlotsContext } from '../ui/layout/page-slots.ts'
import { NewsPage } from './NewsPage.tsx'

freshDevice()
beforeAll(() => Promise.all([import('../ui/overlays/DialogBody.tsx')]) as Promise<unknown> as Promise<void>, 60_000)

const list = (items: NewsItem[]) => answers(z.array(NewsItem), items)
const answerComments = (comments: NewsComment[]) => answers(z.array(NewsComment), comments)
const team = { ...mira, memberLevel: 'ADMIN' } as const

beforeEach(() => {
  startSession(mira)
  onGet('members/username/Mira', refuses(404, 'NOT_FOUND', 'Finns inte.'))
  onGet('news', list([someNews(), someNews({ id: '6', title: 'Middagar', kisses: 52, commentCount: 2 })]))
})
afterEach(cleanup)

const open = (address = '/news') =>
  show(
    <>
      <Link to="/news?publish=1">Skriv</Link>
      <NewsPage />
    </>,
    address,
  )
const article = async (title = 'Diskret läge är här') => within(await screen.findByRole('article', { name: title }))

test('news are listed newest first, with date, the name of the team, and formatting', {
  tags: 'news.page-list',
}, async () => {
  open()
  const first = await article()
  expect(screen.getAllByRole('article').map((each) => within(each).getByRole('heading').textContent)).toEqual([
    'Diskret läge är här',
    'Middagar',
  ])
  expect((await first.findByText('ögat')).tagName).toBe('STRONG')
  expect(first.getByText(/^12 nov/)).toBeTruthy()
  expect(first.getByText('Teamet')).toBeTruthy()
  expect(screen.queryByRole('link', { name: /^Ta bort/ })).toBeNull()
})

test('an empty and a failed list show the specified texts', {
  tags: 'news.page-empty-and-error',
  timeout: 30_000,
}, async () => {
  onGet('news', list([]))
  open()
  expect(await screen.findByText('Inga nyheter just nu.')).toBeTruthy()
  cleanup()
  startSession({ ...mira, sessionId: 'mira.other.token' })
  let down = true
  onGet('news', () => (down ? refuses(500, 'UNKNOWN', 'Okänt fel.')() : list([someNews()])()))
  const { user } = open()
  expect(screen.getByText('Laddar nyheter')).toBeTruthy()
  expect(await screen.findByText('Ett fel uppstod', undefined, { timeout: 15_000 })).toBeTruthy()
  down = false
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  await article()
})

test('a kiss shows at once, is given once, and is rolled back with a message when rejected', {
  tags: 'news.page-kiss',
}, async () => {
  const calls = onPost('news/kiss', answersNothing)
  const { user } = open()
  const second = await article('Middagar')
  await user.click(second.getByRole('button', { name: '52 kyssar' }))
  const kissButton = second.getByRole('button', { name: 'Du och 52 andra gav en kyss' })
  await user.click(kissButton)
  expect(calls).toMatchObject([{ body: { id: '6' } }])
  onPost('news/kiss', refuses(503, 'UNAVAILABLE', 'Kom tillbaka om en stund.'))
  const first = await article()
  await user.click(first.getByRole('button', { name: 'Ge en kyss' }))
  expect(await screen.findByText('Kom tillbaka om en stund.')).toBeTruthy()
  expect(first.getByRole('button', { name: 'Ge en kyss' }).getAttribute('aria-pressed')).toBe('false')
})

test.each([
  [{ kisses: 1, iKissed: true }, 'Du gav en kyss'],
  [{ kisses: 2, iKissed: true }, 'Du och en annan gav en kyss'],
  [{ kisses: 87, iKissed: true }, 'Du och 86 andra gav en kyss'],
  [{ kisses: 1, iKissed: false }, '1 kyss'],
])('%j reads %s', async (changes, words) => {
  onGet('news', list([someNews(changes)]))
  open()
  expect((await article()).getByRole('button', { name: words })).toBeTruthy()
})

test('news published while the list is open appear in it', async () => {
  open()
  await article()
  onGet('news', list([someNews({ id: '8', title: 'Nyast' }), someNews()]))
  act(() => onNewsCount({ newest: ['8', '7', '6'], seen: null }))
  await article('Nyast')
})

test('the next page starts at the end of the list', async () => {
  const page = Array.from({ length: 20 }, (_, at) => someNews({ id: String(40 - at), title: `Nyhet ${40 - at}` }))
  onGet('news', list(page))
  const { user } = open()
  await article('Nyhet 21')
  const calls = onGet('news', list([someNews({ id: '3', title: 'Äldst' })]))
  await user.click(screen.getByRole('button', { name: 'Visa fler' }))
  await article('Äldst')
  expect(calls[0]?.path).toBe('news?before=21&limit=20')
  expect(screen.queryByRole('button', { name: 'Visa fler' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Äldst' }))
})

const PAGE = Array.from({ length: 20 }, (_, at) => someNews({ id: String(40 - at), title: `Nyhet ${40 - at}` }))

/** Serves the first page, and `older` for requests beyond it. */
function onNews(older: NewsItem[]) {
  const calls = onGet('news', () => list(calls.at(-1)?.path.includes('before=') ? older : PAGE)())
  return calls
}

test('a linked news item opens with its comments, at whatever position in the list', async () => {
  const calls = onNews([someNews({ id: '3', title: 'Äldst', commentCount: 1 })])
  onGet('news/3/comments', answerComments([aNewsComment()]))
  const { user } = open('/news?comments=3')
  const oldest = await article('Äldst')
  expect(await oldest.findByText('Äntligen!')).toBeTruthy()
  expect(calls.map(({ path }) => path)).toEqual(['news?limit=20', 'news?before=4&limit=1'])
  onPost('news/kiss', answersNothing)
  await user.click(oldest.getByRole('button', { name: 'Ge en kyss' }))
  await user.click(oldest.getByRole('button', { name: '1 kommentar' }))
  expect(oldest.queryByText('Äntligen!')).toBeNull()
  expect(oldest.getByRole('button', { name: 'Du gav en kyss' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Visa fler' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Visa fler' })).toBeNull())
  expect(screen.getAllByRole('article', { name: 'Äldst' })).toHaveLength(1)
})

test.each(['3', '0', 'abc', '-1'])('a link to the missing news item %s shows a message', async (id) => {
  onNews([someNews({ id: '2' })])
  open(`/news?comments=${id}`)
  expect(await screen.findByText('Nyheten finns inte längre.')).toBeTruthy()
  expect(screen.getAllByRole('article')).toHaveLength(20)
})

test('older comments on screen stay when URLs are refreshed', async () => {
  const makeComments = (first: number, count: number) =>
    Array.from({ length: count }, (_, at) => aNewsComment({ id: String(first + at), message: `Nr ${first + at}` }))
  const calls = onGet('news/6/comments', () => answerComments(makeComments(131, 50))())
  const { user } = open('/news?comments=6')
  await screen.findByText('Nr 131')
  onGet('news/6/comments', answerComments(makeComments(101, 30)))
  await user.click(screen.getByRole('button', { name: 'Visa äldre kommentarer' }))
  await screen.findByText('Nr 101')
  expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Kommentarer till Middagar' }))
  expect(calls).toHaveLength(1)
  // More comments were added during the request.
  const all = makeComments(101, 81).map((comment) => ({ ...comment, userName: 'Ny' }))
  const renewals = onGet('news/6/comments', () =>
    answerComments(renewals.length === 1 ? all.slice(1) : all.slice(0, 1))(),
  )
  act(() => reportBrokenUrl('/media/of-a-comment'))
  await waitFor(() => expect(screen.getAllByRole('link', { name: 'Ny' })).toHaveLength(81), { timeout: 20_000 })
  expect(renewals.map(({ path }) => path)).toEqual(['news/6/comments?limit=80', 'news/6/comments?before=102&limit=50'])
  expect(screen.getByText('Nr 101')).toBeTruthy()
})

const readComments = async (): Promise<(string | null)[]> =>
  within(await screen.findByRole('list', { name: /^Kommentarer till/ }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

test('comments open below their news item, and my own shows before it is stored', async () => {
  onGet(
    'news/6/comments',
    answerComments([aNewsComment(), aNewsComment({ id: '71', userName: 'Teamet', message: 'Tack!' })]),
  )
  const { user } = open()
  await user.click((await article('Middagar')).getByRole('button', { name: '2 kommentarer' }))
  expect(screen.getByTestId('search').textContent).toBe('?comments=6')
  expect(await readComments()).toHaveLength(2)
  expect(screen.getByRole('link', { name: 'Jakob-83' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Teamet' })).toBeNull()
  let stored: (answer: Response) => void = () => undefined
  const calls = onPost('news/6/comments', () => new Promise((resolve) => (stored = resolve)))
  await user.type(screen.getByRole('textbox', { name: 'Kommentera Middagar' }), 'Vi ses{Enter}')
  expect((await readComments()).at(-1)).toContain('Skickar…')
  await waitFor(() => expect(calls).toHaveLength(1))
  const mine = aNewsComment({ id: '72', userName: 'Mira', mine: true, message: 'Vi ses' })
  act(() => stored(answers(NewsComment, mine, 201)() as Response))
  await waitFor(async () => expect((await readComments()).at(-1)).not.toContain('Skickar…'))
  expect(await readComments()).toHaveLength(3)
  expect((await article('Middagar')).getByRole('button', { name: '3 kommentarer' })).toBeTruthy()
})

test('my own comment stays when earlier comments load late', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const late = onGet('news/6/comments', async () => {
    await held
    return Response.json([])
  })
  const { user } = open('/news?comments=6')
  const field = await screen.findByRole('textbox', { name: 'Kommentera Middagar' })
  await waitFor(() => expect(late).toHaveLength(1))
  const mine = aNewsComment({ mine: true, userName: 'Mira', message: 'Jag med!' })
  const sent = onPost('news/6/comments', answers(NewsComment, mine, 201))
  await user.type(field, 'Jag med!{Enter}')
  await waitFor(() => expect(sent).toHaveLength(1))
  await screen.findByRole('button', { name: '3 kommentarer' })
  onGet('news/6/comments', answerComments([mine]))
  release()
  expect(await screen.findByText('Jag med!')).toBeTruthy()
})

test('a failed comment is kept, and resent with the same client id', async () => {
  onGet('news/7/comments', answerComments([]))
  const calls = onPost('news/7/comments', refuses(503, 'UNAVAILABLE', 'Kom tillbaka om en stund.'))
  const { user } = open('/news?comments=7')
  await user.type(await screen.findByRole('textbox', { name: /^Kommentera/ }), 'Så bra{Enter}')
  expect(await screen.findByText('Inte skickat.')).toBeTruthy()
  const again = onPost(
    'news/7/comments',
    answers(NewsComment, aNewsComment({ mine: true, userName: 'Mira', message: 'Så bra' }), 201),
  )
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Kommentera/ }))
  await waitFor(() => expect(screen.queryByText('Inte skickat.')).toBeNull())
  expect(again[0]?.body).toEqual(calls[0]?.body)
  expect(await readComments()).toHaveLength(1)
})

test('my own comment can be deleted, those of others cannot; the team deletes any', async () => {
  const comments = [aNewsComment(), aNewsComment({ id: '71', userName: 'Mira', mine: true, message: 'Mitt' })]
  onGet('news/6/comments', answerComments(comments))
  const calls = onPost('news/6/comments/71/delete', answersNothing)
  const { user } = open('/news?comments=6')
  await user.click(await screen.findByRole('button', { name: 'Ta bort kommentaren av Mira' }))
  expect(screen.queryByRole('button', { name: 'Ta bort kommentaren av Jakob-83' })).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Ta bort meddelandet' }))
  await waitFor(async () => expect(await readComments()).toHaveLength(1))
  expect(calls).toHaveLength(1)
  act(() => startSession(team))
  onGet('news/6/comments', answerComments(comments.slice(0, 1)))
  expect(await screen.findByRole('button', { name: 'Ta bort kommentaren av Jakob-83' })).toBeTruthy()
})

const HOSTILE = [
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
  [mira, 0],
  [team, 1],
])('publishing is available only to the team: %o', { tags: 'news.page-publish-team-only' }, async (who, offers) => {
  setLanguage('ENGLISH')
  startSession(who)
  const actions = document.createElement('div')
  show(
    <PageSlotsContext value={{ title: null, actions }}>
      <NewsPage />
    </PageSlotsContext>,
    '/news',
  )
  await article()
  expect(within(actions).queryAllByRole('link', { name: 'Publish news' })).toHaveLength(offers)
})

test('hostile Markdown renders nothing foreign, in the list and in the preview', async () => {
  startSession(team)
  onGet('news', list([someNews({ content: HOSTILE })]))
  const { user } = open()
  const expectTame = async (name: string) => {
    const shown = screen.getByRole('article', { name })
    await waitFor(() => expect(within(shown).getAllByRole('link', { name: 'ok' })).toHaveLength(1))
    expect(shown.querySelectorAll('img, script, iframe')).toHaveLength(0)
    const links = [...shown.querySelectorAll('a[href]')].map((link) => link.getAttribute('href'))
    expect(links.filter((href) => !href?.startsWith('/'))).toEqual(['https://example.test/'])
    return shown.querySelector('.markdown')?.innerHTML
  }
  await article()
  const published = await expectTame('Diskret läge är här')
  await user.click(screen.getByRole('link', { name: 'Skriv' }))
  await user.type(screen.getByRole('textbox', { name: /Rubrik/ }), 'Utkast')
  await user.click(screen.getByRole('textbox', { name: /Text/ }))
  await user.paste(HOSTILE)
  expect(await expectTame('Utkast')).toBe(published)
  expect('hacked' in window).toBe(false)
})

test('the team can publish once both fields are filled', { tags: 'news.page-publish' }, async () => {
  startSession(team)
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
  const calls = onPost('news', answers(NewsItem, item, 201))
  onGet('news', list([item, someNews()]))
  await user.click(screen.getByRole('button', { name: 'Publicera' }))
  await waitFor(() => expect(screen.getByTestId('search').textContent).toBe(''))
  await article('Nytt hos oss')
  expect(calls[0]?.body).toMatchObject({ title: 'Nytt hos oss', content: '   **Fet** text' })
  expect(await screen.findByText('Nyheten är publicerad.')).toBeTruthy()
})

test('a rejected news item stays in the form, and is resent with the same client id', async () => {
  startSession(team)
  const calls = onPost('news', refuses(503, 'UNAVAILABLE', 'Kom tillbaka om en stund.'))
  const { user } = open('/news?publish=1')
  await user.type(await screen.findByRole('textbox', { name: /Rubrik/ }), 'Nytt')
  await user.type(screen.getByRole('textbox', { name: /Text/ }), 'Hej')
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(await screen.findByText('Kom tillbaka om en stund.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Publicera' }))
  await waitFor(() => expect(calls).toHaveLength(2))
  expect(calls[0]?.body).toEqual(calls[1]?.body)
})

test('resubmitting other text after a lost response updates the stored news item', async () => {
  startSession(team)
  const lost = onPost('news', () => Response.error())
  const { user } = open('/news?publish=1')
  await user.type(await screen.findByRole('textbox', { name: /Rubrik/ }), 'Nyt')
  await user.type(screen.getByRole('textbox', { name: /Text/ }), 'Hej')
  await user.click(screen.getByRole('button', { name: 'Publicera' }))
  await waitFor(() => expect(lost).toHaveLength(1))
  const stored = someNews({ id: '9', title: 'Nyt', content: 'Hej' })
  onPost('news', answers(NewsItem, stored, 201))
  const edits = onPost('news/edit', answers(NewsItem, { ...stored, title: 'Nytt' }))
  await user.type(screen.getByRole('textbox', { name: /Rubrik/ }), '{Backspace}tt')
  await user.click(screen.getByRole('button', { name: 'Publicera' }))
  await article('Nytt')
  expect(edits.map(({ body }) => body)).toEqual([{ id: '9', title: 'Nytt', content: 'Hej' }])
})

test('leaving half-written news asks for confirmation', async () => {
  startSession(team)
  const { user } = open('/news?publish=1')
  await user.type(await screen.findByRole('textbox', { name: /Rubrik/ }), 'Nytt')
  await user.click(screen.getByRole('link', { name: 'Avbryt' }))
  await user.click(await screen.findByRole('button', { name: 'Fortsätt skriva' }))
  expect(screen.getByTestId('search').textContent).toBe('?publish=1')
  await user.click(screen.getByRole('link', { name: 'Avbryt' }))
  await user.click(await screen.findByRole('button', { name: 'Lämna' }))
  await waitFor(() => expect(screen.getByTestId('search').textContent).toBe(''))
})

test('the team confirms deletion on a page of its own', { tags: 'news.page-delete' }, async () => {
  startSession(team)
  const { user } = open()
  await user.click((await article()).getByRole('link', { name: 'Ta bort Diskret läge är här' }))
  expect(screen.getByTestId('search').textContent).toBe('?delete=7')
  expect(screen.getByRole('article', { name: 'Diskret läge är här' })).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Behåll' }))
  await user.click(screen.getByRole('button', { name: 'Behåll' }))
  await user.click((await article()).getByRole('link', { name: 'Ta bort Diskret läge är här' }))
  const calls = onPost('news/delete', refuses(404, 'NOT_FOUND', 'Finns inte.'))
  await user.click(screen.getByRole('button', { name: 'Ta bort nyheten' }))
  await article('Middagar')
  expect(screen.queryByRole('article', { name: 'Diskret läge är här' })).toBeNull()
  expect(calls).toMatchObject([{ body: { id: '7' } }])
})

test.each(['/news?publish=1', '/news?delete=7'])(
  'other members see the list at %s',
  { tags: 'news.page-members' },
  async (address) => {
    open(address)
    await article('Middagar')
    expect(screen.queryByRole('button', { name: 'Ta bort nyheten' })).toBeNull()
    expect(screen.queryByText('Fyll i båda fälten')).toBeNull()
  },
)

test('deleting a missing news item shows a message', async () => {
  startSession(team)
  open('/news?delete=99')
  expect(await screen.findByText('Nyheten finns inte längre.')).toBeTruthy()
})
