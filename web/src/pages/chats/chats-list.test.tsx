import { ChatSummary } from '@app/contract/chats'
import { PAGE_DEFAULT } from '@app/contract/limits'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fakeGateway } from '../../chats/fakes/fake-gateway.ts'
import { loadAll, loadMore } from '../../chats/loads.ts'
import { onTyping } from '../../chats/presence/typing.ts'
import { useChats } from '../../chats/store.ts'
import { reload } from '../../conversation/conversation-testing.ts'
import { setInView } from '../../conversation/fake-browser.ts'
import { useToasts } from '../../lib/feedback/toasts.ts'
import { startSession } from '../../lib/http/session.ts'
import { mira, onGet, renderInApp, respondWith, respondWithError } from '../../testing.tsx'
import { nora } from '../../testing-next-member.ts'
import { server } from '../../testing-server.ts'
import { ChatsPage } from './ChatsPage.tsx'
import { getTab, openChat, openChats, rowOf, setUpChatsDevice, simulatePhone, testState } from './chats-testing.tsx'

setUpChatsDevice()

test('a row shows the last message, the unread count, the badge and whose turn it is; the tab shows the unread sum', {
  tags: 'chats.page-row',
}, async () => {
  const linnsChat = testState.chats.open('Linn', 'Hej!', { byMe: true, couple: true, verified: true })
  testState.chats.send(linnsChat, false, `${'å'.repeat(49)}👍👍`)
  testState.chats.send(linnsChat, false, 'två')
  const sivsChat = testState.chats.open('Siv')
  testState.chats.send(sivsChat, true, 'Vilken bok var det?')
  await openChats()
  const row = within(rowOf('Linn'))
  expect(row.getByText('två')).toBeTruthy()
  expect(row.getByText('2 olästa')).toBeTruthy()
  expect(row.getByText('Du har bollen')).toBeTruthy()
  expect(row.getByRole('img', { name: 'Verifierad' })).toBeTruthy()
  expect(within(rowOf('Siv')).getByText('Du: Vilken bok var det?')).toBeTruthy()
  expect(within(rowOf('Siv')).queryByText('Du har bollen')).toBeNull()
  expect(getTab(/Chattar/).textContent).toContain('2 olästa')
  expect(
    screen.getByText((_, element) => element?.tagName === 'P' && element.textContent === 'Du har bollen i 1 chatt'),
  ).toBeTruthy()
})

test('receiving, deleting and reading messages and leaving the chat update the row and the tab immediately', async () => {
  const chatId = testState.chats.open('Linn', 'Hej!', { byMe: true })
  await openChats()
  testState.chats.send(chatId, false, 'ett')
  const second = testState.chats.send(chatId, false, 'två')
  expect(within(rowOf('Linn')).getByText('2 olästa')).toBeTruthy()
  testState.chats.deleteMessage(chatId, second.id)
  expect(within(rowOf('Linn')).getByText('1 oläst')).toBeTruthy()
  expect(within(rowOf('Linn')).getByText('ett')).toBeTruthy()
  testState.chats.read(chatId, true, second.id)
  expect(within(rowOf('Linn')).queryByText(/oläst/)).toBeNull()
  expect(getTab(/Chattar/).textContent).toBe('Chattar')
  testState.chats.leave(chatId)
  expect(screen.queryByRole('link', { name: /Linn/ })).toBeNull()
})

test('typing takes precedence over a draft, and a draft over the last message', async () => {
  const chatId = testState.chats.open('Linn', 'Hej!')
  localStorage.setItem(`salong.draft.42.chat:${chatId}`, 'halvfärdig tanke')
  reload()
  await openChats()
  expect(rowOf('Linn').textContent).toContain('Utkast: halvfärdig tanke')
  act(() => onTyping({ type: 'typing', chatId, typing: true }))
  expect(within(rowOf('Linn')).getByText('skriver…')).toBeTruthy()
})

test.each([
  ['belongs to other members, or to no chat', '999'],
  ['is not a number', 'abc'],
  ['names another route', 'count'],
  ['contains another path', '../members/settings'],
  ['is empty', ''],
])(
  'a URL whose chat id %s redirects to the list, which shows a message and works',
  { tags: 'chats.page-missing' },
  async (_, id) => {
    testState.chats.open('Linn')
    const { user } = await openChats(`/chats?id=${encodeURIComponent(id)}`)
    await waitFor(() => expect(screen.getByTestId('path').textContent).toBe('/chats'))
    expect(useToasts.getState().queue.map(({ text }) => text)).toEqual(['Chatten finns inte, eller har tagits bort.'])
    expect(new Set(testState.requests.filter((call) => !/ chats(\/(invites|count))?(\?|$)/.test(call)))).toEqual(
      new Set(id === '999' ? ['GET chats/999?limit=1', 'GET chats/999?limit=50'] : []),
    )
    expect(testState.requests.filter((call) => call.startsWith('GET chats/count'))).toEqual(['GET chats/count'])
    await user.click(rowOf('Linn'))
    expect(await screen.findByRole('log')).toBeTruthy()
  },
)

