import { NewsItem } from '@app/contract/news'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { startSession } from '../lib/http/session.ts'
import { setLanguage } from '../lib/text/language.ts'
import { someNews } from '../news/fake-news.ts'
import { mira, onGet, onPost, renderInApp, respondWith, respondWithError } from '../testing.tsx'
import { PageSlotsContext } from '../ui/layout/page-slots.ts'
import { NewsPage } from './NewsPage.tsx'
import { findArticle, newsResponse, open, setUpNews, teamSession } from './news-testing.tsx'

setUpNews()

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
