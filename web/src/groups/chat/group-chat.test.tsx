import type { Id } from '@app/contract/base'
import type { EventMinimalInfo } from '@app/contract/events'
import { PAGE_MAX, RESYNC_VERSIONS_MAX } from '@app/contract/limits'
import type { PushOf, PushType } from '@app/contract/pushes'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { Link } from 'react-router-dom'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { setUpConversationDevice } from '../../conversation/conversation-testing.ts'
import { setInView, setTabState } from '../../conversation/fake-browser.ts'
import { startWriting } from '../../conversation/writing.ts'
import { setOnline } from '../../lib/device/online.ts'
import { useToasts } from '../../lib/feedback/toasts.ts'
import * as retryDelay from '../../lib/http/retry-delay.ts'
import { setHubConnection } from '../../lib/realtime/hub-connection.ts'
import { onGet, onPost, renderInApp, respondEmpty, respondWithError } from '../../testing.tsx'
import { server } from '../../testing-server.ts'
import { onGroupCount } from '../count.ts'
import { GroupsCountMark } from '../GroupsCountMark.tsx'
import { onChanged, onComment, onEvent, onMessage, onMessageChanged, onReaction } from '../pushes.ts'
import { FakeGroupChat } from './fake-group-chat.ts'
import { GroupChat } from './GroupChat.tsx'
import { loadOlder } from './loads.ts'
import { pollGroupChats, resyncGroupChats } from './resync.ts'
import { groupAdapter } from './sending.ts'
import { findConversation } from './state.ts'
import './reading.ts'
import { withGroup } from '../state.ts'
import { useGroups } from '../store.ts'

const HANDLERS = {
  'group:message': onMessage,
  'group:message-changed': onMessageChanged,
  'group:comment': onComment,
  'group:reaction': onReaction,
  'group:changed': onChanged,
  'event:changed': onEvent,
  'group:count': onGroupCount,
} satisfies { [Type in PushType]?: (push: PushOf<Type>) => void }

let fake: FakeGroupChat

setUpConversationDevice({
  modules: () => [import('./loads.ts')],
  serve: () => {
    fake = new FakeGroupChat()
    fake.serve()
    return () => undefined
  },
  start: () => startWriting('42', { group: groupAdapter }),
})

/** Starts to pass the fake server's pushes to the page. */
const startPushes = (): void => {
  fake.onPush = (push) => act(() => HANDLERS[push.type as keyof typeof HANDLERS]?.(push as never))
}

async function openGroup(url = '/groups?id=3') {
  useGroups.setState((state) => withGroup(state, fake.group))
  const view = renderInApp(<GroupChat groupId="3" />, url)
  await screen.findByRole('log')
  startPushes()
  return view
}

const log = () => screen.getByRole('log')
const posts = () => within(log()).getAllByRole('article')
const findPost = (text: string) => posts().find(({ textContent }) => textContent?.includes(text))!
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Skriv till gruppen' })
const commentField = (text: string) =>
  within(findPost(text)).getByRole<HTMLTextAreaElement>('textbox', { name: /^Skriv en kommentar/ })