test('leaving the open chat shows no message about a missing chat', async () => {
  const chatId = testState.chats.open('Linn')
  await openChat(chatId)
  act(() => testState.chats.leave(chatId))
  await waitFor(() => expect(screen.getByTestId('path').textContent).toBe('/chats'))
  expect(useToasts.getState().queue).toEqual([])
})

test('the up and down arrow keys move between the rows', async () => {
  testState.chats.open('Linn')
  testState.chats.open('Siv')
  const { user } = await openChats()
  act(() => rowOf('Siv').focus())
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(rowOf('Linn'))
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(rowOf('Siv'))
})

test('the empty list offers to find a member', async () => {
  const { user } = await openChats()
  expect(await screen.findByRole('heading', { name: 'Här är det lugnt' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Hitta medlem' }))
  expect(await screen.findByRole('dialog', { name: 'Ny chatt' })).toBeTruthy()
})

test('the list shows whether loading has started', { tags: 'chats.page-loading' }, async () => {
  onGet('chats', () => new Promise(() => undefined))
  renderInApp(<ChatsPage />, '/chats')
  expect(screen.getByText('Inte börjat läsa in chattar.')).toBeTruthy()
  act(() => void loadAll())
  expect(await screen.findByText('Läser in chattar.')).toBeTruthy()
})

test('a failed load shows an error, and a button retries', { tags: 'chats.page-error' }, async () => {
  testState.chats.open('Linn')
  server.use(
    http.get('*/api/v2/chats', () => HttpResponse.json({ code: 'FORBIDDEN', message: 'Nej.' }, { status: 403 })),
  )
  const { user } = await openChats()
  expect(await screen.findByRole('heading', { name: 'Något gick fel.' })).toBeTruthy()
  fakeGateway(testState.chats)
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  expect(await screen.findByRole('link', { name: /Linn/ })).toBeTruthy()
})

test('a long list loads its next page when scrolled near its end', async () => {
  for (let n = 0; n < 60; n += 1) testState.chats.open(`Medlem ${n}`)
  const { container } = await openChats()
  const listRows = () => container.querySelectorAll('a[data-chat]')
  expect(listRows()).toHaveLength(50)
  await act(async () => setInView(listRows()[0]!.closest('section')!.nextElementSibling!))
  await waitFor(() => expect(listRows()).toHaveLength(60))
  expect(testState.requests.filter((call) => call.includes('before='))).toHaveLength(1)
})

test('a button retries a next page that failed to load, and leaves the focus on the last row', async () => {
  for (let n = 0; n < 60; n += 1) testState.chats.open(`Medlem ${n}`)
  const { container, user } = await openChats()
  const listRows = () => [...container.querySelectorAll<HTMLElement>('a[data-chat]')]
  const scrollToEnd = () => act(async () => setInView(listRows()[0]!.closest('section')!.nextElementSibling!))
  server.use(
    http.get('*/api/v2/chats', () => HttpResponse.json({ code: 'FORBIDDEN', message: 'Nej.' }, { status: 403 })),
  )
  await scrollToEnd()
  const retry = await screen.findByRole('button', { name: 'Visa fler' })
  const lastRow = listRows().at(-1)
  fakeGateway(testState.chats)
  await user.click(retry)
  expect(document.activeElement).toBe(lastRow)
  await scrollToEnd()
  await waitFor(() => expect(listRows()).toHaveLength(60))
})

test('on a phone the back arrow goes back in the history, so that the chat is not revisited', async () => {
  simulatePhone()
  testState.chats.open('Linn')
  const { user } = await openChats('/profilelist', '/chats')
  await user.click(rowOf('Linn'))
  await user.click(await screen.findByRole('link', { name: 'Till chattarna' }))
  expect(await screen.findByRole('tablist')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'step back' }))
  expect(screen.getByTestId('path').textContent).toBe('/profilelist')
})

test('on a phone the list replaces a chat opened from another page', async () => {
  simulatePhone()
  const { user } = await openChats('/profilelist', `/chats?id=${testState.chats.open('Linn')}`)
  await user.click(await screen.findByRole('link', { name: 'Till chattarna' }))
  expect(await screen.findByRole('tablist')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'step back' }))
  expect(screen.getByTestId('path').textContent).toBe('/profilelist')
})

test('an admin sees the chats of the team in a third tab, with the name of the admin who wrote each message', async () => {
  startSession({ ...mira, memberLevel: 'ADMIN' })
  const chatId = testState.chats.open('Linn', 'Välkommen hit!', { byMe: true })
  for (const { message } of testState.chats.chats.get(chatId)?.messages ?? []) message.writtenBy = 'Vera'
  const { user } = await openChats()
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Chattar',
    'Inbjudningar',
    'Teamet',
  ])
  expect(getTab(/Teamet/).getAttribute('aria-selected')).toBe('true')
  await user.click(getTab(/Chattar/))
  expect(screen.getByText('Här skriver du som teamet. Chattarna finns under Teamet.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: /Linn/ })).toBeNull()
  await user.click(getTab(/Teamet/))
  await user.click(rowOf('Linn'))
  expect(await screen.findByText('Vera')).toBeTruthy()
})

