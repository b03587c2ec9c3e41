import { FoundMessages, type MessageHit, SearchMessages } from '@app/contract/message-search'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { setOnline } from '../../lib/device/online.ts'
import { endSession } from '../../lib/http/session.ts'
import { reportBrokenUrl } from '../../lib/photos/picture-urls.ts'
import { removeFoundMessages, useMessageSearch } from '../../message-search/store.ts'
import { respondWithError } from '../../testing.tsx'
import { server } from '../../testing-server.ts'
import { getTab, openChat, openChats, setUpChatsDevice, simulatePhone, testState } from './chats-testing.tsx'

setUpChatsDevice()

const API = 'http://localhost:8080/api/v2/messages/search'

/** The searches that the server has received. */
let searches: SearchMessages[] = []
/** The responses to the next searches; the last one is repeated. */
let responses: FoundMessages[] = []

const aHit = (hit: Partial<MessageHit>): MessageHit => ({
  chat: { chatId: '101', partnerName: 'Linn', couple: true, profilePhotoUrl: null },
  group: null,
  messageId: '7',
  parentId: null,
  senderName: 'Linn',
  mine: false,
  sendTime: '2025-11-12T19:14:00.000Z',
  excerpt: '…också ska på höst**middagen** på lördag.',
  ...hit,
})
const ofGroup = { chat: null, group: { groupId: '9', groupName: 'Höstmiddagar' } }
const aResponse = (...hits: MessageHit[]): FoundMessages => ({
  hits,
  cursor: null,
  searchedTo: '2025-09-03T10:00:00.000Z',
})
const FIRST_CURSOR = { chatMessageId: '90', groupMessageId: null }
const CURSOR = { chatMessageId: '5', groupMessageId: null }

beforeEach(() => {
  searches = []
  responses = [aResponse()]
  server.use(
    http.post(API, async ({ request }) => {
      searches.push(SearchMessages.parse(await request.json()))
      const next = responses.length > 1 ? responses.shift() : responses[0]
      return HttpResponse.json(FoundMessages.parse(next))
    }),
  )
})

const findField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Sök i meddelanden' })
const findHits = () => screen.findAllByRole('link', { name: /middag/i })
/** Enters the words at once, because on a slow machine each keystroke may start a search. */
async function enter(user: UserEvent, input: HTMLElement, words: string): Promise<void> {
  await user.click(input)
  await user.paste(words)
}
/** Returns the texts of the live regions. */
const listAnnouncements = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
const openSearch = async (...paths: string[]) => {
  const view = await openChats(...(paths.length > 0 ? paths : ['/chats?find=all']))
  return { ...view, input: await findField() }
}

