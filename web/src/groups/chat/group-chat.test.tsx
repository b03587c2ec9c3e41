import { GroupMessage } from '@app/contract/groups'
import { act, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, test } from 'vitest'
import { setOnline } from '../../lib/device/online.ts'
import { useToasts } from '../../lib/feedback/toasts.ts'
import { getSession, refreshSession } from '../../lib/http/session.ts'
import { setHubConnection } from '../../lib/realtime/hub-connection.ts'
import { onGet, onPost, renderInApp, respondEmpty, respondWith, respondWithError } from '../../testing.tsx'
import { createDeferred } from '../../testing-deferred.ts'
import { skipRetryDelays } from '../../testing-retries.ts'
import { server } from '../../testing-server.ts'
import { withGroup } from '../state.ts'
import { useGroups } from '../store.ts'
import { GroupChat } from './GroupChat.tsx'
import {
  chooseAction,
  commentField,
  confirmDeletion,
  fake,
  field,
  findPost,
  log,
  openGroup,
  posts,
  setUpGroupChat,
  startPushes,
} from './group-chat-testing.tsx'

setUpGroupChat()

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

test('a post is named by its author line and described by its text, and the line describes the menus', async () => {
  const { id } = fake.post('Siv och Tor', 'Nu är middagen fullbokad', { admin: true, couple: true })
  fake.comment(id, 'Mira', 'Jag kommer')
  await openGroup()
  const post = within(log()).getByRole('article', {
    name: /^Siv och Tor/,
    description: 'Nu är middagen fullbokad',
  })
  const inPost = within(post)
  expect(inPost.getByRole('button', { name: 'Fler val för meddelandet', description: /^Siv och Tor/ })).toBeTruthy()
  expect(inPost.getByRole('button', { name: 'Fler val för kommentaren', description: /^Mira/ })).toBeTruthy()
})

describe('a restriction', () => {
  const YEAR_MS = 365 * 86_400_000
  const restrict = (until: number) =>
    act(() => refreshSession({ ...getSession()!, restrictions: { POST: new Date(until).toISOString() } }))

  test('is stated beside the message field until it ends', { tags: 'decisions.page-restricted' }, async () => {
    fake.post('Nattljus', 'Tack alla')
    restrict(Date.now() + YEAR_MS)
    await openGroup()
    const note = await screen.findByRole('note')
    expect(note.textContent).toMatch(/^Ett beslut begränsar ditt konto till .*\d{4}\. Till dess kan du läsa här/)
    expect(within(note).getByRole('link', { name: 'Läs beslutet' }).getAttribute('href')).toBe('/safety?tab=decisions')
    restrict(Date.now() - YEAR_MS)
    await waitFor(() => expect(screen.queryByRole('note')).toBeNull())
  })

  test('removes the button that sends a rejected post again, until it ends', {
    tags: 'decisions.page-restricted',
  }, async () => {
    fake.post('Nattljus', 'Tack alla')
    restrict(Date.now() + YEAR_MS)
    const { user } = await openGroup()
    onPost('client-logs', respondEmpty)
    onPost('groups/3/messages', respondWithError(403, 'RESTRICTED', 'Nej'))
    await user.type(field(), 'Prov inlägg{Enter}')
    const problem = within(await within(log()).findByRole('alert'))
    expect(problem.getByRole('button', { name: 'Ta bort' })).toBeTruthy()
    expect(problem.queryByRole('button', { name: 'Försök igen' })).toBeNull()
    restrict(Date.now() - YEAR_MS)
    expect(problem.getByRole('button', { name: 'Försök igen' })).toBeTruthy()
  })
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
  await confirmDeletion(user)
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
  await confirmDeletion(user)
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
  skipRetryDelays()
  onPost('client-logs', respondEmpty)
  onGet('groups/3/messages', respondWithError(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  await user.click(screen.getByRole('button', { name: 'Fler val för kommentaren' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Ta bort meddelandet' }))
  await confirmDeletion(user)
  expect(within(log()).getByText('Kommentaren är borttagen')).toBeTruthy()
  await chooseAction(user, findPost('Olämpligt'), 'Ta bort meddelandet')
  await confirmDeletion(user)
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

test('a removed member no longer sees the messages', async () => {
  fake.post('Linn', 'hemligt')
  await openGroup()
  expect(screen.getByText('hemligt')).toBeTruthy()
  fake.onPush({ type: 'group:changed', groupId: '3', group: null })
  expect(screen.queryByText('hemligt')).toBeNull()
})

test('a comment on a missing message shows an error', async () => {
  const { id } = fake.post('Linn', 'Hej')
  const { user } = await openGroup()
  fake.stored = fake.stored.filter(({ message }) => message.id !== id)
  await user.type(commentField('Hej'), 'för sent{Enter}')
  expect(await screen.findByText(/^Det du skrev skickades inte/)).toBeTruthy()
})

test('all comments are requested again if one arrives while they are loaded', async () => {
  const { id } = fake.post('Linn', 'Hej')
  for (let n = 1; n <= 30; n += 1) fake.comment(id, 'Siv', `svar ${n}.`)
  const { user } = await openGroup()
  const delay = createDeferred()
  const outdated = fake.getMessage(id)
  server.use(
    http.get(
      `*/groups/3/messages/${id}`,
      async () => {
        await delay.promise
        return respondWith(GroupMessage, outdated)()
      },
      { once: true },
    ),
  )
  await user.click(screen.getByRole('button', { name: 'Visa alla 30 kommentarer' }))
  fake.comment(id, 'Siv', 'svar 31.')
  delay.resolve()
  expect(await screen.findByText('svar 1.')).toBeTruthy()
  expect(screen.getByText('svar 31.')).toBeTruthy()
})
