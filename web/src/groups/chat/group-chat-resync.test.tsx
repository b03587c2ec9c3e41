import { PAGE_MAX } from '@app/contract/limits'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { setInView, setTabState } from '../../conversation/fake-browser.ts'
import * as retryDelay from '../../lib/http/retry-delay.ts'
import { setHubConnection } from '../../lib/realtime/hub-connection.ts'
import { onGet, renderInApp, respondWithError } from '../../testing.tsx'
import { createDeferred } from '../../testing-deferred.ts'
import { server } from '../../testing-server.ts'
import { GroupsCountMark } from '../GroupsCountMark.tsx'
import { useGroups } from '../store.ts'
import {
  fake,
  findPost,
  log,
  markAllRead,
  openGroup,
  postMessages,
  requestsTo,
  setUpGroupChat,
  startPushes,
} from './group-chat-testing.tsx'
import { loadOlder } from './loads.ts'
import { pollGroupChats, resyncGroupChats } from './resync.ts'
import { findConversation } from './state.ts'

setUpGroupChat()

test('a group opens at the divider above its unread posts; viewed posts are marked as read once', async () => {
  postMessages(3)
  markAllRead()
  fake.post('Linn', 'oläst ett')
  const last = fake.post('Linn', 'oläst två')
  await openGroup()
  expect(within(log()).getByRole('separator', { name: '2 nya meddelanden' })).toBeTruthy()
  vi.useFakeTimers()
  act(() => setInView(findPost('oläst två').querySelector('[class*="column"] > div')!))
  await act(() => vi.advanceTimersByTimeAsync(600))
  vi.useRealTimers()
  await waitFor(() => expect(requestsTo('POST groups/3/mark-read')).toEqual([`POST groups/3/mark-read/${last.id}`]))
  await waitFor(() => expect(useGroups.getState().groups.get('3')?.newMessages).toBe(0))
  expect(within(log()).getByRole('separator', { name: '2 nya meddelanden' })).toBeTruthy()
})

test('the count beside the groups does not include posts in the visible chat, unless the page has lost the focus', async () => {
  fake.post('Linn', 'läst')
  markAllRead()
  await openGroup()
  renderInApp(<GroupsCountMark />)
  const pushCount = () =>
    fake.onPush({ type: 'group:count', count: { groups: 1, messages: fake.group.newMessages, invites: 1 } })
  fake.post('Linn', 'nytt')
  pushCount()
  expect(screen.getByText('1 oläst')).toBeTruthy()
  act(() => setTabState({ focused: false, visible: true }))
  fake.post('Linn', 'ännu nyare')
  pushCount()
  expect(screen.getByText('3 olästa')).toBeTruthy()
})

test('changes from missed pushes are loaded with one request, starting at the loaded version', async () => {
  const first = fake.post('Linn', 'ett')
  await openGroup()
  const { version } = fake.group
  fake.onPush = () => undefined
  fake.post('Linn', 'missat')
  fake.edit(first.id, 'ett, ändrat')
  fake.comment(first.id, 'Siv', 'missat svar')
  startPushes()
  fake.post('Linn', 'hört')
  expect(await within(log()).findByText('missat')).toBeTruthy()
  expect(within(log()).getByText('hört')).toBeTruthy()
  expect(within(log()).getByText('ett, ändrat')).toBeTruthy()
  expect(within(log()).getByText('missat svar')).toBeTruthy()
  expect(requestsTo('GET groups/3/messages?since')).toEqual([`GET groups/3/messages?since=${version}`])
})

test('a comment that is pushed while the chat loads is shown, although the response was read before it', async () => {
  const { id } = fake.post('Linn', 'ett')
  const earlier = fake.listMessages({ limit: PAGE_MAX })
  const { promise: pushed, resolve: respond } = createDeferred()
  const onRequest = vi.fn(() => pushed.then(() => HttpResponse.json(earlier)))
  server.use(http.get('*/groups/3/messages', onRequest, { once: true }))
  const opened = openGroup()
  startPushes()
  await waitFor(() => expect(onRequest).toHaveBeenCalled())
  fake.comment(id, 'Siv', 'svar under laddningen')
  respond()
  await opened
  expect(await within(log()).findByText('svar under laddningen')).toBeTruthy()
})

test.each([
  ['the fallback timer', pollGroupChats],
  ['a new connection', resyncGroupChats],
])('%s requests the changes to the visible chat', async (_, catchUp) => {
  const { id } = fake.post('Linn', 'ett')
  await openGroup()
  fake.onPush = () => undefined
  fake.post('Linn', 'två')
  fake.deletePost(id)
  await act(() => catchUp())
  expect(within(log()).getByText('två')).toBeTruthy()
  expect(within(log()).getByText('Meddelandet är borttaget')).toBeTruthy()
})