test('a button replaces the list with the search field, and Klar restores the list', {
  tags: 'message-search.page-field',
}, async () => {
  testState.chats.open('Linn')
  const { user } = await openChats()
  await user.click(screen.getByRole('button', { name: 'Sök i meddelanden' }))
  const input = await findField()
  await waitFor(() => expect(document.activeElement).toBe(input))
  expect(screen.queryByRole('tab')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Klar' }))
  expect(getTab(/Chattar/)).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Sök i meddelanden' })))
})

test('typing searches from two characters, and shows the hits with the word marked', {
  tags: 'message-search.page-hits',
}, async () => {
  responses = [
    aResponse(
      aHit({}),
      aHit({ messageId: '8', mine: true, senderName: 'Mira', excerpt: 'MIDDAG hos oss?' }),
      aHit({ ...ofGroup, messageId: '7', parentId: '6', excerpt: 'Nästa middag' }),
    ),
  ]
  const { input } = await openSearch()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  fireEvent.change(input, { target: { value: 'm' } })
  expect(screen.getByText(/^Skriv minst två tecken/)).toBeTruthy()
  for (const words of ['mi', 'mid', 'middag']) {
    act(() => vi.advanceTimersByTime(299))
    fireEvent.change(input, { target: { value: words } })
  }
  act(() => vi.advanceTimersByTime(300))
  vi.useRealTimers()
  const [first, own, inGroup] = await findHits()
  expect(searches).toEqual([{ words: 'middag' }])
  expect(listAnnouncements()).toContain('3 träffar i två samtal')
  expect(first?.textContent).toContain('…också ska på höstmiddagen på lördag.')
  expect([...(first?.querySelectorAll('mark') ?? [])].map(({ textContent }) => textContent)).toEqual(['middag'])
  expect(own?.textContent).toContain('Du: MIDDAG hos oss?')
  expect(inGroup?.textContent).toContain('Linn: Nästa middag')
  expect([first, own, inGroup].map((link) => link?.getAttribute('href'))).toEqual([
    '/chats?id=101&message=7&find=all',
    '/chats?id=101&message=8&find=all',
    '/groups?id=9&message=6&comment=7&find=all',
  ])
  expect(screen.getByText('Alla meddelanden är genomsökta')).toBeTruthy()
})

test('expired URLs of photos are replaced on all pages of hits, which stay with their focus', async () => {
  const photoOf = (name: string, signature: number) => `/media/${name.padEnd(22, '_')}/1/small?signature=${signature}`
  const chatWith = (name: string, signature: number) => ({
    chat: { chatId: '101', partnerName: 'Linn', couple: true, profilePhotoUrl: photoOf(name, signature) },
  })
  const newer = (signature: number) => ({
    ...aResponse(aHit(chatWith('newer', signature))),
    cursor: CURSOR,
  })
  const older = (signature: number) => ({
    ...aResponse(aHit({ ...chatWith('older', signature), messageId: '3', excerpt: 'En gammal middag' })),
    cursor: { ...CURSOR, chatMessageId: '2' },
    searchedTo: '2024-01-02T10:00:00.000Z',
  })
  responses = [newer(1), older(1), newer(2), older(2)]
  const { user, input } = await openSearch()
  await enter(user, input, 'middag')
  await waitFor(async () => expect(await findHits()).toHaveLength(2))
  const row = (await findHits())[1]!
  act(() => row.focus())
  act(() => reportBrokenUrl(photoOf('newer', 1)))
  await waitFor(async () =>
    expect((await findHits()).map((link) => link.querySelector('img')?.getAttribute('src'))).toEqual([
      photoOf('newer', 2),
      photoOf('older', 2),
    ]),
  )
  expect(document.activeElement).toBe(row)
  expect(searches).toHaveLength(4)
})

test('a second request follows the first, the footer shows how far back they have reached, and its button continues', {
  tags: 'message-search.page-further',
}, async () => {
  responses = [
    { ...aResponse(), searchedTo: '2025-10-03T10:00:00.000Z', cursor: FIRST_CURSOR },
    { ...aResponse(aHit({})), cursor: CURSOR },
    {
      ...aResponse(aHit({}), aHit({ messageId: '3', excerpt: 'En gammal middag' })),
      searchedTo: '2024-01-02T10:00:00.000Z',
    },
  ]
  const { user, input } = await openSearch()
  await enter(user, input, 'middag')
  await findHits()
  expect(await screen.findByText('Sökt tillbaka till september 2025')).toBeTruthy()
  expect(searches).toEqual([{ words: 'middag' }, { words: 'middag', cursor: FIRST_CURSOR }])
  await user.click(screen.getByRole('button', { name: 'Sök längre bak' }))
  await waitFor(async () => expect(await findHits()).toHaveLength(2))
  expect(searches.at(-1)).toEqual({ words: 'middag', cursor: CURSOR })
  expect(screen.queryByRole('button', { name: 'Sök längre bak' })).toBeNull()
  expect(listAnnouncements()).toContain('2 träffar i ett samtal')
})

test('a search whose first request finds enough sends no second one', {
  tags: 'message-search.page-further',
}, async () => {
  const found = Array.from({ length: 50 }, (_, index) => aHit({ messageId: String(100 + index) }))
  responses = [{ ...aResponse(...found), cursor: CURSOR }]
  const { user, input } = await openSearch()
  await enter(user, input, 'middag')
  expect(await findHits()).toHaveLength(50)
  expect(screen.getByRole('button', { name: 'Sök längre bak' })).toBeTruthy()
  expect(searches).toEqual([{ words: 'middag' }])
})

test('arrows move between the field and the hits; Escape clears, then closes', {
  tags: 'message-search.page-keys',
}, async () => {
  responses = [aResponse(aHit({}), aHit({ messageId: '8', excerpt: 'middag två' }))]
  const { user, input } = await openSearch()
  await enter(user, input, 'middag')
  const [first, second] = await findHits()
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(first)
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(second)
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(document.activeElement).toBe(input)
  await user.keyboard('{Escape}')
  expect(input.value).toBe('')
  await waitFor(() => expect(screen.queryAllByRole('link', { name: /middag/i })).toEqual([]))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(getTab(/Chattar/)).toBeTruthy())
})

