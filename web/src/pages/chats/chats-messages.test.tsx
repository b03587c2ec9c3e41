import { DAY_MS } from '@app/contract/limits'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeGateway } from '../../chats/fakes/fake-gateway.ts'
import { setInView, setTabState } from '../../conversation/fake-browser.ts'
import { setOnline } from '../../lib/device/online.ts'
import { getSession, refreshSession } from '../../lib/http/session.ts'
import { onGet, onPost, respondWithError } from '../../testing.tsx'
import { createDeferred } from '../../testing-deferred.ts'
import { server } from '../../testing-server.ts'
import {
  getField,
  getLog,
  getTab,
  listBubbles,
  listMessageTexts,
  listPosts,
  openChat,
  openChats,
  rowOf,
  setUpChatsDevice,
  simulatePhone,
  testState,
} from './chats-testing.tsx'

setUpChatsDevice()

test('no chat is open at first, and a row opens its chat', { tags: 'chats.page-pick' }, async () => {
  testState.chats.open('Linn', 'Hej på dig')
  const { user } = await openChats()
  expect(screen.getByRole('heading', { name: 'Välj en chatt' })).toBeTruthy()
  await user.click(rowOf('Linn'))
  expect(await screen.findByRole('log')).toBeTruthy()
  expect(listMessageTexts()).toEqual(['Hej på dig'])
  expect(document.activeElement).toBe(getField())
})

test('a message is named by its sender and time and described by its text, and the name describes its menu', async () => {
  const chatId = testState.chats.open('Linn', 'Hej på dig')
  testState.chats.send(chatId, true, 'Hej själv')
  testState.chats.send(chatId, false, 'Ses vi **i kväll**?')
  await openChat(chatId)
  await screen.findAllByRole('button', { name: 'Fler val för meddelandet', hidden: true })
  const senders = ['Linn', 'Du', 'Linn']
  const texts = ['Hej på dig', 'Hej själv', 'Ses vi i kväll?']
  await within(getLog()).findByText('i kväll')
  for (const [index, row] of listBubbles().entries()) {
    const name = row.getAttribute('aria-label') ?? ''
    expect(name).toMatch(new RegExp(`^${senders[index]}, \\d\\d:\\d\\d$`))
    expect(within(getLog()).getByRole('article', { name, description: texts[index]! })).toBe(row)
    const menu = within(row.parentElement!).getByRole('button', { name: 'Fler val för meddelandet', hidden: true })
    expect(document.getElementById(menu.getAttribute('aria-describedby') ?? '')).toBe(row)
  }
})

test('the pane shows that the messages are loading, or an error with a retry button', {
  tags: 'chats.page-messages-error',
}, async () => {
  const chatId = testState.chats.open('Linn', 'Hej på dig')
  let fail = (): void => undefined
  const failure = new Promise<void>((resolve) => {
    fail = resolve
  })
  onGet(`chats/${chatId}`, async () => {
    await failure
    return respondWithError(403, 'FORBIDDEN', 'Nej')()
  })
  const { user } = await openChats(`/chats?id=${chatId}`)
  expect(await screen.findByText('Läser in meddelanden')).toBeTruthy()
  fail()
  expect(await screen.findByRole('heading', { name: 'Det gick inte' })).toBeTruthy()
  fakeGateway(testState.chats)
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  await waitFor(() => expect(listMessageTexts()).toEqual(['Hej på dig']))
})

