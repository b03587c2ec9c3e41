import type { Id } from '@app/contract/base'
import type { EventMinimalInfo } from '@app/contract/events'
import { RESYNC_VERSIONS_MAX } from '@app/contract/limits'
import { mediaReference } from '@app/contract/media'
import type { PushOf, PushType } from '@app/contract/pushes'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { Link } from 'react-router-dom'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { conversationDevice } from '../../conversation/conversation-testing.ts'
import { scrollTo, setPage } from '../../conversation/fake-browser.ts'
import { startWriting } from '../../conversation/member.ts'
import { setOnline } from '../../lib/device/online.ts'
import { onPost, refuses, show } from '../../testing.tsx'
import { server } from '../../testing-server.ts'
import { onGroupCount } from '../count.ts'
import { GroupsBadge } from '../GroupsBadge.tsx'
import { onChanged, onComment, onEvent, onMessage, onMessageChanged } from '../pushes.ts'
import { FakeGroupChat } from './fake-group-chat.ts'
import { GroupChat } from './GroupChat.tsx'
import { clearReadMarks } from './loads.ts'
import { pollGroupChats, resyncGroupChats } from './resync.ts'
import { groupAdapter } from './sending.ts'
import './reading.ts'
import { withGroup } from '../state.ts'
import { useGroups } from '../store.ts'

const HANDLERS = {
  'group:message': onMessage,
  'group:message-changed': onMessageChanged,
  'group:comment': onComment,
  'group:changed': onChanged,
  'event:changed': onEvent,
  'group:count': onGroupCount,
} satisfies { [Type in PushType]?: (push: PushOf<Type>) => void }

let fake: FakeGroupChat

conversationDevice({
  modules: () => [import('./loads.ts')],
  serve: () => {
    fake = new FakeGroupChat()
    fake.serve()
    return () => undefined
  },
  start: () => startWriting('42', { group: groupAdapter }),
  forget: clearReadMarks,
})

/** Passes the fake server's pushes to this page from now on. */
const connect = (): void => {
  fake.onPush = (push) => act(() => HANDLERS[push.type as keyof typeof HANDLERS]?.(push as never))
}

async function open(address = '/groups?id=3') {
  useGroups.setState((state) => withGroup(state, fake.group))
  const view = show(<GroupChat groupId="3" />, address)
  await screen.findByRole('log')
  connect()
  return view
}

const log = () => screen.getByRole('log')
const posts = () => within(log()).getAllByRole('article')
const post = (words: string) => posts().find(({ textContent }) => textContent?.includes(words))!
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Skriv till gruppen' })
const commentField = (words: string) =>
  within(post(words)).getByRole<HTMLTextAreaElement>('textbox', { name: /^Skriv en kommentar/ })
