import { act, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { expect, test, vi } from 'vitest'
import { fakeGateway } from '../../chats/fake-gateway.ts'
import { scrollTo, setPage } from '../../conversation/fake-browser.ts'
import { setOnline } from '../../lib/device/online.ts'
import { onGet, refuses } from '../../testing.tsx'
import { server } from '../../testing-server.ts'
import {
  bubbles,
  chatsDevice,
  field,
  log,
  openChat,
  openChats,
  posts,
  rowOf,
  tab,
  words,
  world,
} from './chats-testing.tsx'

chatsDevice()

test('no chat is open at first, and a row opens its chat', { tags: 'chats.page-pick' }, async () => {
  world.chats.open('Linn', 'Hej på dig')
  const { user } = await openChats()
  expect(screen.getByRole('heading', { name: 'Välj en chatt' })).toBeTruthy()
  await user.click(rowOf('Linn'))
  expect(await screen.findByRole('log')).toBeTruthy()
  expect(words()).toEqual(['Hej på dig'])
  expect(document.activeElement).toBe(field())
})

test('loading and errors show the specified texts, and a button retries', {
  tags: 'chats.page-messages-error',
}, async () => {
  const chatId = world.chats.open('Linn', 'Hej på dig')
  let fail = (): void => undefined
  onGet(`chats/${chatId}`, async () => {
    await new Promise<void>((resolve) => {
      fail = resolve
    })
    return refuses(403, 'FORBIDDEN', 'Nej')()
  })
  const { user } = await openChats(`/chats?id=${chatId}`)
  expect(await screen.findByText('Läser in meddelanden')).toBeTruthy()
  fail()
  expect(await screen.findByRole('heading', { name: 'Det gick inte' })).toBeTruthy()
  fakeGateway(world.chats)
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  await waitFor(() => expect(words()).toEqual(['Hej på dig']))
})

test('Enter shows the bubble at once with a clock; the field is emptied and keeps focus and later input', {
  tags: 'chats.page-send',
}, async () => {
  const chatId = world.chats.open('Linn', 'Hej')
  let answer = (): void => undefined
  const { user } = await openChat(chatId)
  server.use(
    http.post('*/api/v2/chats/:id', async () => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return undefined
    }),
  )
  await user.type(field(), 'Hej själv{Enter}')
  expect(words()).toEqual(['Hej', 'Hej själv'])
  expect(within(log()).getByText('Skickar…')).toBeTruthy()
  expect(field().value).toBe('')
  expect(document.activeElement).toBe(field())
  await user.type(field(), 'och mer')
  await waitFor(() => answer())
  await waitFor(() => expect(within(log()).queryByText('Skickar…')).toBeNull())
  expect(words()).toEqual(['Hej', 'Hej själv'])
  expect(field().value).toBe('och mer')
})

test('a sent message keeps its element and its focus when it is confirmed', async () => {
  const chatId = world.chats.open('Linn', 'Hej')
  const { user } = await openChat(chatId)
  await user.type(field(), 'kvar{Enter}')
  const bubble = bubbles().at(-1)!
  act(() => bubble.focus())
  await waitFor(() => expect(world.chats.answer(chatId).messages).toHaveLength(2))
  await waitFor(() => expect(within(log()).queryByText('Skickar…')).toBeNull())
  expect(bubbles()).toHaveLength(2)
  expect(bubbles().at(-1)).toBe(bubble)
  expect(document.activeElement).toBe(bubble)
})

test('the ball moves to the other member as soon as I write', { tags: 'chats.page-ball' }, async () => {
  const chatId = world.chats.open('Linn', 'Hej')
  const { user } = await openChat(chatId)
  expect(within(rowOf('Linn')).getByText('Du har bollen')).toBeTruthy()
  setOnline(false)
  await user.type(field(), 'Nu är det din tur{Enter}')
  expect(within(rowOf('Linn')).queryByText('Du har bollen')).toBeNull()
  expect(screen.getByText('Bollen är hos Linn')).toBeTruthy()
  expect(within(rowOf('Linn')).getByText('Du: Nu är det din tur')).toBeTruthy()
})

test('a message is queued offline with a notice, and sent automatically when online', async () => {
  const chatId = world.chats.open('Linn', 'Hej')
  const { user } = await openChat(chatId)
  act(() => setOnline(false))
  await user.type(field(), 'utan nät{Enter}')
  expect(within(log()).getByText('Skickas när du är online')).toBeTruthy()
  expect(posts(`chats/${chatId}`)).toEqual([])
  act(() => setOnline(true))
  await waitFor(() => expect(world.chats.answer(chatId).messages.at(-1)?.message).toBe('utan nät'))
  await waitFor(() => expect(within(log()).queryByText('Skickas när du är online')).toBeNull())
})