test('an admin can neither leave a chat of the team nor ignore its member', async () => {
  startSession({ ...mira, memberLevel: 'ADMIN' })
  const chatId = testState.chats.open('Linn', 'Välkommen hit!', { byMe: true })
  await openChats(`/chats?id=${chatId}`)
  expect(await screen.findByRole('textbox')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Fler val för chatten med Linn' })).toBeNull()
})

test('a member has no team tab', async () => {
  await openChats()
  expect(screen.queryByRole('tab', { name: 'Teamet' })).toBeNull()
})

const listNames = () =>
  within(screen.getByRole('tabpanel'))
    .getAllByRole('link')
    .map((row) => /Linn|Siv|Saga|Ost/.exec(row.textContent ?? '')?.[0])
    .filter(Boolean)

test('a pending invite of the member appears among the chats by time, links to the profile and turns into the chat', {
  tags: 'chats.page-pending',
}, async () => {
  const linnsChat = testState.chats.open('Linn')
  const invite = testState.chats.invite('Saga', 'Hej Saga', { byMe: true })
  testState.chats.open('Siv')
  await openChats()
  expect(listNames()).toEqual(['Siv', 'Saga', 'Linn'])
  expect(rowOf('Saga').textContent).toContain('Väntar på svar')
  expect(rowOf('Saga').textContent).not.toContain('Hej Saga')
  expect(rowOf('Saga').getAttribute('href')).toBe('/profile?name=Saga')
  const row = rowOf('Saga')
  act(() => row.focus())
  testState.chats.send(linnsChat, false, 'hej')
  testState.chats.accept(invite)
  expect(listNames()).toEqual(['Saga', 'Linn', 'Siv'])
  expect(rowOf('Saga').getAttribute('href')).toBe(`/chats?id=${invite}`)
  expect(rowOf('Saga').textContent).toContain('Ni kan skriva nu')
  expect(rowOf('Saga')).toBe(row)
  expect(document.activeElement).toBe(row)
  testState.chats.send(invite, false, 'Vad roligt!')
  expect(rowOf('Saga').textContent).toContain('Vad roligt!')
})

test('a new pending invite appears at the top, and a withdrawn one leaves; neither counts as a turn', async () => {
  testState.chats.open('Linn')
  await openChats()
  const invite = testState.chats.invite('Saga', 'Hej', { byMe: true })
  expect(listNames()).toEqual(['Saga', 'Linn'])
  expect(
    screen.getByText((_, element) => element?.tagName === 'P' && /i 1 chatt$/.test(element.textContent ?? '')),
  ).toBeTruthy()
  testState.chats.leave(invite)
  expect(listNames()).toEqual(['Linn'])
})

test('a pending invite that is older than the loaded chats appears once the next page is loaded', async () => {
  testState.chats.invite('Saga', 'Hej', { byMe: true })
  for (let number = 0; number < PAGE_DEFAULT; number += 1) testState.chats.open(`Siv ${number}`)
  testState.chats.invite('Ost', 'Hej', { byMe: true })
  await openChats()
  expect(listNames()).toHaveLength(PAGE_DEFAULT + 1)
  expect(listNames()[0]).toBe('Ost')
  await act(() => loadMore('chats'))
  expect(listNames().at(-1)).toBe('Saga')
})

test('the chats are not shown before the pending invites between them, so that no row moves', async () => {
  testState.chats.open('Linn')
  let respond = (): void => undefined
  const ready = new Promise<void>((resolve) => {
    respond = resolve
  })
  onGet('chats/invites', async () => {
    await ready
    return respondWith(z.array(ChatSummary), testState.chats.list('sent'))()
  })
  testState.chats.invite('Saga', 'Hej', { byMe: true })
  renderInApp(<ChatsPage />, '/chats')
  void loadAll()
  await waitFor(() => expect(useChats.getState().lists.chats.state).toBe('loaded'))
  expect(screen.queryByRole('link', { name: /Linn/ })).toBeNull()
  await act(async () => respond())
  await waitFor(() => expect(listNames()).toEqual(['Saga', 'Linn']))
})

test('the chats are shown without the pending invites if these cannot be loaded', async () => {
  testState.chats.open('Linn')
  onGet('chats/invites', respondWithError(403, 'FORBIDDEN', 'Nej'))
  await openChats()
  await waitFor(() => expect(listNames()).toEqual(['Linn']))
})

test('the list returns to its scroll position, but starts at the top for the next member on the device', async () => {
  testState.chats.open('Linn')
  const getScroller = () => document.querySelector<HTMLElement>('[data-scroll-key="list"]')!
  await openChats()
  getScroller().scrollTop = 300
  reload()
  await openChats()
  expect(getScroller().scrollTop).toBe(300)
  act(() => startSession(nora))
  reload()
  await openChats()
  expect(getScroller().scrollTop).toBe(0)
})