const calls = (start: string) => fake.requests.filter((call) => call.startsWith(start))
const talk = (count: number, from = 'Vinterparet') => {
  for (let n = 1; n <= count; n += 1) fake.post(from, `nummer ${n}.`)
}
const allRead = () => {
  fake.group = { ...fake.group, newMessages: 0, myLastRead: fake.stored.at(-1)?.message.id ?? null }
}
async function choose(user: Awaited<ReturnType<typeof open>>['user'], within_: HTMLElement, action: string) {
  await user.click(within(within_).getAllByRole('button', { name: /^Fler val/ })[0]!)
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

test('the posts of a group are in order, each with its author, and admins are marked', {
  tags: 'group-chats.posts',
}, async () => {
  fake.post('Siv och Tor', 'Nu är middagen fullbokad', { admin: true, couple: true })
  fake.post('Nattljus', 'Tack alla')
  await open()
  expect(posts()).toHaveLength(2)
  expect(within(posts()[0]!).getByRole('link', { name: 'Siv och Tor' })).toBeTruthy()
  expect(within(posts()[0]!).getByText('Admin')).toBeTruthy()
  expect(within(posts()[1]!).queryByText('Admin')).toBeNull()
  expect(posts()[1]!.textContent).toContain('Tack alla')
})

test('an empty group shows an empty state, then the first message', async () => {
  useGroups.setState((state) => withGroup(state, fake.group))
  const { user } = show(<GroupChat groupId="3" />, '/groups?id=3')
  expect(await screen.findByText('Här är det tyst än')).toBeTruthy()
  connect()
  await user.type(field(), 'Först!{Enter}')
  await waitFor(() => expect(fake.stored).toHaveLength(1))
  expect(posts()).toHaveLength(1)
})

test('Enter shows the post at once and empties the focused field; the element stays when confirmed', async () => {
  fake.post('Linn', 'Hej')
  const { user } = await open()
  await user.type(field(), 'Hej själv{Enter}')
  const mine = post('Hej själv')
  expect(field().value).toBe('')
  expect(document.activeElement).toBe(field())
  await waitFor(() => expect(fake.stored).toHaveLength(2))
  await waitFor(() => expect(within(log()).queryByText('Skickar…')).toBeNull())
  expect(posts()).toHaveLength(2)
  expect(post('Hej själv')).toBe(mine)
})

test('a post and a comment stay queued offline and are sent back online', async () => {
  const { id } = fake.post('Linn', 'Hej')
  const { user } = await open()
  setOnline(false)
  await user.type(field(), 'ett inlägg{Enter}')
  await user.type(commentField('Hej'), 'en kommentar{Enter}')
  expect(within(log()).getAllByText('Skickas när du är online')).toHaveLength(2)
  act(() => setOnline(true))
  await waitFor(() => expect(fake.message(id).comments).toHaveLength(1))
  await waitFor(() => expect(fake.stored).toHaveLength(2))
  await waitFor(() => expect(within(log()).queryByText('Skickas när du är online')).toBeNull())
  expect(within(log()).getAllByText('en kommentar')).toHaveLength(1)
})

test('the draft of the group and that of a comment are separate, and removed when sent', async () => {
  fake.post('Linn', 'Hej')
  const { user } = await open()
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

test('announces the posts and comments of others, but neither history, own posts nor ignored members', async () => {
  const { id } = fake.post('Linn', 'Historia')
  const { user } = await open()
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
  const { user } = await open()
  expect(screen.queryByText('Läs mig')).toBeNull()
  expect(screen.queryByText('Läs mig också')).toBeNull()
  for (const button of screen.getAllByRole('button', { name: 'Visa' })) await user.click(button)
  expect(screen.getByText('Läs mig')).toBeTruthy()
  expect(screen.getByText('Läs mig också')).toBeTruthy()
})

test('an own post can be edited from its menu, others’ cannot', async () => {
  fake.post('Linn', 'Deras')
  fake.post('Mira', 'Mitt fle')
  const { user } = await open()
  await choose(user, post('Mitt fle'), 'Ändra meddelandet')
  const editor = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Ändra meddelandet' })
  expect(document.activeElement).toBe(editor)
  await user.clear(editor)
  await user.type(editor, 'Mitt fel{Enter}')
  await waitFor(() => expect(fake.stored[1]?.message.message).toBe('Mitt fel'))
  expect(await within(log()).findByText('Mitt fel')).toBeTruthy()
  expect(within(log()).getByText(/ändrat/)).toBeTruthy()
  await user.click(within(post('Deras')).getByRole('button', { name: 'Fler val för meddelandet' }))
  expect(await screen.findByRole('menuitem', { name: 'Kopiera texten' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Ändra meddelandet' })).toBeNull()
  expect(screen.queryByRole('menuitem', { name: 'Ta bort meddelandet' })).toBeNull()
})

test('arrow up in an empty field edits the last own post; Escape discards the edit', async () => {
  fake.post('Mira', 'Mitt första')
  fake.post('Mira', 'Mitt sista')
  fake.post('Linn', 'Deras')
  const { user } = await open()
  await user.click(field())
  await user.keyboard('{ArrowUp}')
  const editor = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Ändra meddelandet' })
  expect(editor.value).toBe('Mitt sista')
  await user.type(editor, ' ändrat{Escape}')
  expect(within(log()).getByText('Mitt sista')).toBeTruthy()
  expect(document.activeElement).toBe(field())
})

test('an admin can delete a post of another member: a placeholder and the comments stay', async () => {
  fake.group = { ...fake.group, role: 'ADMIN' }
  const { id } = fake.post('Linn', 'Olämpligt')
  fake.comment(id, 'Siv', 'Håller inte med')
  const { user } = await open()
  await choose(user, post('Olämpligt'), 'Ta bort meddelandet')
  await user.click(await screen.findByRole('button', { name: 'Ta bort meddelandet' }))
  expect(await within(log()).findByText('Meddelandet är borttaget')).toBeTruthy()
  expect(screen.queryByText('Olämpligt')).toBeNull()
  expect(within(log()).getByText('Håller inte med')).toBeTruthy()
})

test('an own comment can be deleted', async () => {
  const { id } = fake.post('Linn', 'Hej')
  fake.comment(id, 'Mira', 'Ångrar mig')
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Fler val för kommentaren' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Ta bort meddelandet' }))
  await user.click(await screen.findByRole('button', { name: 'Ta bort meddelandet' }))
  expect(await within(log()).findByText('Kommentaren är borttagen')).toBeTruthy()
  expect(screen.queryByText('Ångrar mig')).toBeNull()
})

test('the newest of many comments are shown, and all of them on demand', {
  tags: 'group-chats.all-comments',
}, async () => {
  const { id } = fake.post('Linn', 'Hej')
  for (let n = 1; n <= 30; n += 1) fake.comment(id, 'Siv', `svar ${n}.`)
  const { user } = await open()
  expect(within(log()).getAllByText(/^svar/)).toHaveLength(3)
  expect(screen.getByText('svar 30.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Visa alla 30 kommentarer' }))
  expect(await screen.findByText('svar 1.')).toBeTruthy()
  expect(within(log()).getAllByText(/^svar/)).toHaveLength(30)
  fake.comment(id, 'Siv', 'svar 31.')
  expect(within(log()).getAllByText(/^svar/)).toHaveLength(31)
})

test("an event in a message shows time, place and the member's response, and links to the event", async () => {
  fake.post('Siv och Tor', 'Välkomna', {
    eventMinimalInfo: dinner({ sessionResponse: 'YES' }),
  })
  await open()
  const event = screen.getByRole('link', { name: /Höstmiddag på Söder/ })
  expect(event.getAttribute('href')).toBe('/events?id=7')
  expect(event.textContent).toContain('18:30 · Södermalm · du kommer')
})

const dinner = (more: Partial<EventMinimalInfo> = {}): EventMinimalInfo => ({
  eventId: '7',
  title: 'Höstmiddag på Söder',
  place: 'Södermalm',
  eventTime: '2027-01-22T17:30:00.000Z',
  cancelled: false,
  sessionResponse: 'NO_ANSWER',
  ...more,
})

test('a visible event updates when it is moved, answered on another device or canceled', async () => {
  const { id } = fake.post('Siv och Tor', 'Välkomna', { eventMinimalInfo: dinner() })
  await open()
  const event = () => screen.getByRole('link', { name: /Höstmiddag på Söder/ }).textContent
  fake.moveEvent(id, { place: 'Gamla stan', eventTime: '2027-01-22T18:15:00.000Z' })
  expect(event()).toContain('19:15 · Gamla stan')
  fake.answerEvent(id, 'YES')
  expect(event()).toContain('19:15 · Gamla stan · du kommer')
  fake.moveEvent(id, { cancelled: true })
  expect(event()).toContain('Gamla stan · inställt')
})

test('a group with unread posts opens at the unread line; seen posts are marked as read once', async () => {
  talk(3)
  allRead()
  fake.post('Linn', 'oläst ett')
  const last = fake.post('Linn', 'oläst två')
  await open()
  expect(within(log()).getByRole('separator', { name: '2 nya meddelanden' })).toBeTruthy()
  vi.useFakeTimers()
  act(() => scrollTo(post('oläst två').querySelector('[class*="column"] > div')!))
  await act(() => vi.advanceTimersByTimeAsync(600))
  vi.useRealTimers()
  await waitFor(() => expect(calls('POST groups/3/mark-read')).toEqual([`POST groups/3/mark-read/${last.id}`]))
  await waitFor(() => expect(useGroups.getState().groups.get('3')?.newMessages).toBe(0))
  expect(within(log()).getByRole('separator', { name: '2 nya meddelanden' })).toBeTruthy()
})

test('the groups badge does not count posts in the visible chat, and does once the page loses the focus', async () => {
  fake.post('Linn', 'läst')
  allRead()
  await open()
  show(<GroupsBadge />)
  const count = () =>
    fake.onPush({ type: 'group:count', count: { groups: 1, messages: fake.group.newMessages, invites: 1 } })
  fake.post('Linn', 'nytt')
  count()
  expect(screen.getByText('1 oläst')).toBeTruthy()
  act(() => setPage({ focused: false, visible: true }))
  fake.post('Linn', 'ännu nyare')
  count()
  expect(screen.getByText('3 olästa')).toBeTruthy()
})

test('a skipped push is caught up from the loaded version', async () => {
  const first = fake.post('Linn', 'ett')
  await open()
  const { version } = fake.group
  fake.onPush = () => undefined
  fake.post('Linn', 'missat')
  fake.edit(first.id, 'ett, ändrat')
  fake.comment(first.id, 'Siv', 'missat svar')
  connect()
  fake.post('Linn', 'hört')
  expect(await within(log()).findByText('missat')).toBeTruthy()
  expect(within(log()).getByText('hört')).toBeTruthy()
  expect(within(log()).getByText('ett, ändrat')).toBeTruthy()
  expect(within(log()).getByText('missat svar')).toBeTruthy()
  expect(calls('GET groups/3/messages?since')).toEqual([`GET groups/3/messages?since=${version}`])
})

test.each([
  ['the timer without pushes', pollGroupChats],
  ['a new connection', resyncGroupChats],
])('%s requests the changes of the visible chat', async (_, ask) => {
  const { id } = fake.post('Linn', 'ett')
  await open()
  fake.onPush = () => undefined
  fake.post('Linn', 'två')
  fake.remove(id)
  await act(() => ask())
  expect(within(log()).getByText('två')).toBeTruthy()
  expect(within(log()).getByText('Meddelandet är borttaget')).toBeTruthy()
})

test('nothing is requested without a visible chat', async () => {
  await pollGroupChats()
  await resyncGroupChats()
  expect(fake.requests).toEqual([])
})

test('a link opens its message, marked, with context on both sides, and newer ones load on demand', {
  tags: 'group-chats.linked-message',
}, async () => {
  talk(200)
  allRead()
  const linked: Id = fake.stored[99]!.message.id
  const { user } = await open(`/groups?id=3&message=${linked}`)
  const target = post('nummer 100.')
  expect(target.getAttribute('aria-current')).toBe('true')
  expect(post('nummer 95.')).toBeTruthy()
  expect(post('nummer 105.')).toBeTruthy()
  expect(calls('GET groups/3/messages?')[0]).toContain(`around=${linked}`)
  await user.click(screen.getByRole('button', { name: 'Nya meddelanden' }))
  await waitFor(() => expect(post('nummer 200.')).toBeTruthy())
})

test('a link to a missing message shows a toast and the newest messages', async () => {
  talk(3)
  await open('/groups?id=3&message=999')
  expect(await screen.findByText('Meddelandet finns inte längre.')).toBeTruthy()
  expect(posts()).toHaveLength(3)
})

describe('a link to an old message opens at it', () => {
  const expectLinked = async () =>
    expect((await screen.findByText('nummer 10.')).closest('[aria-current="true"]')).toBeTruthy()
  const requested = (part: string) => waitFor(() => expect(calls('GET groups/3/messages?').join()).toContain(part))
  let linked: Id
  beforeEach(() => {
    talk(200)
    allRead()
    linked = fake.stored[9]!.message.id
    useGroups.setState((state) => withGroup(state, fake.group))
  })
  const follow = () => show(<GroupChat groupId="3" />, `/groups?id=3&message=${linked}`)

  test('when the connection is established while it loads', async () => {
    const releaseLinked = fake.hold('around=')
    const releaseNewest = fake.hold('messages?limit=')
    follow()
    await requested('around=')
    const resync = resyncGroupChats()
    releaseLinked()
    await expectLinked()
    releaseNewest()
    await act(() => resync)
    expect(post('nummer 10.').getAttribute('aria-current')).toBe('true')
    expect(calls('GET groups/3/messages?')).toEqual([
      expect.stringContaining(`around=${linked}`),
      expect.stringContaining(`around=${linked}`),
    ])
  })

  test('when the response for an earlier link arrives later', async () => {
    const earlier = fake.stored[99]!.message.id
    const release = fake.hold(`around=${earlier}`)
    const { user } = show(
      <>
        <Link to={`/groups?id=3&message=${linked}`}>länken</Link>
        <GroupChat groupId="3" />
      </>,
      `/groups?id=3&message=${earlier}`,
    )
    await requested(`around=${earlier}`)
    await user.click(screen.getByRole('link', { name: 'länken' }))
    await expectLinked()
    release()
    await act(() => resyncGroupChats())
    expect(post('nummer 10.').getAttribute('aria-current')).toBe('true')
    expect(within(log()).queryByText('nummer 100.')).toBeNull()
  })

  test('when the changes that an earlier link has requested arrive later', async () => {
    const view = follow()
    await expectLinked()
    view.unmount()
    const release = fake.hold('since=')
    const { user } = show(
      <>
        <Link to={`/groups?id=3&message=${fake.stored[99]!.message.id}`}>länken</Link>
        <GroupChat groupId="3" />
      </>,
      `/groups?id=3&message=${linked}`,
    )
    await requested('since=')
    await user.click(screen.getByRole('link', { name: 'länken' }))
    await screen.findByText('nummer 100.')
    release()
    await act(() => resyncGroupChats())
    expect(screen.queryByText('nummer 100.')).not.toBeNull()
    expect(calls(`GET groups/3/messages?around=${linked}`)).toHaveLength(1)
  })

  test.each([
    ['a new connection', () => act(() => resyncGroupChats())],
    ['a retry', () => fireEvent.click(screen.getByRole('button', { name: 'Försök igen' }))],
  ])('when its load has failed, after %s', async (_, recover) => {
    server.use(
      http.get('*/groups/3/messages', refuses(429, 'TOO_MANY_REQUESTS', 'Det gick lite fort.'), { once: true }),
    )
    follow()
    await screen.findByRole('button', { name: 'Försök igen' })
    await recover()
    await expectLinked()
  })

  test('when its loaded messages are too far behind', async () => {
    const view = follow()
    await expectLinked()
    view.unmount()
    talk(RESYNC_VERSIONS_MAX + 1)
    follow()
    await expectLinked()
    await requested('since=')
    await waitFor(() => expect(calls(`GET groups/3/messages?around=${linked}`)).toHaveLength(2))
    await expectLinked()
  })
})

test('arrow keys move between posts, Enter opens the actions, Escape returns to the field', async () => {
  fake.post('Linn', 'ett')
  fake.post('Linn', 'två')
  const { user } = await open()
  act(() => post('två').focus())
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(post('ett'))
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('menuitem', { name: 'Kopiera texten' })).toBeTruthy()
  await user.keyboard('{Escape}')
  act(() => post('ett').focus())
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(field())
})

test('the focus stays on the message when expanding it removes the focused button', async () => {
  fake.post('Bortvald', 'Läs mig', { ignored: true })
  const { id } = fake.post('Linn', 'Hej')
  for (let n = 1; n <= 5; n += 1) fake.comment(id, 'Siv', `svar ${n}.`)
  fake.comment(id, 'Bortvald', 'Läs mig också', { ignored: true })
  const { user } = await open()
  await user.click(within(post('Ett meddelande från Bortvald')).getByRole('button', { name: 'Visa' }))
  expect(document.activeElement).toBe(post('Läs mig'))
  await user.click(screen.getByRole('button', { name: 'Visa' }))
  expect(document.activeElement).toBe(post('Läs mig också'))
  await user.click(screen.getByRole('button', { name: /^Visa alla/ }))
  expect(document.activeElement).toBe(post('svar 1.'))
})

test('deleting an own message keeps the focus on its row', async () => {
  fake.post('Mira', 'Först')
  fake.post('Mira', 'Sist')
  const { user } = await open()
  await choose(user, post('Först'), 'Ta bort meddelandet')
  await user.click(await screen.findByRole('button', { name: 'Ta bort meddelandet' }))
  await waitFor(() => expect(document.activeElement).toBe(posts()[0]))
  expect(posts()[0]?.textContent).toContain('Meddelandet är borttaget')
})

test('the focus moves to the message field when the message being edited is deleted', async () => {
  const { id } = fake.post('Mira', 'Mina ord')
  const { user } = await open()
  await user.click(field())
  await user.keyboard('{ArrowUp}')
  await user.type(await screen.findByRole('textbox', { name: 'Ändra meddelandet' }), ' och fler')
  fake.remove(id)
  await waitFor(() => expect(document.activeElement).toBe(field()))
  expect(screen.queryByRole('textbox', { name: 'Ändra meddelandet' })).toBeNull()
})

test('Escape moves from a comment to its message, and from there to the field', async () => {
  fake.post('Linn', 'Hej')
  const { user } = await open()
  await user.click(commentField('Hej'))
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(post('Hej'))
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(field())
})

test('discarding a message that could not be sent moves the focus to another message', async () => {
  fake.post('Linn', 'Hej')
  const { user } = await open()
  onPost('groups/3/messages', refuses(403, 'FORBIDDEN', 'Nej.'))
  await user.type(field(), 'Får jag?{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Ta bort' }))
  expect(document.activeElement).toBe(post('Hej'))
  expect(posts()).toHaveLength(1)
})