test('polling and reconnecting request nothing without a visible chat', async () => {
  await pollGroupChats()
  await resyncGroupChats()
  expect(fake.requests).toEqual([])
})

describe('retries to resync after a new connection', () => {
  /**
   * Opens a group chat, and resyncs it while its requests fail. Each of `retries` ends the delay before a retry.
   */
  async function resyncInVain() {
    fake.post('Linn', 'Hej')
    const view = await openGroup()
    const retries: (() => void)[] = []
    vi.spyOn(retryDelay, 'waitForRetry').mockImplementation(() => new Promise((resolve) => retries.push(resolve)))
    const requests = onGet('groups/3/messages', respondWithError(429, 'TOO_MANY_REQUESTS', 'Det gick lite fort.'))
    const ended = resyncGroupChats()
    await expect.poll(() => retries.length).toBe(1)
    return { view, retries, requests, ended }
  }

  test('end when the member opens another page', async () => {
    const { view, retries, requests, ended } = await resyncInVain()
    view.unmount()
    retries[0]?.()
    await ended
    expect(requests).toHaveLength(1)
  })

  test('are replaced by those of the next connection', async () => {
    const { retries, requests, ended } = await resyncInVain()
    const next = resyncGroupChats()
    await expect.poll(() => retries.length).toBe(2)
    retries[0]?.()
    await ended
    expect(requests).toHaveLength(2)
    act(() => setHubConnection(null))
    retries[1]?.()
    await next
    expect(requests).toHaveLength(2)
  })
})

test('fresh URLs are requested for expired pictures, including those in comments that are not loaded with their message', async () => {
  const [profilePhotoId, oldPhotoId, newPhotoId] = ['f', 'a', 'b'].map((letter) => letter.repeat(22)) as [
    string,
    string,
    string,
  ]
  const { id } = fake.post('Linn', 'Hej', { profilePhotoId })
  fake.comment(id, 'Siv', 'långt ner', { photoUrl: `/media/${oldPhotoId}/1/medium` })
  for (let n = 1; n <= 30; n += 1) fake.comment(id, 'Siv', `svar ${n}.`)
  fake.comment(id, 'Siv', 'nyast', { photoUrl: `/media/${newPhotoId}/1/medium` })
  const { user } = await openGroup()
  await user.click(screen.getByRole('button', { name: /^Visa alla/ }))
  await screen.findByText('långt ner')
  const srcOf = (picture: string) => log().querySelector(`img[src*="${picture}"]`)?.getAttribute('src')
  expect([profilePhotoId, oldPhotoId, newPhotoId].map(srcOf)).toEqual(
    Array(3).fill(expect.stringContaining('signature=1')),
  )
  fake.renewUrls()
  fireEvent.error(log().querySelector(`img[src*="${profilePhotoId}"]`)!)
  await waitFor(() =>
    expect([profilePhotoId, oldPhotoId, newPhotoId].map(srcOf)).toEqual(
      Array(3).fill(expect.stringContaining('signature=2')),
    ),
  )
})

test('the whole loaded range is loaded again in place when some of its messages become hidden', {
  tags: 'group-chats.page-reload',
}, async () => {
  postMessages(120)
  fake.post('Linn', 'stannar kvar')
  markAllRead()
  await openGroup()
  await act(() => loadOlder('3'))
  await act(() => loadOlder('3'))
  const loaded = findConversation('3')!
  expect(loaded.messages.length).toBeGreaterThan(PAGE_MAX)
  act(() => fake.hideMember('Vinterparet'))
  await waitFor(() => expect(screen.queryByText(/^nummer/)).toBeNull())
  expect(findPost('stannar kvar')).toBeTruthy()
  const reloaded = findConversation('3')!
  expect(reloaded.messages.map(({ id }) => id)).toEqual(loaded.messages.map(({ id }) => id))
  expect(reloaded.rangeId).toBe(loaded.rangeId)
})

test('a message that arrives while the range is loaded again is kept', {
  tags: 'group-chats.page-reload',
}, async () => {
  postMessages(3)
  markAllRead()
  await openGroup()
  const release = fake.delayResponses('after=')
  act(() => fake.hideMember('Vinterparet'))
  act(() => void fake.post('Linn', 'kommer emellan'))
  release()
  await waitFor(() => expect(screen.queryByText(/^nummer/)).toBeNull())
  expect(findPost('kommer emellan')).toBeTruthy()
})

test('the messages of a group that is not on screen are dropped, and loaded when it opens', {
  tags: 'group-chats.page-reload',
}, async () => {
  postMessages(2)
  markAllRead()
  const view = await openGroup()
  view.unmount()
  expect(findConversation('3')).not.toBeNull()
  fake.hideMember('Vinterparet')
  expect(findConversation('3')).toBeNull()
  await openGroup()
  expect(findConversation('3')?.messages).toHaveLength(2)
  expect(screen.queryByText(/^nummer/)).toBeNull()
})