test('a rejected message shows the reason and can be discarded; the others are sent', async () => {
  const chatId = world.chats.open('Linn', 'Hej')
  const { user } = await openChat(chatId)
  world.chats.onPush = () => undefined
  world.chats.ignore(chatId, 'theyIgnore', true)
  await user.type(field(), 'når inte fram{Enter}')
  const problem = await within(log()).findByRole('alert')
  expect(problem.textContent).toContain('Inte skickat. Det går inte att skriva här längre.')
  expect(await screen.findByText('Ni kan inte skriva till varandra.')).toBeTruthy()
  await user.click(within(problem).getByRole('button', { name: 'Ta bort' }))
  expect(words()).toEqual(['Hej'])
})

test('unread messages are below a line that stays while the chat is open, even once they are read', async () => {
  const chatId = world.chats.open('Linn', 'gammalt', { byMe: true })
  world.chats.send(chatId, false, 'nytt ett')
  world.chats.send(chatId, false, 'nytt två')
  await openChat(chatId)
  const order = () =>
    [...log().querySelectorAll('article, hr')].map((each) => each.getAttribute('aria-label') ?? each.textContent)
  const [day, ...rest] = order()
  // The messages are a few hours old, so at night they are from the day before.
  expect(['I dag', 'I går']).toContain(day)
  expect(rest).toEqual(['Du: gammalt', '2 nya meddelanden', 'Linn: nytt ett', 'Linn: nytt två'])
  world.chats.read(chatId, true, world.chats.answer(chatId).messages.at(-1)!.id)
  expect(tab(/Chattar/).textContent).toBe('Chattar')
  expect(order()).toContain('2 nya meddelanden')
})

test('a visible message is marked as read after half a second, but not in a background tab', async () => {
  const chatId = world.chats.open('Linn', 'Hej', { byMe: true })
  const message = world.chats.send(chatId, false, 'läs mig')
  await openChat(chatId)
  act(() => setPage({ focused: false }))
  act(() => scrollTo(bubbles().at(-1)!))
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(posts(`chats/${chatId}/mark-read/${message.id}`)).toHaveLength(0)
  act(() => setPage({ focused: true }))
  await waitFor(() => expect(posts(`chats/${chatId}/mark-read/${message.id}`)).toHaveLength(1))
  await waitFor(() => expect(tab(/Chattar/).textContent).toBe('Chattar'))
})

test('a message received in the visible chat shows no unread mark; one received in the background does', async () => {
  const chatId = world.chats.open('Linn', 'Hej', { byMe: true })
  await openChat(chatId)
  world.chats.send(chatId, false, 'jag ser dig')
  expect(tab(/Chattar/).textContent).toBe('Chattar')
  expect(within(rowOf('Linn')).queryByText(/oläst/)).toBeNull()
  act(() => setPage({ focused: false }))
  expect(tab(/Chattar/).textContent).toContain('1')
  expect(within(rowOf('Linn')).getByText('1 oläst')).toBeTruthy()
  act(() => setPage({ focused: true }))
  world.chats.send(world.chats.open('Siv', 'Hej', { byMe: true }), false, 'i en annan chatt')
  expect(tab(/Chattar/).textContent).toContain('1')
  world.chats.read(chatId, true, world.chats.answer(chatId).messages.at(-1)!.id)
  expect(tab(/Chattar/).textContent).toContain('1')
})

test('reading, deleting and ignoring on another device show here at once', async () => {
  const chatId = world.chats.open('Linn', 'Hej', { byMe: true })
  const mine = world.chats.send(chatId, true, 'mitt')
  await openChat(chatId)
  world.chats.read(chatId, false, mine.id)
  expect(within(log()).getByText(/Läst \d\d:\d\d/)).toBeTruthy()
  world.chats.deleteMessage(chatId, mine.id)
  expect(words()).toEqual(['Hej', 'Meddelandet är borttaget'])
  world.chats.ignore(chatId, 'iIgnore', true)
  expect(screen.getByText('Du ignorerar Linn.')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  world.chats.ignore(chatId, 'iIgnore', false)
  expect(field()).toBeTruthy()
})

test('a chat that the other member has left is read-only', async () => {
  const chatId = world.chats.open('Linn', 'Hej')
  await openChat(chatId)
  world.chats.partnerLeaves(chatId)
  expect(screen.getByText('Chatten är avslutad. Du kan läsa den, men inte skriva i den.')).toBeTruthy()
  expect(words()).toEqual(['Hej'])
})

test('a missing chat leads back to the list', async () => {
  await openChats('/chats?id=999')
  expect(await screen.findByRole('heading', { name: 'Välj en chatt' })).toBeTruthy()
})

test('older messages load when scrolled near the top, each once and in order', async () => {
  const chatId = world.chats.open('Linn', 'nummer 0')
  for (let n = 1; n < 120; n += 1) world.chats.send(chatId, n % 3 === 0, `nummer ${n}`)
  const sizes = vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  await openChat(chatId)
  await waitFor(() => expect(words()).toHaveLength(120))
  expect(words()).toEqual(Array.from({ length: 120 }, (_, n) => `nummer ${n}`))
  sizes.mockRestore()
})