test('a removed member no longer sees the messages', async () => {
  fake.post('Linn', 'hemligt')
  await open()
  fake.onPush({ type: 'group:changed', groupId: '3', group: null })
  expect(screen.queryByText('hemligt')).toBeNull()
})

test('expired URLs of profile photos and photos are requested again, including those of all comments', async () => {
  const [face, far, near] = ['f', 'a', 'b'].map((letter) => letter.repeat(22)) as [string, string, string]
  const { id } = fake.post('Linn', 'Hej', { face })
  fake.comment(id, 'Siv', 'långt ner', { photoUrl: mediaReference(far, 1, 'medium') })
  for (let n = 1; n <= 30; n += 1) fake.comment(id, 'Siv', `svar ${n}.`)
  fake.comment(id, 'Siv', 'nyast', { photoUrl: mediaReference(near, 1, 'medium') })
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: /^Visa alla/ }))
  await screen.findByText('långt ner')
  const addressOf = (picture: string) => log().querySelector(`img[src*="${picture}"]`)?.getAttribute('src')
  expect([face, far, near].map(addressOf)).toEqual(Array(3).fill(expect.stringContaining('signature=1')))
  fake.resignUrls()
  fireEvent.error(log().querySelector(`img[src*="${face}"]`)!)
  await waitFor(() =>
    expect([face, far, near].map(addressOf)).toEqual(Array(3).fill(expect.stringContaining('signature=2'))),
  )
})

test('a comment on a missing message shows an error', async () => {
  const { id } = fake.post('Linn', 'Hej')
  const { user } = await open()
  fake.stored = fake.stored.filter(({ message }) => message.id !== id)
  await user.type(commentField('Hej'), 'för sent{Enter}')
  expect(await screen.findByText(/^Det du skrev skickades inte/)).toBeTruthy()
})