test('on a phone the hits fill the screen, and remain after returning from a message', {
  tags: 'message-search.page-phone',
}, async () => {
  simulatePhone()
  const chatId = testState.chats.open('Linn', 'Vi äter middag')
  responses = [aResponse(aHit({ chat: { chatId, partnerName: 'Linn', couple: true, profilePhotoUrl: null } }))]
  const { user, input } = await openSearch()
  await enter(user, input, 'middag')
  const [hit] = await findHits()
  expect(hit?.getAttribute('href')).toBe(`/chats?id=${chatId}&message=7`)
  if (hit) await user.click(hit)
  expect(await screen.findByRole('log')).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: 'Sök i meddelanden' })).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Till chattarna' }))
  expect((await findField()).value).toBe('middag')
  expect(await findHits()).toHaveLength(1)
  expect(searches).toHaveLength(1)
})

test('the search from the menu of a chat covers only this chat', { tags: 'message-search.page-in-chat' }, async () => {
  const chatId = testState.chats.open('Linn')
  responses = [aResponse(aHit({}))]
  const { user } = await openChat(chatId)
  await user.click(screen.getByRole('button', { name: 'Fler val för chatten med Linn' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Sök i chatten' }))
  await enter(user, await screen.findByRole('textbox', { name: 'Sök i chatten' }), 'middag')
  await findHits()
  expect(searches).toEqual([{ words: 'middag', chatId }])
  expect(listAnnouncements()).toContain('1 träff')
  expect(screen.getByRole('log')).toBeTruthy()
})

test('a search without hits shows a message', { tags: 'message-search.page-empty' }, async () => {
  const { user, input } = await openSearch()
  await enter(user, input, 'finns inte')
  expect(await screen.findByRole('heading', { name: 'Inga träffar' })).toBeTruthy()
  expect(screen.getByText('Inget meddelande innehåller ”finns inte”.')).toBeTruthy()
})

test('a button retries a failed search, and a search without a network says that it needs one', {
  tags: 'message-search.page-error',
}, async () => {
  server.use(http.post(API, respondWithError(500, 'UNKNOWN', 'Det gick inte.'), { once: true }))
  responses = [aResponse(aHit({}))]
  const { user, input } = await openSearch()
  await enter(user, input, 'middag')
  expect(await screen.findByRole('heading', { name: 'Sökningen gick inte' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  expect(await findHits()).toHaveLength(1)
  server.use(http.post(API, () => HttpResponse.error(), { once: true }))
  act(() => setOnline(false))
  fireEvent.change(input, { target: { value: 'middagar' } })
  expect(await screen.findByText(/^Sökningen fortsätter/)).toBeTruthy()
  act(() => setOnline(true))
  expect(await findHits()).toHaveLength(1)
})

test('a block removes the hits of the member, and a logout removes all', {
  tags: 'message-search.page-removal',
}, async () => {
  responses = [aResponse(aHit({}), aHit({ ...ofGroup, senderName: 'Siv', excerpt: 'en middag till' }))]
  const { user, input } = await openSearch()
  await enter(user, input, 'middag')
  await findHits()
  act(() => removeFoundMessages('Linn'))
  expect(await findHits()).toHaveLength(1)
  act(() => endSession('loggedOut'))
  expect(useMessageSearch.getState()).toMatchObject({ words: '', found: { state: 'notStarted' } })
})