const requestsTo = (prefix: string) => fake.requests.filter((request) => request.startsWith(prefix))
const postMessages = (count: number) => {
  for (let n = 1; n <= count; n += 1) fake.post('Vinterparet', `nummer ${n}.`)
}
const markAllRead = () => {
  fake.group = { ...fake.group, newMessages: 0, myLastRead: fake.stored.at(-1)?.message.id ?? null }
}
async function chooseAction(
  user: Awaited<ReturnType<typeof openGroup>>['user'],
  container: HTMLElement,
  action: string,
) {
  await user.click(within(container).getAllByRole('button', { name: /^Fler val/ })[0]!)
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

test('the posts of a group are in order, each with its author, and admins are marked', {
  tags: 'group-chats.posts',
}, async () => {
  fake.post('Siv och Tor', 'Nu är middagen fullbokad', { admin: true, couple: true })
  fake.post('Nattljus', 'Tack alla')
  await openGroup()
  expect(posts()).toHaveLength(2)
  expect(within(posts()[0]!).getByRole('link', { name: 'Siv och Tor' })).toBeTruthy()
  expect(within(posts()[0]!).getByText('Admin')).toBeTruthy()
  expect(within(posts()[1]!).queryByText('Admin')).toBeNull()
  expect(within(posts()[1]!).getByRole('link', { name: 'Nattljus' })).toBeTruthy()
  expect(posts()[1]!.textContent).toContain('Tack alla')
})

test('an empty group shows an empty state, then the first message', async () => {
  useGroups.setState((state) => withGroup(state, fake.group))
  const { user } = renderInApp(<GroupChat groupId="3" />, '/groups?id=3')
  expect(await screen.findByText('Här är det tyst än')).toBeTruthy()
  startPushes()
  await user.type(field(), 'Först!{Enter}')
  await waitFor(() => expect(fake.stored).toHaveLength(1))
  expect(posts()).toHaveLength(1)
})

test('Enter shows the post immediately and empties the focused field; the element stays when confirmed', async () => {
  fake.post('Linn', 'Hej')
  const { user } = await openGroup()
  await user.type(field(), 'Hej själv{Enter}')
  const mine = findPost('Hej själv')
  expect(field().value).toBe('')
  expect(document.activeElement).toBe(field())
  await waitFor(() => expect(fake.stored).toHaveLength(2))
  await waitFor(() => expect(within(log()).queryByText('Skickar…')).toBeNull())
  expect(posts()).toHaveLength(2)
  expect(findPost('Hej själv')).toBe(mine)
})

test('a post and a comment stay queued offline and are sent when the page is online again', async () => {
  const { id } = fake.post('Linn', 'Hej')
  const { user } = await openGroup()
  setOnline(false)
  await user.type(field(), 'ett inlägg{Enter}')
  await user.type(commentField('Hej'), 'en kommentar{Enter}')
  expect(within(log()).getAllByText('Skickas när du är online')).toHaveLength(2)
  act(() => setOnline(true))
  await waitFor(() => expect(fake.getMessage(id).comments).toHaveLength(1))
  await waitFor(() => expect(fake.stored).toHaveLength(2))
  await waitFor(() => expect(within(log()).queryByText('Skickas när du är online')).toBeNull())
  expect(within(log()).getAllByText('en kommentar')).toHaveLength(1)
})

test('a post and a comment have separate drafts, and sending one removes only its own', async () => {
  fake.post('Linn', 'Hej')
  const { user } = await openGroup()
  await user.type(field(), 'halvt inlägg')
  await user.type(commentField('Hej'), 'halv kommentar')
  await waitFor(() =>
    expect(
      Object.keys(localStorage)
        .filter((key) => key.startsWith('salong.draft'))
        .sort(),
    ).toEqual(['salong.draft.42.group:3', 'salong.draft.42.group:3/101']),
  )
  await user.type(commentField('Hej'), '{Enter}')
  expect(localStorage.getItem('salong.draft.42.group:3/101')).toBeNull()
  expect(field().value).toBe('halvt inlägg')
})

test('the posts and comments of others are announced, but not history, own posts or ignored members', async () => {
  const { id } = fake.post('Linn', 'Historia')
  const { user } = await openGroup()
  const announced = () =>
    [...document.querySelectorAll('[aria-live="polite"] > p')].map(({ textContent }) => textContent)
  await user.type(field(), 'mitt eget{Enter}')
  await waitFor(() => expect(fake.stored).toHaveLength(2))
  expect(announced()).toEqual([])
  fake.post('Nattljus', 'Hör upp')
  expect(announced()).toEqual(['Nattljus: Hör upp'])
  fake.comment(id, 'Siv', 'Ett svar')
  expect(announced()).toEqual(['Nattljus: Hör upp', 'Siv: Ett svar'])
  fake.post('Bortvald', 'Hör på mig', { ignored: true })
  expect(announced()).toHaveLength(2)
})

test('posts and comments of ignored members collapse to one line that can be opened', async () => {
  fake.post('Bortvald', 'Läs mig', { ignored: true })
  const { id } = fake.post('Linn', 'Hej')
  fake.comment(id, 'Bortvald', 'Läs mig också', { ignored: true })
  const { user } = await openGroup()
  expect(screen.queryByText('Läs mig')).toBeNull()
  expect(screen.queryByText('Läs mig också')).toBeNull()
  for (const button of screen.getAllByRole('button', { name: 'Visa' })) await user.click(button)
  expect(screen.getByText('Läs mig')).toBeTruthy()
  expect(screen.getByText('Läs mig också')).toBeTruthy()
})

test('members can edit their own posts from the menu, but neither edit nor delete posts of others', async () => {
  fake.post('Linn', 'Deras')
  fake.post('Mira', 'Mitt fle')
  const { user } = await openGroup()
  await chooseAction(user, findPost('Mitt fle'), 'Redigera')
  const editor = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Redigera meddelandet' })
  expect(document.activeElement).toBe(editor)
  await user.clear(editor)
  await user.type(editor, 'Mitt fel{Enter}')
  await waitFor(() => expect(fake.stored[1]?.message.message).toBe('Mitt fel'))
  expect(await within(log()).findByText('Mitt fel')).toBeTruthy()
  expect(within(log()).getByText(/redigerat/)).toBeTruthy()
  await user.click(within(findPost('Deras')).getByRole('button', { name: 'Fler val för meddelandet' }))
  expect(await screen.findByRole('menuitem', { name: 'Kopiera texten' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Redigera' })).toBeNull()
  expect(screen.queryByRole('menuitem', { name: 'Ta bort meddelandet' })).toBeNull()
})

test('editing a post without a connection also loads what the member missed', async () => {
  fake.post('Mira', 'Mitt fle')
  const { user } = await openGroup()
  fake.onPush = () => undefined
  act(() => setHubConnection(null))
  fake.post('Linn', 'Missat')
  await chooseAction(user, findPost('Mitt fle'), 'Redigera')
  const editor = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Redigera meddelandet' })
  await user.clear(editor)
  await user.type(editor, 'Mitt fel{Enter}')
  expect(await within(log()).findByText('Missat')).toBeTruthy()
  expect(within(log()).getByText('Mitt fel')).toBeTruthy()
})

test('arrow up in an empty field edits the last own post; Escape discards the edit', async () => {
  fake.post('Mira', 'Mitt första')
  fake.post('Mira', 'Mitt sista')
  fake.post('Linn', 'Deras')
  const { user } = await openGroup()
  await user.click(field())
  await user.keyboard('{ArrowUp}')
  const editor = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Redigera meddelandet' })
  expect(editor.value).toBe('Mitt sista')
  await user.type(editor, ' ändrat{Escape}')
  expect(within(log()).getByText('Mitt sista')).toBeTruthy()
  expect(document.activeElement).toBe(field())
})

test('an admin can delete a post of another member: a placeholder and the comments stay', async () => {
  fake.group = { ...fake.group, role: 'ADMIN' }
  const { id } = fake.post('Linn', 'Olämpligt')
  fake.comment(id, 'Siv', 'Håller inte med')
  const { user } = await openGroup()
  await chooseAction(user, findPost('Olämpligt'), 'Ta bort meddelandet')
  await user.click(await screen.findByRole('button', { name: 'Ta bort meddelandet' }))
  expect(await within(log()).findByText('Meddelandet är borttaget')).toBeTruthy()
  expect(screen.queryByText('Olämpligt')).toBeNull()
  expect(within(log()).getByText('Håller inte med')).toBeTruthy()
})

test('members can delete their own comments', async () => {
  const { id } = fake.post('Linn', 'Hej')
  fake.comment(id, 'Mira', 'Ångrar mig')
  const { user } = await openGroup()
  await user.click(screen.getByRole('button', { name: 'Fler val för kommentaren' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Ta bort meddelandet' }))
  await user.click(await screen.findByRole('button', { name: 'Ta bort meddelandet' }))
  expect(await within(log()).findByText('Kommentaren är borttagen')).toBeTruthy()
  expect(screen.queryByText('Ångrar mig')).toBeNull()
})

test('a post and a comment that are deleted without a connection are replaced even if the chat cannot be reloaded', async () => {
  fake.group = { ...fake.group, role: 'ADMIN' }
  const { id } = fake.post('Linn', 'Olämpligt')
  fake.comment(id, 'Mira', 'Ångrar mig')
  const { user } = await openGroup()
  fake.onPush = () => undefined
  act(() => setHubConnection(null))
  vi.spyOn(retryDelay, 'computeRetryDelayMs').mockReturnValue(0)
  onPost('client-logs', respondEmpty)
  onGet('groups/3/messages', respondWithError(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  await user.click(screen.getByRole('button', { name: 'Fler val för kommentaren' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Ta bort meddelandet' }))
  await user.click(await screen.findByRole('button', { name: 'Ta bort meddelandet' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(within(log()).getByText('Kommentaren är borttagen')).toBeTruthy()
  await chooseAction(user, findPost('Olämpligt'), 'Ta bort meddelandet')
  await user.click(await screen.findByRole('button', { name: 'Ta bort meddelandet' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(within(log()).getByText('Meddelandet är borttaget')).toBeTruthy()
  expect(useToasts.getState().queue).toEqual([])
})

test('a post shows its three newest comments, and all of them on demand', {
  tags: 'group-chats.all-comments',
}, async () => {
  const { id } = fake.post('Linn', 'Hej')
  for (let n = 1; n <= 30; n += 1) fake.comment(id, 'Siv', `svar ${n}.`)
  const { user } = await openGroup()
  expect(within(log()).getAllByText(/^svar/)).toHaveLength(3)
  expect(screen.getByText('svar 30.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Visa alla 30 kommentarer' }))
  expect(await screen.findByText('svar 1.')).toBeTruthy()
  expect(within(log()).getAllByText(/^svar/)).toHaveLength(30)
  fake.comment(id, 'Siv', 'svar 31.')
  expect(within(log()).getAllByText(/^svar/)).toHaveLength(31)
})

test("an event in a message shows its time, its venue and the member's response, and links to the event", async () => {
  fake.post('Siv och Tor', 'Välkomna', {
    eventMinimalInfo: aDinner({ sessionResponse: 'YES' }),
  })
  await openGroup()
  const event = screen.getByRole('link', { name: /Höstmiddag på Söder/ })
  expect(event.getAttribute('href')).toBe('/events?id=7')
  expect(event.textContent).toContain('18:30 · Södermalm · kommer')
})

const aDinner = (changes: Partial<EventMinimalInfo> = {}): EventMinimalInfo => ({
  eventId: '7',
  title: 'Höstmiddag på Söder',
  place: 'Södermalm',
  eventTime: '2027-01-22T17:30:00.000Z',
  cancelled: false,
  sessionResponse: 'NO_ANSWER',
  ...changes,
})

test('a visible event updates when it is moved, answered on another device or canceled', async () => {
  const { id } = fake.post('Siv och Tor', 'Välkomna', { eventMinimalInfo: aDinner() })
  await openGroup()
  const event = () => screen.getByRole('link', { name: /Höstmiddag på Söder/ }).textContent
  fake.changeEvent(id, { place: 'Gamla stan', eventTime: '2027-01-22T18:15:00.000Z' })
  expect(event()).toContain('19:15 · Gamla stan')
  fake.answerEvent(id, 'YES')
  expect(event()).toContain('19:15 · Gamla stan · kommer')
  fake.changeEvent(id, { cancelled: true })
  expect(event()).toContain('Gamla stan · inställt')
})

test('a post loses the event that the team removes, and shows it again once it is restored', async () => {
  const { id } = fake.post('Siv och Tor', 'Välkomna', { eventMinimalInfo: aDinner({ sessionResponse: 'YES' }) })
  await openGroup()
  fake.setEvent(id, null)
  expect(screen.queryByRole('link', { name: /Höstmiddag på Söder/ })).toBeNull()
  fake.setEvent(id, aDinner({ sessionResponse: 'YES' }))
  expect(screen.getByRole('link', { name: /Höstmiddag på Söder/ }).textContent).toContain('Södermalm')
  fake.answerEvent(id, 'YES')
  expect(screen.getByRole('link', { name: /Höstmiddag på Söder/ }).textContent).toContain('Södermalm · kommer')
})

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

test('a link opens and marks its message with context on both sides, and a button loads the newest ones', {
  tags: 'group-chats.linked-message',
}, async () => {
  postMessages(200)
  markAllRead()
  const linkedId: Id = fake.stored[99]!.message.id
  const { user } = await openGroup(`/groups?id=3&message=${linkedId}`)
  const target = findPost('nummer 100.')
  expect(target.getAttribute('aria-current')).toBe('true')
  expect(findPost('nummer 95.')).toBeTruthy()
  expect(findPost('nummer 105.')).toBeTruthy()
  expect(requestsTo('GET groups/3/messages?')[0]).toContain(`around=${linkedId}`)
  await user.click(screen.getByRole('button', { name: 'Till det senaste' }))
  await waitFor(() => expect(findPost('nummer 200.')).toBeTruthy())
})

describe('a link to a comment', () => {
  const findComment = (text: string) => within(log()).queryByText(text)?.closest('li')
  let messageId: Id
  beforeEach(() => {
    postMessages(60)
    messageId = fake.stored[9]!.message.id
    for (let n = 1; n <= 30; n += 1) fake.comment(messageId, 'Siv', `svar ${n}.`)
    markAllRead()
  })
  const linkTo = (text: string, rest = '') => {
    const { id } = fake.getMessage(messageId).comments.find(({ message }) => message === text)!
    return `/groups?id=3&message=${messageId}&comment=${id}${rest}`
  }

  test.each(['svar 1.', 'svar 15.', 'svar 30.'])(
    'shows, marks and focuses it, not its post: %s',
    {
      tags: 'group-chats.linked-comment',
    },
    async (text) => {
      await openGroup(linkTo(text))
      await waitFor(() => expect(document.activeElement).toBe(findComment(text)))
      expect(screen.getAllByRole('listitem', { current: true })).toEqual([findComment(text)])
      expect(findPost('nummer 10.').getAttribute('aria-current')).toBeNull()
    },
  )

  test('marks it without the focus beside a list of hits', async () => {
    await openGroup(linkTo('svar 1.', '&find=all'))
    await waitFor(() => expect(findComment('svar 1.')?.getAttribute('aria-current')).toBe('true'))
    expect(document.activeElement).toBe(document.body)
  })

  test('that does not exist shows a toast and its post', async () => {
    await openGroup(`/groups?id=3&message=${messageId}&comment=9999`)
    expect(await screen.findByText('Meddelandet finns inte längre.')).toBeTruthy()
    expect(findPost('nummer 10.')).toBeTruthy()
  })

  test('in a quote opens that comment, also if it is not loaded', async () => {
    const [first] = fake.getMessage(messageId).comments
    fake.comment(messageId, 'Tor', 'Just så', { replyTo: first!.id })
    const { user } = await openGroup(`/groups?id=3&message=${messageId}`)
    await waitFor(() => expect(findComment('Just så')).toBeTruthy())
    await user.click(within(findComment('Just så')!).getByRole('button', { name: /svar 1\./ }))
    const opened = await screen.findByRole('listitem', { current: true })
    expect(opened.textContent).toMatch(/Siv.*svar 1\.$/)
    expect(document.activeElement).toBe(opened)
  })
})

test('a link to a missing message shows a toast and the newest messages', async () => {
  postMessages(3)
  await openGroup('/groups?id=3&message=999')
  expect(await screen.findByText('Meddelandet finns inte längre.')).toBeTruthy()
  expect(posts()).toHaveLength(3)
})

describe('a link to an old message opens at that message', () => {
  const expectLinked = async () =>
    expect((await screen.findByText('nummer 10.')).closest('[aria-current="true"]')).toBeTruthy()
  const waitForRequest = (urlPart: string) =>
    waitFor(() => expect(requestsTo('GET groups/3/messages?').join()).toContain(urlPart))
  let linkedId: Id
  beforeEach(() => {
    postMessages(200)
    markAllRead()
    linkedId = fake.stored[9]!.message.id
    useGroups.setState((state) => withGroup(state, fake.group))
  })
  const openLink = () => renderInApp(<GroupChat groupId="3" />, `/groups?id=3&message=${linkedId}`)

  test('when the connection is established while it loads', async () => {
    const releaseLinked = fake.delayResponses('around=')
    const releaseNewest = fake.delayResponses('messages?limit=')
    openLink()
    await waitForRequest('around=')
    const resync = resyncGroupChats()
    releaseLinked()
    await expectLinked()
    releaseNewest()
    await act(() => resync)
    expect(findPost('nummer 10.').getAttribute('aria-current')).toBe('true')
    expect(requestsTo('GET groups/3/messages?')).toEqual([
      expect.stringContaining(`around=${linkedId}`),
      expect.stringContaining(`around=${linkedId}`),
    ])
  })

  test('when the response for an earlier link arrives later', async () => {
    const earlierId = fake.stored[99]!.message.id
    const release = fake.delayResponses(`around=${earlierId}`)
    const { user } = renderInApp(
      <>
        <Link to={`/groups?id=3&message=${linkedId}`}>länken</Link>
        <GroupChat groupId="3" />
      </>,
      `/groups?id=3&message=${earlierId}`,
    )
    await waitForRequest(`around=${earlierId}`)
    await user.click(screen.getByRole('link', { name: 'länken' }))
    await expectLinked()
    release()
    await act(() => resyncGroupChats())
    expect(findPost('nummer 10.').getAttribute('aria-current')).toBe('true')
    expect(within(log()).queryByText('nummer 100.')).toBeNull()
  })

  test('when changes requested for an earlier link arrive later', async () => {
    const view = openLink()
    await expectLinked()
    view.unmount()
    const release = fake.delayResponses('since=')
    const { user } = renderInApp(
      <>
        <Link to={`/groups?id=3&message=${fake.stored[99]!.message.id}`}>länken</Link>
        <GroupChat groupId="3" />
      </>,
      `/groups?id=3&message=${linkedId}`,
    )
    await waitForRequest('since=')
    await user.click(screen.getByRole('link', { name: 'länken' }))
    await screen.findByText('nummer 100.')
    release()
    await act(() => resyncGroupChats())
    expect(screen.queryByText('nummer 100.')).not.toBeNull()
    expect(requestsTo(`GET groups/3/messages?around=${linkedId}`)).toHaveLength(1)
  })

  test.each([
    ['a new connection', () => act(() => resyncGroupChats())],
    ['a retry', () => fireEvent.click(screen.getByRole('button', { name: 'Försök igen' }))],
  ])('when its load has failed, after %s', async (_, recover) => {
    server.use(
      http.get('*/groups/3/messages', respondWithError(429, 'TOO_MANY_REQUESTS', 'Det gick lite fort.'), {
        once: true,
      }),
    )
    openLink()
    await screen.findByRole('button', { name: 'Försök igen' })
    await recover()
    await expectLinked()
  })

  test('when its loaded messages are too far behind', async () => {
    const view = openLink()
    await expectLinked()
    view.unmount()
    postMessages(RESYNC_VERSIONS_MAX + 1)
    openLink()
    await expectLinked()
    await waitForRequest('since=')
    await waitFor(() => expect(requestsTo(`GET groups/3/messages?around=${linkedId}`)).toHaveLength(2))
    await expectLinked()
  })
})

test('arrow keys move between posts, Enter opens the actions, Escape returns to the field', async () => {
  fake.post('Linn', 'ett')
  fake.post('Linn', 'två')
  const { user } = await openGroup()
  act(() => findPost('två').focus())
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(findPost('ett'))
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('menuitem', { name: 'Kopiera texten' })).toBeTruthy()
  await user.keyboard('{Escape}')
  act(() => findPost('ett').focus())
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(field())
})

test('the focus stays on the message when expanding it removes the focused button', async () => {
  fake.post('Bortvald', 'Läs mig', { ignored: true })
  const { id } = fake.post('Linn', 'Hej')
  for (let n = 1; n <= 5; n += 1) fake.comment(id, 'Siv', `svar ${n}.`)
  fake.comment(id, 'Bortvald', 'Läs mig också', { ignored: true })
  const { user } = await openGroup()
  await user.click(within(findPost('Ett meddelande från Bortvald')).getByRole('button', { name: 'Visa' }))
  expect(document.activeElement).toBe(findPost('Läs mig'))
  await user.click(screen.getByRole('button', { name: 'Visa' }))
  expect(document.activeElement).toBe(findPost('Läs mig också'))
  await user.click(screen.getByRole('button', { name: /^Visa alla/ }))
  expect(document.activeElement).toBe(findPost('svar 1.'))
})

test('the focus stays on the row when a member deletes a message', async () => {
  fake.post('Mira', 'Först')
  fake.post('Mira', 'Sist')
  const { user } = await openGroup()
  await chooseAction(user, findPost('Först'), 'Ta bort meddelandet')
  await user.click(await screen.findByRole('button', { name: 'Ta bort meddelandet' }))
  await waitFor(() => expect(document.activeElement).toBe(posts()[0]))
  expect(posts()[0]?.textContent).toContain('Meddelandet är borttaget')
})

test('the focus moves to the message field when the message being edited is deleted', async () => {
  const { id } = fake.post('Mira', 'Mina ord')
  const { user } = await openGroup()
  await user.click(field())
  await user.keyboard('{ArrowUp}')
  await user.type(await screen.findByRole('textbox', { name: 'Redigera meddelandet' }), ' och fler')
  fake.deletePost(id)
  await waitFor(() => expect(document.activeElement).toBe(field()))
  expect(screen.queryByRole('textbox', { name: 'Redigera meddelandet' })).toBeNull()
})

test('Escape moves from a comment field to its message, and from there to the message field', async () => {
  fake.post('Linn', 'Hej')
  const { user } = await openGroup()
  await user.click(commentField('Hej'))
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(findPost('Hej'))
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(field())
})

test('discarding a message that could not be sent moves the focus to another message', async () => {
  fake.post('Linn', 'Hej')
  const { user } = await openGroup()
  onPost('groups/3/messages', respondWithError(403, 'FORBIDDEN', 'Nej.'))
  await user.type(field(), 'Får jag?{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Ta bort' }))
  expect(document.activeElement).toBe(findPost('Hej'))
  expect(posts()).toHaveLength(1)
})

test('a removed member no longer sees the messages', async () => {
  fake.post('Linn', 'hemligt')
  await openGroup()
  fake.onPush({ type: 'group:changed', groupId: '3', group: null })
  expect(screen.queryByText('hemligt')).toBeNull()
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

test('a comment on a missing message shows an error', async () => {
  const { id } = fake.post('Linn', 'Hej')
  const { user } = await openGroup()
  fake.stored = fake.stored.filter(({ message }) => message.id !== id)
  await user.type(commentField('Hej'), 'för sent{Enter}')
  expect(await screen.findByText(/^Det du skrev skickades inte/)).toBeTruthy()
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
  expect(screen.queryByText(/^nummer/)).toBeNull()
})

describe('reactions and replies', () => {
  const reactionBar = async (user: Awaited<ReturnType<typeof openGroup>>['user'], container: HTMLElement) => {
    await user.hover(container)
    return within(within(container).getAllByRole('toolbar', { name: 'Reagera' })[0]!)
  }

  test('a reaction to a post is counted with those of others, whose changes arrive one by one', async () => {
    const { id } = fake.post('Linn', 'Fest på lördag')
    const { user } = await openGroup()
    act(() => fake.react('Siv', { messageId: id }, 'HEART'))
    act(() => fake.react('Tor', { messageId: id }, 'HEART'))
    const bar = await reactionBar(user, findPost('Fest på lördag'))
    await user.click(bar.getByRole('button', { name: 'Hjärta' }))
    const pill = await within(findPost('Fest på lördag')).findByRole('button', {
      name: 'Hjärta, 3, du är en av dem',
    })
    await waitFor(() => expect(fake.getMessage(id).reactions).toEqual([{ reaction: 'HEART', count: 3, mine: true }]))
    act(() => fake.react('Siv', { messageId: id }, 'FIRE'))
    expect(pill.getAttribute('aria-label')).toBe('Hjärta, 2, du är en av dem')
    expect(useGroups.getState().groups.get('3')?.version).toBe(fake.group.version)
    expect(requestsTo('GET groups/3/messages?since')).toEqual([])
  })

  test('a missed reaction is loaded, and an edit of the post keeps the reactions', async () => {
    const { id } = fake.post('Linn', 'Fest på lördag')
    await openGroup()
    fake.onPush = () => undefined
    fake.react('Siv', { messageId: id }, 'FIRE')
    startPushes()
    act(() => fake.react('Tor', { messageId: id }, 'FIRE'))
    const post = within(findPost('Fest på lördag'))
    expect(await post.findByRole('button', { name: 'Eld, 2' })).toBeTruthy()
    act(() => void fake.edit(id, 'Fest på lördag, klockan sju'))
    expect(within(findPost('klockan sju')).getByRole('button', { name: 'Eld, 2' })).toBeTruthy()
  })

  test('a deleted comment loses its reactions, and quotes of it no longer show its text', async () => {
    const { id } = fake.post('Linn', 'Fest på lördag')
    const comment = fake.comment(id, 'Siv', 'Jag tar med en tårta')
    fake.comment(id, 'Tor', 'Härligt', { replyTo: comment.id })
    const { user } = await openGroup()
    const bar = await reactionBar(user, screen.getAllByRole('listitem')[0]!)
    await user.click(bar.getByRole('button', { name: 'Tumme upp' }))
    await waitFor(() => expect(fake.getMessage(id).comments[0]?.reactions).toHaveLength(1))
    act(() => fake.deleteComment(id, comment.id))
    expect(screen.getByText('Borttaget meddelande')).toBeTruthy()
    expect(screen.queryByText('Jag tar med en tårta')).toBeNull()
    expect(screen.queryByRole('button', { name: /^Tumme upp, / })).toBeNull()
  })

  test('a reply to a post quotes it, and a reply to a comment is written in the field of its post', async () => {
    const { id } = fake.post('Linn', 'Fest på lördag')
    const comment = fake.comment(id, 'Siv', 'Jag kommer')
    const { user } = await openGroup()
    await chooseAction(user, findPost('Fest på lördag'), 'Svara')
    expect(await screen.findByText('Svarar Linn')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(field()))
    await user.type(field(), 'Vilken tid?{Enter}')
    await waitFor(() => expect(fake.stored.at(-1)?.message.replyTo?.id).toBe(id))
    await user.click(screen.getByRole('button', { name: 'Fler val för kommentaren' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Svara' }))
    await waitFor(() => expect(document.activeElement).toBe(commentField('Fest på lördag')))
    await user.type(commentField('Fest på lördag'), 'Kul{Enter}')
    await waitFor(() => expect(fake.getMessage(id).comments.at(-1)?.replyTo?.id).toBe(comment.id))
  })

  test('a member edits their own comment in place of the comment field, and the focus returns to the post', async () => {
    fake.setTime(new Date().toISOString())
    const { id } = fake.post('Linn', 'Fest på lördag')
    fake.comment(id, 'Mira', 'Jag kommr')
    const { user } = await openGroup()
    await user.click(screen.getByRole('button', { name: 'Fler val för kommentaren' }))
    await user.click(await screen.findByRole('menuitem', { name: /^Redigera/ }))
    const editor = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Redigera meddelandet' })
    await user.clear(editor)
    await user.type(editor, 'Jag kommer{Enter}')
    await waitFor(() => expect(fake.getMessage(id).comments[0]?.message).toBe('Jag kommer'))
    expect(await within(log()).findByText('Jag kommer')).toBeTruthy()
    expect(within(log()).getByText(/redigerat/)).toBeTruthy()
    expect(document.activeElement).toBe(findPost('Fest på lördag'))
  })
})