test('a chat that is not cached, opened offline on a phone, shows an error with a link to the list, and loads when online', async () => {
  simulatePhone()
  const chatId = testState.chats.open('Linn', 'Hej')
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onTestFinished(() => onLine.mockRestore())
  setOnline(false)
  server.use(http.get('*/api/v2/*', () => HttpResponse.error()))
  await openChats(`/chats?id=${chatId}`)
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toContain('Det här kräver internet.')
  expect(notice.textContent).toContain('Chatten finns inte sparad på den här enheten.')
  expect(screen.getByRole('link', { name: 'Till chattarna' }).getAttribute('href')).toBe('/chats')
  fakeGateway(testState.chats)
  onLine.mockRestore()
  act(() => setOnline(true))
  expect(await screen.findByRole('log')).toBeTruthy()
  expect(listMessageTexts()).toEqual(['Hej'])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('pressing Enter shows the message as sending and clears the field, which keeps the focus and text typed later', {
  tags: 'chats.page-send',
}, async () => {
  const chatId = testState.chats.open('Linn', 'Hej')
  const response = createDeferred()
  const { user } = await openChat(chatId)
  server.use(
    http.post('*/api/v2/chats/:id', async () => {
      await response.promise
      return undefined
    }),
  )
  await user.type(getField(), 'Hej själv{Enter}')
  expect(listMessageTexts()).toEqual(['Hej', 'Hej själv'])
  expect(within(getLog()).getByText('Skickar…')).toBeTruthy()
  expect(getField().value).toBe('')
  expect(document.activeElement).toBe(getField())
  await user.type(getField(), 'och mer')
  response.resolve()
  await waitFor(() => expect(within(getLog()).queryByText('Skickar…')).toBeNull())
  expect(listMessageTexts()).toEqual(['Hej', 'Hej själv'])
  expect(getField().value).toBe('och mer')
})

test('a sent message keeps its element and its focus when it is confirmed', async () => {
  const chatId = testState.chats.open('Linn', 'Hej')
  const { user } = await openChat(chatId)
  await user.type(getField(), 'kvar{Enter}')
  const bubble = listBubbles().at(-1)!
  act(() => bubble.focus())
  await waitFor(() => expect(testState.chats.getChat(chatId).messages).toHaveLength(2))
  await waitFor(() => expect(within(getLog()).queryByText('Skickar…')).toBeNull())
  expect(listBubbles()).toHaveLength(2)
  expect(listBubbles().at(-1)).toBe(bubble)
  expect(document.activeElement).toBe(bubble)
})

test('the ball moves to the partner as soon as the member writes', { tags: 'chats.page-ball' }, async () => {
  const chatId = testState.chats.open('Linn', 'Hej')
  const { user } = await openChat(chatId)
  expect(within(rowOf('Linn')).getByText('Du har bollen')).toBeTruthy()
  setOnline(false)
  await user.type(getField(), 'Nu är det din tur{Enter}')
  expect(within(rowOf('Linn')).queryByText('Du har bollen')).toBeNull()
  expect(screen.getByText('Bollen är hos Linn')).toBeTruthy()
  expect(within(rowOf('Linn')).getByText('Du: Nu är det din tur')).toBeTruthy()
})

test('a message is queued offline with a notice, and sent automatically when online', async () => {
  const chatId = testState.chats.open('Linn', 'Hej')
  const { user } = await openChat(chatId)
  act(() => setOnline(false))
  await user.type(getField(), 'utan nät{Enter}')
  expect(within(getLog()).getByText('Skickas när du är online')).toBeTruthy()
  expect(listPosts(`chats/${chatId}`)).toEqual([])
  act(() => setOnline(true))
  await waitFor(() => expect(testState.chats.getChat(chatId).messages.at(-1)?.message).toBe('utan nät'))
  await waitFor(() => expect(within(getLog()).queryByText('Skickas när du är online')).toBeNull())
})

test('a rejected message shows the reason and can be discarded', async () => {
  const chatId = testState.chats.open('Linn', 'Hej')
  const { user } = await openChat(chatId)
  testState.chats.onPush = () => undefined
  testState.chats.ignore(chatId, 'theyIgnore', true)
  await user.type(getField(), 'når inte fram{Enter}')
  const problem = await within(getLog()).findByRole('alert')
  expect(problem.textContent).toContain('Inte skickat. Det går inte att skriva här längre.')
  expect(await screen.findByText('Ni kan inte skriva till varandra.')).toBeTruthy()
  await user.click(within(problem).getByRole('button', { name: 'Ta bort' }))
  expect(listMessageTexts()).toEqual(['Hej'])
})

test.each([
  ['RESTRICTED', 'Inte skickat. Ett beslut begränsar ditt konto, så det här går inte just nu.'],
  ['PASSKEY_REQUIRED', 'Inte skickat. Det går inte att skicka.'],
] as const)('a message that is rejected with %s states the true reason', async (code, text) => {
  const chatId = testState.chats.open('Linn', 'Hej')
  const { user } = await openChat(chatId)
  onPost(`chats/${chatId}`, respondWithError(403, code, 'Nej'))
  await user.type(getField(), 'når inte fram{Enter}')
  const problem = await within(getLog()).findByRole('alert')
  expect(problem.textContent).toContain(text)
})

test('a rejected message can be sent again although a restriction of posts continues', async () => {
  const chatId = testState.chats.open('Linn', 'Hej')
  refreshSession({ ...getSession()!, restrictions: { POST: new Date(Date.now() + DAY_MS).toISOString() } })
  const { user } = await openChat(chatId)
  onPost(`chats/${chatId}`, respondWithError(403, 'RESTRICTED', 'Nej'))
  await user.type(getField(), 'når inte fram{Enter}')
  const problem = await within(getLog()).findByRole('alert')
  expect(within(problem).getByRole('button', { name: 'Försök igen' })).toBeTruthy()
})

test('unread messages are below a divider that stays while the chat is open, even once they are read', async () => {
  const chatId = testState.chats.open('Linn', 'gammalt', { byMe: true })
  testState.chats.send(chatId, false, 'nytt ett')
  testState.chats.send(chatId, false, 'nytt två')
  await openChat(chatId)
  const listDividersAndMessages = () =>
    [...getLog().querySelectorAll('article, hr')].map((item) => item.textContent || item.getAttribute('aria-label'))
  const [, day, ...items] = listDividersAndMessages()
  // The messages are a few hours old, so at night they are from the day before.
  expect(['I dag', 'I går']).toContain(day)
  expect(items).toEqual(['2 nya meddelanden', 'Linn: nytt ett', 'Linn: nytt två'])
  testState.chats.read(chatId, true, testState.chats.getChat(chatId).messages.at(-1)!.id)
  expect(getTab(/Chattar/).textContent).toBe('Chattar')
  expect(listDividersAndMessages()).toContain('2 nya meddelanden')
})

test('an unread acceptance is marked as read once the chat is visible on a focused page, and has no divider above it', {
  tags: 'chats.page-acceptance',
}, async () => {
  const chatId = testState.chats.invite('Linn', 'Hej, vill ni ses?', { byMe: true })
  testState.chats.accept(chatId)
  const inviteId = testState.chats.getChat(chatId).messages[0]!.id
  const { user } = await openChats()
  expect(within(rowOf('Linn')).getByText('1 oläst')).toBeTruthy()
  expect(getTab(/Chattar/).textContent).toContain('1')
  act(() => setTabState({ focused: false }))
  await user.click(rowOf('Linn'))
  await waitFor(() => expect(listMessageTexts()).toEqual(['Hej, vill ni ses?']))
  expect(listPosts(`chats/${chatId}/mark-read/${inviteId}`)).toHaveLength(0)
  act(() => setTabState({ focused: true }))
  await waitFor(() => expect(listPosts(`chats/${chatId}/mark-read/${inviteId}`)).toHaveLength(1))
  await waitFor(() => expect(getTab(/Chattar/).textContent).toBe('Chattar'))
  expect(within(getLog()).queryByText(/nya? meddelande/)).toBeNull()
  expect(testState.chats.getChat(chatId).chat).toMatchObject({ newMessages: 0, myLastRead: inviteId })
})

test('messages after an unread acceptance are below a divider with their number, and stay unread when the acceptance is read', async () => {
  const chatId = testState.chats.invite('Linn', 'Hej, vill ni ses?', { byMe: true })
  testState.chats.accept(chatId)
  testState.chats.send(chatId, false, 'Gärna!')
  const inviteId = testState.chats.getChat(chatId).messages[0]!.id
  await openChat(chatId)
  expect(within(getLog()).getByRole('separator', { name: '1 nytt meddelande' })).toBeTruthy()
  await waitFor(() => expect(listPosts(`chats/${chatId}/mark-read/${inviteId}`)).toHaveLength(1))
  expect(testState.chats.getChat(chatId).chat).toMatchObject({ newMessages: 1, myLastRead: inviteId })
})

test('the acceptance of an invite that is open on the page opens its chat and is marked as read', async () => {
  const chatId = testState.chats.invite('Linn', 'Hej, vill ni ses?', { byMe: true })
  await openChats(`/chats?id=${chatId}`)
  await screen.findAllByText('Hej, vill ni ses?')
  act(() => void testState.chats.accept(chatId))
  const inviteId = testState.chats.getChat(chatId).messages[0]!.id
  expect(await screen.findByRole('log')).toBeTruthy()
  await waitFor(() => expect(listPosts(`chats/${chatId}/mark-read/${inviteId}`)).toHaveLength(1))
  await waitFor(() => expect(getTab(/Chattar/).textContent).toBe('Chattar'))
})

test('a visible message is marked as read only while the page has the focus', async () => {
  const chatId = testState.chats.open('Linn', 'Hej', { byMe: true })
  const message = testState.chats.send(chatId, false, 'läs mig')
  await openChat(chatId)
  act(() => setTabState({ focused: false }))
  vi.useFakeTimers()
  act(() => setInView(listBubbles().at(-1)!))
  await act(() => vi.advanceTimersByTimeAsync(600))
  vi.useRealTimers()
  expect(listPosts(`chats/${chatId}/mark-read/${message.id}`)).toHaveLength(0)
  act(() => setTabState({ focused: true }))
  await waitFor(() => expect(listPosts(`chats/${chatId}/mark-read/${message.id}`)).toHaveLength(1))
  await waitFor(() => expect(getTab(/Chattar/).textContent).toBe('Chattar'))
})

test('a message received in the visible chat does not count as unread; one received in the background does', async () => {
  const chatId = testState.chats.open('Linn', 'Hej', { byMe: true })
  await openChat(chatId)
  testState.chats.send(chatId, false, 'jag ser dig')
  expect(getTab(/Chattar/).textContent).toBe('Chattar')
  expect(within(rowOf('Linn')).queryByText(/oläst/)).toBeNull()
  act(() => setTabState({ focused: false }))
  expect(getTab(/Chattar/).textContent).toContain('1')
  expect(within(rowOf('Linn')).getByText('1 oläst')).toBeTruthy()
  act(() => setTabState({ focused: true }))
  testState.chats.send(testState.chats.open('Siv', 'Hej', { byMe: true }), false, 'i en annan chatt')
  expect(getTab(/Chattar/).textContent).toContain('1')
  testState.chats.read(chatId, true, testState.chats.getChat(chatId).messages.at(-1)!.id)
  expect(getTab(/Chattar/).textContent).toContain('1')
})

test("the partner's read receipt, and a deletion or ignore from another device, show immediately", async () => {
  const chatId = testState.chats.open('Linn', 'Hej', { byMe: true })
  const ownMessage = testState.chats.send(chatId, true, 'mitt')
  await openChat(chatId)
  testState.chats.read(chatId, false, ownMessage.id)
  expect(within(getLog()).getByText(/Läst \d\d:\d\d/)).toBeTruthy()
  testState.chats.deleteMessage(chatId, ownMessage.id)
  expect(listMessageTexts()).toEqual(['Hej', 'Meddelandet är borttaget'])
  testState.chats.ignore(chatId, 'iIgnore', true)
  expect(screen.getByText('Du ignorerar Linn.')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  testState.chats.ignore(chatId, 'iIgnore', false)
  expect(getField()).toBeTruthy()
})

test('a chat that the other member has left is read-only', async () => {
  const chatId = testState.chats.open('Linn', 'Hej')
  await openChat(chatId)
  testState.chats.partnerLeaves(chatId)
  expect(screen.getByText('Chatten är avslutad. Du kan läsa den, men inte skriva i den.')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(listMessageTexts()).toEqual(['Hej'])
})

test('the URL of a missing chat redirects to the list', async () => {
  await openChats('/chats?id=999')
  expect(await screen.findByRole('heading', { name: 'Välj en chatt' })).toBeTruthy()
})

test('older messages load as long as the list is scrolled near its top', async () => {
  const chatId = testState.chats.open('Linn', 'nummer 0')
  for (let n = 1; n < 120; n += 1) testState.chats.send(chatId, n % 3 === 0, `nummer ${n}`)
  const clientHeight = vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  await openChat(chatId)
  await waitFor(() => expect(listMessageTexts()).toHaveLength(120))
  expect(listMessageTexts()).toEqual(Array.from({ length: 120 }, (_, n) => `nummer ${n}`))
  clientHeight.mockRestore()
})
